#!/usr/bin/env bash
# Installs the Debian package at the path or URL $MOCKD_PACKAGE, if its checksum is $MOCKD_SHA256.
set -euo pipefail

fail() {
    echo "::error title=mockd::$1"
    exit 1
}

package=$MOCKD_PACKAGE
case $package in
http://* | https://*)
    [ -n "${MOCKD_SHA256:-}" ] || fail "the input 'sha256' is missing; copy the checksum of the .deb from SHA256SUMS"
    folder=$(mktemp -d)
    curl --fail --silent --show-error --location --output "$folder/mockd.deb" "$package" ||
        fail "cannot download $package; check the input 'package'"
    package=$folder/mockd.deb
    ;;
esac
[ -f "$package" ] || fail "there is no file $package; check the input 'package'"
if [ -n "${MOCKD_SHA256:-}" ]; then
    found=$(sha256sum <"$package" | cut -d ' ' -f 1)
    [ "$found" = "$MOCKD_SHA256" ] ||
        fail "the checksum of $MOCKD_PACKAGE is $found and not $MOCKD_SHA256; check the inputs 'package' and 'sha256'"
fi
sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo
# apt takes a file for one only with a folder in front.
package=$(readlink -f "$package")
$sudo apt-get update -q
$sudo apt-get install -y -q --no-install-recommends "$package"
