#!/usr/bin/env bash
# test-install.sh PACKAGE.deb [SUITE]: installs the package in a new Debian system without Swift, uses it there, and
# removes it. Needs root, debootstrap and Debian's packages. Prints one line a promise, 'ok' or 'not ok'.
#
# The system comes from `debootstrap`, in SUITE (bookworm without it), and is deleted at the end. MOCKD_ROOT_CACHE names
# a tar file that keeps it for the next time. MOCKD_SYSTEMD=0 leaves out what needs systemd.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
package=$(readlink -f "$1")
suite=${2:-bookworm}
base=$(mktemp -d)
root=$base/root
failures=0
# The system is mounted in a namespace of its own, so nothing is left mounted however this ends.
if [ "${MOCKD_INSIDE:-}" != 1 ]; then
    rmdir "$base"
    MOCKD_INSIDE=1 exec unshare --mount --propagation private "$0" "$package" "$suite"
fi
trap 'umount -l "$root"/{proc,dev,sys} "$root" 2>/dev/null; rm -rf --one-file-system "$base"' EXIT

inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb "$@"; }
until_true() { for _ in $(seq 200); do "$@" && return; sleep 0.1; done; return 1; }
check() {
    local name=$1
    shift
    if "$@" >"$base/output" 2>&1; then echo "ok $name"; else
        echo "not ok $name: $*"
        sed 's/^/    /' "$base/output"
        failures=$((failures + 1))
    fi
}

