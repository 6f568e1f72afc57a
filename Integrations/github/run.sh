#!/usr/bin/env bash
# Checks the mocks of the project in $MOCKD_ROOT, or generates them, as $MOCKD_COMMAND says. mockd prints annotations by
# itself where GITHUB_ACTIONS is set.
set -euo pipefail

if ! command -v mockd >/dev/null; then
    echo "::error title=mockd::mockd is not in PATH; set the input 'package' to its .deb, or use a container that has it"
    exit 1
fi
case $MOCKD_COMMAND in
check) exec mockd generate "$MOCKD_ROOT" --check ;;
generate) exec mockd generate "$MOCKD_ROOT" ;;
*)
    echo "::error title=mockd::the input 'command' is '$MOCKD_COMMAND'; write 'check' or 'generate'"
    exit 1
    ;;
esac
