#!/usr/bin/env bash
# Walks from a key to a withdrawal with the tool and Examples/Follower, as the article FromKeyToFeed describes it;
# then Examples/Service follows the same feed. The sample is the app's project.
# Needs ssh-keygen. check_examples.sh builds all three.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$PWD/.build/debug/themepack
follower=$PWD/.build/debug/Follower
service=${SERVICE:-$PWD/.build/debug/ThemeService}
walk=$PWD/.build/walk
rm -rf "$walk"
mkdir -p "$walk"
cp -r assets themes themepack.json "$walk"
cd "$walk"

ssh-keygen -q -t ed25519 -N "" -f release -C release@example.org
echo "release@example.org namespaces=\"themepack*\" $(cut -d " " -f 1,2 release.pub)" > allowed_signers
"$tool" build --quiet > /dev/null
"$tool" sign -f release > /dev/null
"$tool" verify --quiet dist/*.themepack.zip --signed-by allowed_signers --identity release@example.org
# The app is built with these packs.
mkdir app
cp dist/*.zip app/

# Runs a program beside this script. Its log is empty before it runs, so it never has lines of an earlier program.
start() {
    local log=$1
    shift
    : > "$log"
    "$@" > "$log" 2>&1 &
    started=$!
}
has_lines() {
    local log=$1 line
    shift
    for line; do grep -q "$line" "$log" || return 1; done
}
# Waits until the log of the program that was started last has all these lines: minutes, on a slow machine.
await() {
    for _ in $(seq 3000); do
        if has_lines "$@"; then return; fi
        kill -0 "$started" 2> /dev/null || break
        sleep 0.1
    done
    if has_lines "$@"; then return; fi
    cat "$1"
    echo "error: $1 has no such line: ${*:2}" >&2
    exit 1
}

trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
start server.log python3 -u -m http.server 0 --bind 127.0.0.1 --directory dist
await server.log 'http://[0-9.:]*/'
address=$(grep -o -m 1 'http://[0-9.:]*/' server.log)

publish() {
    "$tool" feed dist/ --first --base-url "$address" "$@" > /dev/null
    "$tool" sign -f release dist/feed.json > /dev/null
    "$tool" feed dist/ --check --signed-by allowed_signers > /dev/null
}

# Runs the app until it has shown all these lines.
follow() {
    start shown stdbuf -oL "$follower" "$address" allowed_signers store app/default-*.zip app/year-*.zip
    await shown "$@"
    kill "$started" 2> /dev/null || true
    wait "$started" 2> /dev/null || true
}

publish
follow "year 1.2.0"
sed 's/"version": "1.2.0"/"version": "1.3.0"/' themes/year/theme.json > next.json
mv next.json themes/year/theme.json
"$tool" build --quiet > /dev/null
publish --rollout 100
follow "year 1.3.0"
grep -q "^year: [0-9]* of [0-9]* bytes" shown
# The delta has a few hundred bytes.
[ "$(sed -n 's/^year: \([0-9]*\) of .*/\1/p' shown | sort -n | tail -n 1)" -lt 2000 ]
# The app is started again, without anything new.
follow "year 1.3.0"
# The version before is published again.
publish --withdraw dist/year-1.3.0.themepack.zip
follow "year is new"
follow "year 1.2.0"
# The app's own check refuses the next version, and bars it. The version after that is shown.
version() {
    sed -i.old -e "s/\"version\": \".*\"/\"version\": \"$1\"/" themes/year/theme.json
    sed -i.old -e "s/\"title\": \"[0-9A-F]*\"/\"title\": \"$2\"/" themes/year/config.json
    rm -f themes/year/*.old
    "$tool" build --quiet > /dev/null
    publish
}
version 1.4.0 FFF6E5
follow "year is rolled back"
follow "not fetched again: the title of 'year' is invisible" "year 1.2.0"
version 1.5.0 7A0A18
follow "year 1.5.0"

# Expects a version of the theme.
answers() {
    port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' service.log)
    python3 -c "import sys, urllib.request as it; print(it.urlopen(sys.argv[1]).read().decode())" \
        "http://127.0.0.1:$port/version" > versions
    python3 -c "import json; print([it['version'] for it in json.load(open('versions')) if it['id'] == 'year'])" \
        | grep -qF "['$1']" || { cat versions; echo "error: the service does not have year $1" >&2; exit 1; }
}
serve_themes() {
    start service.log "$service" --port 0 app "$address" allowed_signers service-store
    await service.log "listening on"
}
serve_themes
await service.log "the theme 'year' is new"
answers 1.5.0
kill "$started"
wait "$started" || true
# After a restart it has what is installed.
serve_themes
answers 1.5.0
echo "an app and a service followed a feed from a key to a withdrawal"
