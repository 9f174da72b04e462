#!/usr/bin/env bash
# Builds everything for the systems that the project supports, without cgo, and the
# packages that others import for the browser. Nothing is written.
#
#   scripts/cross.sh [all]
#
# By itself it takes each system once; with all, on both processors.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0

targets="linux/arm64 darwin/arm64 windows/amd64"
if [ "${1:-}" = all ]; then
  targets="linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"
fi
for target in $targets; do
  echo "$target"
  GOOS=${target%/*} GOARCH=${target#*/} go build ./...
done
echo "js/wasm, packages cloak, decoy and bridge"
GOOS=js GOARCH=wasm go build ./cloak ./decoy ./bridge
