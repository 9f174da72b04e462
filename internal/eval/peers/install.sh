#!/usr/bin/env bash
# Installs the tools that internal/eval runs beside ours, from the npm registry and
# the Go module proxy, into this folder. What cannot be had is said, and left out.
set -uo pipefail
cd "$(dirname "$0")"

npm ci --ignore-scripts --no-fund --no-audit || echo "the npm packages cannot be had"
go build -o bin/gitleaks . || echo "gitleaks cannot be had"
