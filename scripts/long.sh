#!/usr/bin/env bash
# The long forms of what the suite does briefly: a thousand kills and faults of a
# bridge's writers, many writers at once, ten thousand stand-ins of every reserved
# space, and the contract on a million cases.
#
#   scripts/long.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export CLOAK_KILLS=1000 CLOAK_FAULTS=1000 CLOAK_MERGES=50
go test -count=1 -timeout 30m -v -run 'TestAKilledWriterLeavesABridge|TestAFaultLeavesABridge|TestManyWritersLoseNothing' ./bridge | grep -E '^(---|ok|FAIL|panic)'
CLOAK_DRAWS=10000 go test -count=1 -timeout 30m -v -run 'TestReservedSpacesAreNobodys' ./decoy | grep -E '^(---|ok|FAIL|panic)'
go run ./internal/contract/run -n 1000000 -j 2
