#!/usr/bin/env bash
# Everything that a change must pass. Run it before you propose one:
#
#   scripts/check.sh [FUZZ_SECONDS]
set -uo pipefail
cd "$(dirname "$0")/.."
failed=()

step() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  "$@" || failed+=("$name")
}

formatted() {
  local bad
  bad=$(gofmt -l .) && [ -z "$bad" ] || { printf 'not formatted: %s\n' $bad; return 1; }
}

# govulncheck reads a database over the network; without it there is nothing to say.
vulnerabilities() {
  local out
  if out=$(go tool -modfile=internal/tools/go.mod govulncheck ./... 2>&1); then
    printf '%s\n' "$out"
  elif grep -qE 'fetching vulnerabilities|dial tcp|no such host' <<<"$out"; then
    echo "skipped: the vulnerability database cannot be reached"
  else
    printf '%s\n' "$out"
    return 1
  fi
}

step "gofmt" formatted
step "go vet" go vet ./...
step "go mod tidy" go mod tidy -diff
step "generated files" scripts/generated.sh
step "tests, with the race detector" go test -race ./...
step "fuzzing" scripts/fuzz.sh "${1:-5}"
step "cross-build" scripts/cross.sh all
step "staticcheck" go tool -modfile=internal/tools/go.mod staticcheck ./...
step "govulncheck" vulnerabilities

printf '\n'
if [ ${#failed[@]} -gt 0 ]; then
  printf 'FAILED: %s\n' "${failed[@]}"
  exit 1
fi
echo "all checks pass"
