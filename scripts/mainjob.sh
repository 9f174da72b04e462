#!/usr/bin/env bash
# The main job of the README, on its log: what comes back is the log, and no
# mail address of it reaches the child.
set -euo pipefail
cd "$(dirname "$0")/.."
log=examples/incident.log
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

go run ./cmd/cloak wrap --show -- cat <"$log" >"$tmp/back" 2>"$tmp/shown"
cmp "$log" "$tmp/back"
test -s "$tmp/shown"

# What the child had: written by the child itself, to where nothing restores it.
CHILD=$tmp/child go run ./cmd/cloak wrap --quiet -- sh -c 'cat >"$CHILD"' <"$log"
test -s "$tmp/child"
addresses=$(grep -oE '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+' "$log" | sort -u)
count=0
for address in $addresses; do
  count=$((count + 1))
  if grep -qF -- "$address" "$tmp/child"; then
    echo "mail address $count of the log reached the child"
    exit 1
  fi
done
[ "$count" -ge 5 ] || { echo "the log holds $count mail addresses only"; exit 1; }
echo "the log came back byte for byte; none of its $count mail addresses reached the child"
