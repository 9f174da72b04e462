#!/usr/bin/env bash
# How long the program takes before it does anything for you: the median time of
# an empty Go program, and of cloak on one line, run by turns.
#
#   scripts/startup.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-200}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

mkdir "$tmp/empty"
printf 'package main\n\nfunc main() {}\n' >"$tmp/empty/main.go"
CGO_ENABLED=0 go build -o "$tmp/nothing" "$tmp/empty/main.go"
CGO_ENABLED=0 go build -o "$tmp/cloak" ./cmd/cloak
echo 'Login fails for marie.dubois@halden-freight.eu from 84.17.52.9' >"$tmp/line" # cloak:allow

# once NAME COMMAND… appends how long the command took, in microseconds.
once() {
  local name=$1 start end
  shift
  start=${EPOCHREALTIME/[.,]/}
  "$@" <"$tmp/line" >"$tmp/out" 2>&1 || { cat "$tmp/out" >&2; exit 1; }
  end=${EPOCHREALTIME/[.,]/}
  echo $((end - start)) >>"$tmp/$name"
}

median() { sort -n "$tmp/$1.times" | sed -n "$((runs / 2 + 1))p"; }

for ((i = 0; i < runs; i++)); do
  once empty.times "$tmp/nothing"
  once version.times "$tmp/cloak" --version
  once token.times "$tmp/cloak" sanitize --mode token
  once decoy.times "$tmp/cloak" sanitize
done
base=$(median empty)
printf 'empty program     %6d µs\n' "$base"
for name in version token decoy; do
  t=$(median $name)
  printf 'cloak, %-10s %6d µs, %6d more\n' "$name" "$t" "$((t - base))"
done
