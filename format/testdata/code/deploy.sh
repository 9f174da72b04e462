#!/usr/bin/env bash
# Deploys the shop; mail ops@example.com when it fails.
set -euo pipefail
: "${DEPLOY_TOKEN:?is not set}"
export PGUSER=shop PGPASSWORD="$DB_PASSWORD"
cat > .netrc <<EOF
machine git.example.com login ci password ${DEPLOY_TOKEN}
EOF
curl -sS -H "Authorization: Bearer ${DEPLOY_TOKEN}" -d "{\"env\": \"prod\", \"by\": \"ann.roe@example.com\"}" "https://ci.example.com/deploy?ref=$(git rev-parse "HEAD")"
echo $'it\'s done'
