#!/usr/bin/env bash
# Runs go generate and fails if that changes any file.
set -euo pipefail
cd "$(dirname "$0")/.."

state() { git ls-files -z --cached --others --exclude-standard | xargs -0 sha256sum 2>/dev/null || true; }

before=$(state)
go generate ./...
changed=$(diff <(printf '%s\n' "$before") <(state) | sed -n 's/^[<>] [0-9a-f]*  //p' | sort -u || true)
if [ -n "$changed" ]; then
  printf 'generated anew: %s\n' $changed
  exit 1
fi
echo "generated files are current"
