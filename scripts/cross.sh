#!/usr/bin/env bash
# Builds everything for the systems that the project supports, without cgo, and
# package cloak for the browser. Nothing is written.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0

for system in linux darwin windows; do
  for machine in amd64 arm64; do
    echo "$system/$machine"
    GOOS=$system GOARCH=$machine go build ./...
  done
done
echo "js/wasm, package cloak"
GOOS=js GOARCH=wasm go build ./cloak
