#!/usr/bin/env bash
# package.sh PROGRAMS OUT: packs what compile.sh put into PROGRAMS. build.sh lists the files.
#
# The version is the one that the program mockd prints. SOURCE_DATE_EPOCH is the date of all files: without it, that of
# the commit. MAINTAINER is written into the Debian package: without it, the author of the commit.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$2"
programs=$(cd "$1" && pwd)
out=$(cd "$2" && pwd)
export TZ=UTC LC_ALL=C
umask 022

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
maintainer=${MAINTAINER:-$(git -C "$root" log -1 --format='%an <%ae>')}
# '0.1.0 (1a2b3c4 2026-11-29)' is version 0.1.0.
version=$("$programs/mockd" --version)
version=${version%% *}
machine=$(uname -m)
architecture=$(dpkg --print-architecture)
name=mockd-$version-linux-$machine

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# stamp FOLDER: gives everything the same date and the same permissions, whatever the user's own are.
stamp() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}

# archive FOLDER NAME FILE: packs FOLDER/NAME.
archive() {
    stamp "$1/$2"
    tar --create --directory "$1" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu "$2" | gzip -9n >"$3"
}

# manual_pages FOLDER, completions BASH ZSH FISH: as mockctl prints them, which has to stand beside mockd.
manual_pages() {
    mkdir -p "$1"
    for program in mockd mockctl; do "$programs/mockctl" man "$program" >"$1/$program.1"; done
    cp "$here/debian/mockd-watcher.1" "$1"
}
completions() {
    mkdir -p "$@"
    for program in mockd mockctl; do
        # bash-completion reads the script; nothing runs it.
        "$programs/$program" --generate-completion-script bash | sed '1{/^#!/d}' >"$1/$program"
        "$programs/$program" --generate-completion-script zsh >"$2/_$program"
        "$programs/$program" --generate-completion-script fish >"$3/$program.fish"
    done
}

# schema FOLDER: the schema of .mockd.yml, which 'mockd init' finds beside the program.
schema() {
    mkdir -p "$1"
    "$programs/mockd" config --schema >"$1/mockd.schema.json"
}

# The unit is not 'mockd service install's own: that may neither replace nor remove it.
unit() {
    sed -e "1s|.*|# Enable it for a project: systemctl --user enable --now \"\$(systemd-escape --path --template=mockd@.service FOLDER)\"|" \
        -e "s|^ExecStart=:\"%h/.local/bin/mockd\"|ExecStart=:$1/mockd|" "$root/systemd/mockd@.service"
}

# The GPL asks for the sources of mockd-watcher beside the program; libinotifytools itself is not in any package here.
watcher_sources() {
    local folder=$work/watcher/mockd-watcher-$version
    mkdir -p "$folder/Sources"
    cp -r "$root"/Sources/{mockd-watcher,WatcherFrames,CInotifyTools} "$folder/Sources"
    cp "$root/Package.swift" "$here/compile.sh" "$folder"
    archive "$work/watcher" "mockd-watcher-$version" "$1"
}

tarball() {
    local folder=$work/tar/$name
    mkdir -p "$folder"/{bin,share/doc/mockd}
    install -t "$folder/bin" "$programs"/{mockd,mockctl,mockd-watcher}
    manual_pages "$folder/share/man/man1"
    completions "$folder/share/bash-completion/completions" "$folder/share/zsh/site-functions" \
        "$folder/share/fish/vendor_completions.d"
    schema "$folder/share/mockd"
    cp "$root/LICENSE" "$folder/share/doc/mockd/Apache-2.0"
    cp /usr/share/common-licenses/GPL-2 "$folder/share/doc/mockd/GPL-2"
    cp "$here/debian/copyright" "$programs/third-party.txt" "$folder/share/doc/mockd"
    watcher_sources "$folder/share/doc/mockd/mockd-watcher-source.tar.gz"
    archive "$work/tar" "$name" "$out/$name.tar.gz"
}

bundle() {
    local folder=$work/bundle/mockd.artifactbundle
    mkdir -p "$folder/$name"
    cp -r "$work/tar/$name"/{bin,share} "$folder/$name"
    rm -r "$folder/$name"/share/{man,bash-completion,zsh,fish}
    local artifacts=()
    for program in mockctl mockd mockd-watcher; do
        artifacts+=("$(printf '    "%s": {"type": "executable", "version": "%s", "variants": [\n      {"path": "%s", "supportedTriples": ["%s-unknown-linux-gnu"]}\n    ]}' \
            "$program" "$version" "$name/bin/$program" "$machine")")
    done
    {
        printf '{\n  "schemaVersion": "1.0",\n  "artifacts": {\n'
        printf '%s,\n' "${artifacts[@]:0:2}"
        printf '%s\n  }\n}\n' "${artifacts[2]}"
    } >"$folder/info.json"
    stamp "$folder"
    rm -f "$out/$name.artifactbundle.zip"
    (cd "$work/bundle" && find mockd.artifactbundle | sort | zip -9 -X -q -@ "$out/$name.artifactbundle.zip")
}

debian_package() {
    local folder=$work/deb/mockd
    local share=$folder/usr/share
    mkdir -p "$folder"/{DEBIAN,usr/bin,usr/lib/systemd/user} "$share"/{doc/mockd,lintian/overrides}
    install -t "$folder/usr/bin" "$programs"/{mockd,mockctl,mockd-watcher}
    unit /usr/bin >"$folder/usr/lib/systemd/user/mockd@.service"
    manual_pages "$share/man/man1"
    completions "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    schema "$share/mockd"
    cp "$here/debian/copyright" "$share/doc/mockd"
    cp "$programs/third-party.txt" "$share/doc/mockd/third-party"
    watcher_sources "$share/doc/mockd/mockd-watcher-source.tar.gz"
    cp "$here/debian/lintian-overrides" "$share/lintian/overrides/mockd"
    printf 'mockd (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' "$version" "$version" "$maintainer" \
        "$(date --utc --date "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')" >"$share/doc/mockd/changelog"
    gzip -9n "$share"/man/man1/*.1 "$share/doc/mockd/changelog" "$share/doc/mockd/third-party"
    control "$folder" >"$folder/DEBIAN/control"
    (cd "$folder" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    stamp "$folder"
    chmod 755 "$folder"/usr/bin/*
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/mockd_${version}_$architecture.deb" >/dev/null
}

# dpkg-shlibdeps reads which versions of which packages the programs need; it wants a source package around it.
control() {
    mkdir -p "$work/shlibs/debian"
    printf 'Source: mockd\n\nPackage: mockd\nArchitecture: any\n' >"$work/shlibs/debian/control"
    local depends size
    depends=$(cd "$work/shlibs" && dpkg-shlibdeps -O "$1"/usr/bin/{mockd,mockctl,mockd-watcher} 2>/dev/null |
        sed -n 's/^shlibs:Depends=//p')
    size=$(find "$1/usr" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
    cat <<END
Package: mockd
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: bubblewrap
Section: devel
Priority: optional
Description: mock generator for Swift that follows each save
 mockd watches the sources of Swift packages with inotify and rewrites only the
 mocks that depend on what was saved. It also generates mocks once, for
 continuous integration, and says which of them are stale. mockctl asks the
 running daemon.
END
}

tarball
bundle
debian_package
(cd "$out" && sha256sum "mockd_${version}_$architecture.deb" "$name.artifactbundle.zip" "$name.tar.gz" >SHA256SUMS && cat SHA256SUMS)
