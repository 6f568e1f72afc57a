#!/usr/bin/env bash
# stamp.sh PROGRAM...: writes the commit of this clone and its date into mockd or mockctl: 'PROGRAM --version' prints
# '0.1.0 (1a2b3c4 2026-11-29)' then.
#
# It replaces the bytes of a section, so nothing is compiled again, and the same commit gives the same bytes. Without git,
# or with sources that are not committed, the programs stay as they are: '0.1.0'.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

commit=$(git -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null) || commit=
if [ -z "$commit" ]; then
    echo "stamp.sh: $root is no clone, so the programs name no commit" >&2
    exit
fi
if [ -n "$(git -C "$root" status --porcelain -- Package.swift Sources Integrations/release)" ]; then
    echo "stamp.sh: $root has sources that are not committed, so the programs name no commit" >&2
    exit
fi
# --short=7 would give more in a clone with more objects.
text="${commit:0:7} $(TZ=UTC git -C "$root" log -1 --date=format-local:%Y-%m-%d --format=%cd)"

bytes=$(mktemp)
trap 'rm -f "$bytes"' EXIT
printf %s "$text" >"$bytes"
# The size of BuildStamp.bytes; the rest is zero.
truncate --size 32 "$bytes"
for program in "$@"; do
    objcopy --update-section "mockd_build=$bytes" "$program"
    printed=$("$program" --version)
    case $printed in
    *" ($text)") ;;
    *)
        echo "stamp.sh: $program --version prints '$printed' without '$text'; see BuildStamp.swift" >&2
        exit 1
        ;;
    esac
done
