#!/usr/bin/env bash
# compile.sh SCRATCH OUT: builds mockd, mockctl and mockd-watcher for machines without Swift and puts them into OUT.
#
# SCRATCH is the build folder; it may be kept for the next time. OUT also gets the licences of what is linked.
# The programs do not depend on the folders that they are built in.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1" "$2"
scratch=$(cd "$1" && pwd)
out=$(cd "$2" && pwd)

# The libraries that come with the compiler.
libraries=$(swiftc -print-target-info -static-stdlib |
    sed -n 's/^ *"runtimeResourcePath": *"\(.*\)",*$/\1/p')/linux
data=$(nm --defined-only "$libraries/lib_FoundationICU.a" 2>/dev/null | sed -n 's/^.* \(icudt[0-9]*_dat\)$/\1/p' | head -n 1)
[ -n "$data" ] || { echo "compile.sh: $libraries/lib_FoundationICU.a defines no icudt…_dat; see no-icu-data.c" >&2; exit 1; }
clang -c -O2 -DICU_DATA="__wrap_$data" "$here/no-icu-data.c" -o "$scratch/no-icu-data.o"

# -function-sections   lets the linker drop single functions; otherwise it drops whole files only.
# --no-export-dynamic  takes back what static linking of Swift's library asks for, for its backtraces: otherwise every
#                      public function is kept, with its name.
# --wrap               puts the empty package of no-icu-data.c in the place of ICU's data.
# lld                  comes with the compiler, so that each machine links in the same way.
flags=(
    --configuration release -debug-info-format none --disable-local-rpath --package-path "$root"
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker --build-id=none
    -Xlinker "--wrap=$data" -Xlinker "$scratch/no-icu-data.o"
    -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)

# build PRODUCT FOLDER OPTIONS...: FOLDER is named in no program, whatever it is.
build() {
    local product=$1 folder=$2
    shift 2
    local maps=("$folder=/build" "$root=/mockd")
    local options=()
    for map in "${maps[@]}"; do options+=(-Xswiftc -file-prefix-map -Xswiftc "$map" -Xcc "-ffile-prefix-map=$map"); done
    swift build "${flags[@]}" --scratch-path "$folder" "${options[@]}" --product "$product" "$@"
    local made
    made=$(swift build "${flags[@]}" --scratch-path "$folder" "${options[@]}" "$@" --show-bin-path)
    install -m 755 "$made/$product" "$out/$product"
    strip --strip-all --remove-section=.comment "$out/$product"
    # The compiler's hashes of its own work depend on its command line, with the folders. They are overwritten: without
    # the section, the linker's protection of tables (RELRO) is lost.
    local size
    size=$(readelf -SW "$out/$product" | sed -n 's/.* \.swift_modhash *[A-Z]* *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')
    head -c "$((16#${size:-0}))" /dev/zero >"$scratch/zeros"
    [ -z "$size" ] || objcopy --update-section ".swift_modhash=$scratch/zeros" "$out/$product"
}

build mockd "$scratch" --static-swift-stdlib
build mockd-watcher "$scratch" --static-swift-stdlib
# A static executable starts in half the time. Its flags are its own, and so is its folder: in one folder both programs
# would be built anew each time.
build mockctl "$scratch/mockctl" --static-swift-stdlib -Xswiftc -static-executable
"$here/stamp.sh" "$out/mockd" "$out/mockctl"

# Each distinct text once, with the packages that it belongs to.
swift_licence=$(dirname "$(dirname "$(command -v swiftc)")")/share/swift/LICENSE.txt
declare -A owners=() texts=()
for file in "$scratch"/checkouts/*/{LICENSE,NOTICE}* "$swift_licence"; do
    [ -f "$file" ] || continue
    name=$(basename "$(dirname "$file")")
    [ "$file" != "$swift_licence" ] || name="Swift's libraries, with Foundation and ICU"
    sum=$(sha256sum <"$file")
    owners[$sum]+="${owners[$sum]:+, }$name"
    texts[$sum]=$file
done
for sum in "${!owners[@]}"; do printf '%s\t%s\n' "${owners[$sum]}" "${texts[$sum]}"; done | LC_ALL=C sort |
    while IFS=$'\t' read -r names file; do printf '== %s: %s\n\n%s\n\n' "$names" "$(basename "$file")" "$(cat "$file")"; done \
        >"$out/third-party.txt"
