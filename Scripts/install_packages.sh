#!/usr/bin/env bash
# Installs packages of Debian: install_packages.sh SUDO PACKAGE... SUDO is empty for root. While another program, such
# as the system's own updates, holds what apt-get locks, it tries again for a minute: apt-get waits only for dpkg.
set -euo pipefail
read -ra sudo <<< "$1"
shift
apt() {
  local errors
  for _ in {1..12}; do
    if errors=$("${sudo[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 -qq "$@" \
      2>&1 > /dev/null); then return; fi
    grep -q 'Could not get lock' <<< "$errors" || break
    sleep 5
  done
  echo "$errors" >&2
  return 1
}
apt update || true # What the lists name already can be installed.
apt install -y --no-install-recommends "$@"
