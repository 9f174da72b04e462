PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, "user name" TEXT, password TEXT, path TEXT, note TEXT);
INSERT INTO accounts VALUES(1,'bo','@PASSWORD@','C:\','line one
it''s; two
@MAIL@');
INSERT INTO accounts VALUES(2,NULL,NULL,'\\srv\share',replace('a\nb','\n',char(10)));
INSERT INTO "accounts" VALUES(3,'ann','@PASSWORD@',X'414243',unistr('\u0041'));
CREATE INDEX i ON accounts(password);
COMMIT;
