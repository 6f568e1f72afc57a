#!/usr/bin/env bash
# documentation.sh OUT [BASE]: makes the web pages of the library in OUT, for a site whose path is /BASE.
set -euo pipefail
out=$(realpath -m "${1:?the folder is missing, such as .build/documentation}")
base=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

swift build --target MockingTestSupport
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
swift-symbolgraph-extract -module-name Mocking -I "$(swift build --show-bin-path)/Modules" -target "$target" \
    -output-dir "$graphs" -minimum-access-level public
docc convert Sources/Mocking/Mocking.docc --additional-symbol-graph-dir "$graphs" --output-dir "$out" \
    --fallback-display-name Mocking --fallback-bundle-identifier Mocking --warnings-as-errors \
    --transform-for-static-hosting ${base:+--hosting-base-path "$base"}
