#!/usr/bin/env bash
# Runs every fuzz target for some seconds: scripts/fuzz.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
failed=0
targets=0

fuzz() { go test -run '^$' -fuzz "^$2\$" -fuzztime "${seconds}s" -fuzzminimizetime 5s "$1" 2>&1; }

while read -r package; do
  if ! list=$(go test -list '^Fuzz' "$package"); then
    echo "$package: its tests do not build"
    failed=1
    continue
  fi
  # The list ends with a line "ok …".
  for target in $(grep '^Fuzz' <<<"$list" || true); do
    targets=$((targets + 1))
    printf '%s %s: ' "${package##*/cloak/}" "$target"
    if out=$(fuzz "$package" "$target"); then
      echo fine
    # A worker that is busy when the time is up fails for that alone, without an
    # input: once more tells.
    elif grep -q 'context deadline exceeded' <<<"$out" && ! grep -q 'Failing input' <<<"$out" && fuzz "$package" "$target" >/dev/null; then
      echo "fine, at the second try"
    else
      echo FAILED
      printf '%s\n' "$out" | tail -n 30
      failed=1
    fi
  done
done < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./... | sed '/^$/d')

echo "$targets fuzz targets, $seconds s each"
exit $failed
