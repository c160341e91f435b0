#!/usr/bin/env bash
# Installs packages of Debian: install_packages.sh SUDO [PACKAGE...]. SUDO is empty for root. Without packages, it only
# updates the lists of packages. Runs of the same checkout wait for each other. While another program, such as the
# system's own updates, holds what apt-get locks, it tries again for a minute: apt-get waits only for dpkg.
set -euo pipefail
exec {lock}< "$0"
flock "$lock"
read -ra sudo <<< "$1"
shift
apt() {
  local errors
  for _ in {1..12}; do
    if errors=$("${sudo[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 -qq "$@" \
      2>&1 > /dev/null {lock}<&-); then return; fi
    grep -q 'Could not get lock' <<< "$errors" || break
    sleep 5
  done
  echo "$errors" >&2
  return 1
}
apt update || true # What the lists name already can be installed.
[ $# = 0 ] || apt install -y --no-install-recommends "$@"
