#!/usr/bin/env bash
# Builds a package that depends on ThemeRuntime alone, and holds that neither libpng nor libzip is needed for it, linked,
# or spoken of. Where the system allows it (as root), the libraries' headers are hidden while it builds.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
consumer=$repository/.build-consumer
rm -rf "$consumer/Sources"
mkdir -p "$consumer/Sources/Consumer"

cat > "$consumer/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "themepack", path: "$repository")],
    targets: [
        .executableTarget(name: "Consumer", dependencies: [.product(name: "ThemeRuntime", package: "themepack")])
    ]
)
EOF
cat > "$consumer/Sources/Consumer/main.swift" <<'EOF'
import ThemeRuntime

print("the runtime is linked")
EOF

cd "$consumer"
build="swift build"
if [ "$(uname -s)" = Linux ] && unshare --mount true 2>/dev/null; then
    hide=""
    for header in /usr/include/png.h /usr/include/zip.h /usr/include/libdeflate.h; do
        [ -e "$header" ] && hide="$hide mount --bind /dev/null $header;"
    done
    build="unshare --mount bash -c '$hide swift build'"
    echo "building with the headers of libpng and libzip hidden"
fi
log=$(eval "$build" 2>&1) || { echo "$log"; exit 1; }
echo "$log" | tail -n 1
if echo "$log" | grep -iE "warning|you may be able to install|libpng|libzip|libdeflate"; then
    echo "a consumer of ThemeRuntime sees the above" >&2
    exit 1
fi
if [ "$(uname -s)" = Linux ] && ldd .build/debug/Consumer | grep -E "libpng|libzip|libdeflate"; then
    echo "a consumer of ThemeRuntime is linked with the above" >&2
    exit 1
fi
.build/debug/Consumer
