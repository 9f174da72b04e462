#!/usr/bin/env bash
# The tests that hold the gateway to MCP servers and clients of others: those of
# internal/peers, from its lock file. Elsewhere they skip where these are missing;
# here they are installed, and to skip is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && apt-get install -y -qq nodejs npm >/dev/null
fi
installed=internal/peers/node_modules/.installed-lock.json
if ! cmp -s internal/peers/package-lock.json "$installed"; then
  (cd internal/peers && npm ci --loglevel=error)
  cp internal/peers/package-lock.json "$installed"
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if [ -e cmd/cloak-gateway/main.go ]; then
  go build -o "$dir/cloak-gateway" ./cmd/cloak-gateway
  export CLOAK_GATEWAY=$dir/cloak-gateway
fi
out=$(go test -count=1 -v -run '^TestPeer' ./cmd/cloak-gateway ./mcpproxy) || { printf '%s\n' "$out"; exit 1; }
if grep -q -- '--- SKIP' <<<"$out"; then
  printf '%s\n' "$out"
  echo "skipped, see above: the tests need npm, Node 22.19 or later, and the gateway"
  exit 1
fi
grep -c -- '--- PASS' <<<"$out" | sed 's/$/ tests passed against MCP servers and clients of others/'
