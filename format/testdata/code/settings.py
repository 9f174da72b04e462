"""Settings of the shop. Ask ops@example.com for the real ones."""
import os

DEBUG = False
SECRET_KEY = os.environ["SECRET_KEY"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "USER": "shop",
        "PASSWORD": os.getenv("DB_PASSWORD", ""),
        "HOST": "db.example.com",
    }
}
ADMINS = [("Ann Roe", "ann.roe@example.com"), ('Bo "the builder"', 'bo\x40example.com')]
EMAIL_SUBJECT_PREFIX = f"[{os.name}] "
DOC = r'''\d{3}-\d{2}-\d{4} is what an SSN looks like'''
