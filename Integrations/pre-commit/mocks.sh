#!/usr/bin/env bash
# mocks.sh check|generate: the hooks of .pre-commit-hooks.yaml, run in the folder of the repository.
#
# mockd compares with the files on the disk; what git does not have yet would be missing in the commit.
set -euo pipefail

if ! command -v mockd >/dev/null; then
    echo "mockd is not in PATH; install it, or skip this hook once: SKIP=mockd-$1 git commit"
    exit 1
fi
case $1 in
check) mockd generate --check --quiet ;;
generate) mockd generate --quiet ;;
esac
missing=$(git ls-files --others --exclude-standard -- '*.mocks.swift')
if [ -n "$missing" ]; then
    printf 'not in git: %s\n' $missing
    echo "add these mocks, or name them in .gitignore"
    exit 1
fi
