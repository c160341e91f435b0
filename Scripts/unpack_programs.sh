#!/usr/bin/env bash
# Unpacks programs of the distribution, with the libraries that the system lacks, below a folder, and installs nothing:
# a package of a server enables and starts it. FOLDER/bin gets a script for each program that is not installed.
#   unpack_programs.sh FOLDER PACKAGE...
set -euo pipefail
folder=$(realpath -m "$1"); shift
missing=()
for package in "$@"; do
  dpkg -s "$package" > /dev/null 2>&1 || [ -e "$folder/unpacked/$package" ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
mkdir -p "$folder"/{packages,root,bin,unpacked}
# As root, apt downloads as another user, who may not be able to write here.
own=(-o APT::Sandbox::User=root)
[ "$(id -u)" != 0 ] || "${0%/*}/install_packages.sh" ""
apt-get "${own[@]}" install --print-uris -qq --no-install-recommends "${missing[@]}" |
  sed -n "s/^'[^']*' \([^_ ]*\)_.*/\1/p" > "$folder/list"
(cd "$folder/packages" && xargs apt-get "${own[@]}" download -qq < "$folder/list")
for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
libraries=$(find "$folder/root" -name 'lib*.so*' ! -path '*/systemd/*' -printf '%h\n' | sort -u | paste -sd:)
start() { # PROGRAM: writes bin/PROGRAM
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "'$libraries'" "'$folder/root/$1'" > "$folder/bin/${1##*/}"
  chmod +x "$folder/bin/${1##*/}"
}
for package in "${missing[@]}"; do
  dpkg-deb -c "$folder/packages/${package}_"*.deb | sed -n 's|^-rwx.* \./\(usr/s\?bin/.*\)|\1|p'
done | while read -r program; do start "$program"; done
# Its program in `usr/bin` is a script that starts this one where it is usually installed.
[ ! -x "$folder/root/usr/lib/chromium/chromium" ] || start usr/lib/chromium/chromium
touch "${missing[@]/#/$folder/unpacked/}"
rm -r "$folder/packages"
