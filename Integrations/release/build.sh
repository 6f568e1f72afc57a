#!/usr/bin/env bash
# build.sh [OUT]: makes a release of this clone in OUT, .build-release/packages without it:
#
#   mockd-VERSION-linux-ARCH.tar.gz         the programs, for any distribution with glibc
#   mockd_VERSION_ARCH.deb                  for Debian and Ubuntu
#   mockd-VERSION-linux-ARCH.artifactbundle.zip  for SwiftPM
#   SHA256SUMS
#
# The same commit gives the same bytes in any folder, with the same compiler and versions of the packages.
# It needs Swift and: apt-get install libinotifytools-dev binutils dpkg-dev zip
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

out=${1:-.build-release/packages}
Integrations/release/compile.sh .build-release .build-release/programs
Integrations/release/package.sh .build-release/programs "$out"