make_system() {
    mkdir -p "$root"
    if [ -n "${MOCKD_ROOT_CACHE:-}" ] && [ -f "$MOCKD_ROOT_CACHE" ]; then
        tar -xf "$MOCKD_ROOT_CACHE" -C "$root"
    else
        debootstrap --variant=minbase --include=man-db,systemd "$suite" "$root" >"$base/log" 2>&1 || {
            tail -n 5 "$base/log"
            echo "not ok a system without Swift can be made"
            exit 1
        }
        [ -z "${MOCKD_ROOT_CACHE:-}" ] || tar -cf "$MOCKD_ROOT_CACHE" -C "$root" .
    fi
    # minbase leaves documentation out only where dpkg is told to; what a user sees is to be installed.
    rm -f "$root"/etc/dpkg/dpkg.cfg.d/*exclude*
    cp /etc/apt/sources.list "$root/etc/apt/" 2>/dev/null
    cp -r /etc/apt/{sources.list.d,apt.conf.d,trusted.gpg.d} "$root/etc/apt/" 2>/dev/null
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null
    # A folder that is a mount of its own, as the root of a system is: what is mounted in it stays in a namespace.
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount --rbind /sys "$root/sys"
    cp "$here/../../.ci/with-user-systemd" "$root/tmp/"
}

# Every file with its checksum, without what changes by itself: dpkg's and apt's own, caches, logs.
files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./sys -o -path ./run -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/lib/apt \
        -o -path ./var/cache -o -path ./var/log -o -path ./root -o -path ./etc/ld.so.cache \) -prune -o -print | LC_ALL=C sort)
}

make_system
inside apt-get update >"$base/log" 2>&1 || { tail -n 5 "$base/log"; echo "not ok the system finds its packages"; exit 1; }
# The library stays: it is a package of its own. What mockd brings must go.
inside apt-get install -y --no-install-recommends libinotifytools0 >"$base/log" 2>&1 && inside apt-get remove -y libinotifytools0 >>"$base/log" 2>&1
files >"$base/before"
cp "$package" "$root/tmp/"

# As an image is made: the RUN of the Dockerfile, in a system instead of an engine.
command=$(sed -n '/^RUN /,/[^\\]$/{s/^RUN //;p}' "$here/../docker/Dockerfile")
check "the Dockerfile's command installs the package and all that it needs" inside sh -c "$command"
check "no Swift is there" bash -c "! ls '$root'/usr/bin/swift* '$root'/opt/swift 2>/dev/null"
check "no library is missing" bash -c "! chroot '$root' ldd /usr/bin/mockd /usr/bin/mockd-watcher | grep 'not found'"
check "mockd says its version, with or without a commit" bash -c "chroot '$root' mockd --version | grep -qE \"^\$(dpkg-deb -f '$package' Version)( [(][0-9a-f]{7} [0-9]{4}-[0-9]{2}-[0-9]{2}[)])?\$\""
check "mockctl says the same" bash -c "chroot '$root' mockctl version | grep -qF \"\$(dpkg-deb -f '$package' Version)\""
for page in mockd mockctl mockd-watcher; do check "man finds the page of $page" inside man -w "$page"; done
check "man shows it" bash -c "chroot '$root' man mockd | grep -q 'mockd generate'"
for file in usr/share/bash-completion/completions/mockd usr/share/zsh/vendor-completions/_mockctl \
    usr/share/fish/vendor_completions.d/mockctl.fish usr/share/mockd/mockd.schema.json \
    usr/share/doc/mockd/mockd-watcher-source.tar.gz; do
    check "there is /$file" test -s "$root/$file"
done
check "bash reads its completions" inside bash -n /usr/share/bash-completion/completions/mockctl
check "systemd would find the unit's program" grep -q '^ExecStart=:/usr/bin/mockd watch' "$root/usr/lib/systemd/user/mockd@.service"

project=/root/Kitchen
mkdir -p "$root$project"/{Sources/Kitchen,Tests/KitchenTests}
cat >"$root$project/Package.swift" <<'END'
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
    name: "Kitchen",
    targets: [.target(name: "Kitchen"), .testTarget(name: "KitchenTests", dependencies: ["Kitchen"])])
END
cook() { printf '/// @mockable\nprotocol Cook { func %s() }\n' "$1" >"$root$project/Sources/Kitchen/Cook.swift"; }
mocked() { inside mockctl sync --timeout 20s "$project" >/dev/null; grep -q "func $1()" "$root$project/Tests/KitchenTests/Mocks/Cook.mocks.swift"; }
cook boil
check "mockd generate makes the mock" inside mockd generate "$project"
check "and --check is content" inside mockd generate "$project" --check
# A configuration takes YAML, a template Stencil: both use Foundation.
printf '{%% for type in types.protocols %%}class {{ type.name|capitalize|replace:"C","K" }}{{ "a b"|split:" "|join:"X"|uppercase }} {}\n{%% endfor %%}\n' >"$root$project/Mocks.stencil"
printf 'mock: annotated\nname: "{name}Mock"\nstyle: sourcery\ntemplate: Mocks.stencil\nmodules:\n  - {name: Kitchen, sources: [Sources/Kitchen], output: Out}\n' >"$root$project/.mockd.yml"
check "mockd generate reads a configuration and a template" inside mockd generate "$project"
check "and prints what the template says" grep -q 'class KookAXB {}' "$root$project/Out/Cook.mocks.swift"
rm -r "$root$project"/{.mockd.yml,Mocks.stencil,Out}
inside mockd watch "$project" >"$base/watch" 2>&1 &
watch=$!
check "mockd watch becomes ready" until_true inside mockctl status "$project" --wait ready
cook fry
check "an edit becomes a mock" until_true mocked fry
check "mockctl status says that all is done" inside mockctl status "$project" --wait idle
check "mockctl doctor finds the watcher" bash -c "chroot '$root' mockctl doctor '$project' | grep -q 'ok  watcher  '"
check "mockctl stop ends it" inside mockctl stop "$project"
wait "$watch"
check "with status 0" test "$?" -eq 0
refusal=$(inside mockd service install "$project" 2>&1)
check "without systemd, mockd service says the way out" bash -c '[[ "$0" == *"without systemd"* ]]' "$refusal"

# Under a real systemd: the package's unit, and the one that 'mockd service' writes over it.
cat >"$root/tmp/services" <<'END'
unit=$(systemd-escape --path --template=mockd@.service /root/Kitchen)
said() { if "$@" >/dev/null; then echo "ok $name"; else echo "not ok $name: $*"; systemctl --user --no-pager status "$unit" | sed 's/^/    /'; fi; }
equal() { [ "$1" = "$2" ]; }
file() { systemctl --user show --property FragmentPath --value "$unit"; }
name="systemd enables and starts the package's unit" said systemctl --user enable --quiet --now "$unit"
name="which is the one that runs" said equal "$(file)" /usr/lib/systemd/user/mockd@.service
name="mockctl reaches it" said mockctl sync --timeout 20s /root/Kitchen
name="it is stopped and disabled" said systemctl --user disable --quiet --now "$unit"
name="mockd service install starts one, too" said mockd service install /root/Kitchen
name="whose program is the package's" said grep -q '^ExecStart=:.*/usr/bin/mockd' "$(file)"
name="mockd service status sees it" said mockd service status /root/Kitchen
name="mockd service uninstall takes it back" said mockd service uninstall /root/Kitchen
name="and the package's unit is in force again" said equal "$(file)" /usr/lib/systemd/user/mockd@.service
END
if [ "${MOCKD_SYSTEMD:-1}" = 1 ]; then
    # The unit's services have namespaces of users, which the kernel gives no process in a chroot.
    unshare --mount --propagation private bash -c '
        cd "$0" && mkdir -p .old && pivot_root . .old && cd / && umount -l /.old && rmdir /.old &&
            exec /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
                /tmp/with-user-systemd bash /tmp/services' "$root" >"$base/services" 2>"$base/log"
    grep -aE '^(ok|not ok|    )' "$base/services"
    passed=$(grep -c '^ok' "$base/services")
    if [ "$passed" -ne 9 ]; then
        failures=$((failures + 9 - passed))
        echo "not ok all nine promises about services"
        tail -n 5 "$base/log"
    fi
fi

check "apt removes it" inside apt-get purge -y mockd
check "with what came with it" inside apt-get autoremove -y --purge
files >"$base/after"
check "and no file is left" diff "$base/before" "$base/after"
echo "$failures failed"
[ "$failures" -eq 0 ]
