#!/usr/bin/env bash
# The tests that hold the bridge to other implementations, on Node. Elsewhere they
# skip where there is none; here it is installed on Debian, and to skip is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v node >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && apt-get install -y -qq nodejs >/dev/null
fi
out=$(go test -count=1 -v -run '^(TestAnotherReaderAgrees|TestCloakroomThereAndBack)$' ./bridge) || { printf '%s\n' "$out"; exit 1; }
if grep -q -- '--- SKIP' <<<"$out"; then
  printf '%s\n' "$out"
  echo "skipped: install Node 20 or later"
  exit 1
fi
grep -c -- '--- PASS' <<<"$out" | sed 's/$/ tests passed against Node/'
