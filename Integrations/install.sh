#!/usr/bin/env bash
# Installs the programs of a release without root, or removes them:
#
#   install.sh ARCHIVE SHA256 [PREFIX]   ARCHIVE is the path or URL of a mockd-VERSION-linux-ARCH.tar.gz, SHA256 its
#                                        checksum in SHA256SUMS, PREFIX ~/.local unless given
#   install.sh --remove [PREFIX]         removes what was installed there, and nothing else
set -euo pipefail

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

list_of() { echo "$1/share/doc/mockd/installed"; }

remove() {
    local prefix=$1 list
    list=$(list_of "$prefix")
    [ -f "$list" ] || fail "$list is missing, so nothing was installed in $prefix by this script"
    while IFS= read -r file; do
        case $file in /* | *..* | '') fail "$list is damaged at '$file'; nothing more is removed" ;; esac
        rm -f "$prefix/$file"
        # Folders that were shared with other programs are not empty.
        rmdir -p --ignore-fail-on-non-empty "$(dirname "$prefix/$file")" 2>/dev/null || true
    done < <(grep -v '^share/doc/mockd/installed$' "$list")
    rm -f "$list"
    rmdir -p --ignore-fail-on-non-empty "$(dirname "$list")" 2>/dev/null || true
    echo "removed mockd from $prefix"
}

if [ "${1:-}" = --remove ]; then
    remove "$(realpath -m "${2:-$HOME/.local}")"
    exit
fi

[ "$#" -ge 2 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 64; }
archive=$1 expected=$2
prefix=$(realpath -m "${3:-$HOME/.local}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $archive in
http://* | https://*)
    curl --fail --silent --show-error --location --output "$work/archive" "$archive" || fail "cannot download $archive"
    ;;
*)
    [ -f "$archive" ] || fail "there is no file $archive"
    cp "$archive" "$work/archive"
    ;;
esac
found=$(sha256sum <"$work/archive" | cut -d ' ' -f 1)
[ "$found" = "$expected" ] || fail "the checksum of $archive is $found and not $expected; nothing was installed"

mkdir "$work/tree"
tar --extract --gzip --file "$work/archive" --directory "$work/tree" --strip-components 1
[ -x "$work/tree/bin/mockd" ] || fail "$archive holds no bin/mockd; take the mockd-VERSION-linux-ARCH.tar.gz"
[ ! -f "$(list_of "$prefix")" ] || remove "$prefix" >/dev/null
mkdir -p "$work/tree/share/doc/mockd"
(cd "$work/tree" && find . -type f -printf '%P\n' | sort) >"$work/list"
cp "$work/list" "$(list_of "$work/tree")"
echo share/doc/mockd/installed >>"$(list_of "$work/tree")"
mkdir -p "$prefix"
cp -R --no-preserve=ownership "$work/tree/." "$prefix"

echo "installed mockd $("$prefix/bin/mockd" --version) in $prefix"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "add it to the PATH, in ~/.profile: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
if ldd "$prefix/bin/mockd-watcher" 2>/dev/null | grep -q 'libinotifytools.*not found'; then
    echo "'mockd watch' needs libinotifytools: sudo apt-get install libinotifytools0"
fi
