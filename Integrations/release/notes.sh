#!/usr/bin/env bash
# notes.sh VERSION: prints what .github/CHANGELOG.md says of a version, which has to be the version of the sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=${1:?the version is missing, such as 0.1.0}
source=Sources/ControlChannel/Messages/DaemonIdentity.swift
ours=$(sed -n 's/.*static let productVersion = "\(.*\)"/\1/p' "$source")
if [ "$ours" != "$version" ]; then
    echo "notes.sh: the tag says $version, $source says $ours; change the one that is wrong" >&2
    exit 1
fi
notes=$(awk -v heading="## $version" '/^## / { shown = $0 == heading || index($0, heading " ") == 1; next } shown' .github/CHANGELOG.md)
if [ -z "${notes//[[:space:]]/}" ]; then
    echo "notes.sh: .github/CHANGELOG.md has no section '## $version'; write it before the tag" >&2
    exit 1
fi
printf '%s\n' "$notes"
