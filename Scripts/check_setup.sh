#!/usr/bin/env bash
# Runs `make setup-tests` in a new Debian, as root and as a user without sudo. No service may be enabled or listen
# afterwards, the unpacked programs must start, and without root the missing packages must be named.
set -euo pipefail
cd "$(dirname "$0")/.."
skip() { echo "check-setup is skipped: $1"; exit 0; }
[ "$(id -u)" = 0 ] || skip "it needs root"
command -v debootstrap > /dev/null || skip "debootstrap cannot be installed"
unshare --mount --propagation private true 2> /dev/null || skip "no file systems can be mounted here"

folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=make bookworm "$folder/root" http://deb.debian.org/debian > "$folder/log" 2>&1 \
  || skip "debootstrap fails here: $(tail -1 "$folder/log")"
cp /etc/resolv.conf "$folder/root/etc/"
mkdir "$folder/root/checkout"
cp -r Makefile Scripts "$folder/root/checkout/"
# The Makefile asks for nothing else of Swift.
printf '#!/bin/sh\nexit 0\n' > "$folder/root/usr/bin/swift"
chmod +x "$folder/root/usr/bin/swift"
chmod -R a+rwX "$folder/root/checkout"

inside() {
  unshare --mount --net --pid --fork --kill-child --propagation private bash -c '
    mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"' "$folder/root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}
online() {
  unshare --mount --pid --fork --kill-child --propagation private bash -c '
    mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"' "$folder/root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}
enabled() { inside find /etc/systemd /etc/rcS.d /etc/rc2.d /etc/rc3.d /etc/rc5.d -type l 2> /dev/null | sort; }

echo "without root, with nothing installed"
if online setpriv --reuid=65534 --regid=65534 --clear-groups make -C /checkout setup-tests > "$folder/log" 2>&1; then
  echo "setup-tests succeeds without what the build needs" >&2; exit 1
fi
grep -q 'not installed:.*libpng-dev' "$folder/log" || { cat "$folder/log"; exit 1; }

echo "as root"
enabled > "$folder/before"
online bash -c 'make -C /checkout setup-tests; status=$?; ls -d /proc/[0-9]* | wc -l > /running; exit $status' \
  > "$folder/log" 2>&1 || { tail -20 "$folder/log"; exit 1; }
enabled > "$folder/after"
diff "$folder/before" "$folder/after" || { echo "setup-tests enables these" >&2; exit 1; }
# The only processes were those of the command itself, so nothing listens.
grep -qx '[1-4]' "$folder/root/running" \
  || { echo "setup-tests starts $(< "$folder/root/running") processes" >&2; exit 1; }
for program in nginx docker-registry rsync skopeo chromium; do
  inside test -x "/checkout/.build-programs/bin/$program" || { echo "$program is not unpacked" >&2; exit 1; }
done
inside /checkout/.build-programs/bin/nginx -v
inside /checkout/.build-programs/bin/skopeo --version
inside /checkout/.build-programs/bin/chromium --headless=new --no-sandbox --dump-dom 'data:text/html,<p>shown' \
  2> /dev/null | grep -q 'shown'

echo "without root, with what the build needs"
inside dpkg --remove --force-depends jq > /dev/null
online setpriv --reuid=65534 --regid=65534 --clear-groups make -C /checkout setup-tests > "$folder/log" 2>&1 \
  || { tail -20 "$folder/log"; exit 1; }
grep -q 'not installed: jq' "$folder/log" && grep -q 'are skipped' "$folder/log" || { cat "$folder/log"; exit 1; }
echo "nothing is enabled, nothing runs, $(inside sh -c 'dpkg -l | grep -c ^ii') packages are installed"
