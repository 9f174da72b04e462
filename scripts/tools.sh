#!/usr/bin/env bash
# The tests that hold audit logs to a verifier that is not ours, and sanitized and restored
# documents to the programs that read such
# documents: git, Node, Perl, Python. Elsewhere they skip where one is missing; here it is
# installed on Debian, and to skip is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v git >/dev/null || missing+=(git)
command -v node >/dev/null || missing+=(nodejs)
command -v python3 >/dev/null || missing+=(python3)
python3 -c 'import yaml' 2>/dev/null || missing+=(python3-yaml)
command -v perl >/dev/null || missing+=(perl)
if [ ${#missing[@]} -gt 0 ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && apt-get install -y -qq "${missing[@]}" >/dev/null
fi
out=$(go test -count=1 -v -run '^TestTool' ./format ./audit) || { printf '%s\n' "$out"; exit 1; }
if grep -q -- '--- SKIP' <<<"$out"; then
  printf '%s\n' "$out"
  echo "skipped: install git, Node 20, Perl, and Python 3.11 or later with PyYAML"
  exit 1
fi
grep -c -- '--- PASS' <<<"$out" | sed 's/$/ tests passed against git, Node, Perl and Python/'
