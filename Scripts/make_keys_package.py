#!/usr/bin/env python3
"""Packs the compiled programs of ThemeKeysPlugin into an artifact bundle, and writes the package that uses it.

usage: make_keys_package.py FOLDER VERSION [URL]

FOLDER has themepack-keys-tool-VERSION-PLATFORM for some platforms. Writes themepack-keys-VERSION.artifactbundle.zip and
themepack-keys-VERSION.tar there. With URL, the folder of the bundle's address, the package fetches the bundle;
without, it contains it. The same files give the same bytes.
"""

import hashlib
import io
import json
import pathlib
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRIPLES = {
    "linux-x86_64": "x86_64-unknown-linux-gnu", "linux-arm64": "aarch64-unknown-linux-gnu",
    "macos-x86_64": "x86_64-apple-macosx", "macos-arm64": "arm64-apple-macosx",
}
BUNDLE = "ThemeKeysBinary.artifactbundle"
EARLIEST = (1980, 1, 1, 0, 0, 0)


def bundle(programs, version):
    """Returns the files of the bundle by path: https://github.com/swiftlang/swift-evolution, proposal 305."""
    variants, files = [], {}
    for platform, program in programs.items():
        path = f"{platform}/ThemeKeysTool"
        files[f"{BUNDLE}/{path}"] = program.read_bytes()
        variants.append({"path": path, "supportedTriples": [TRIPLES[platform]]})
    tool = {"type": "executable", "version": version, "variants": variants}
    info = {"schemaVersion": "1.0", "artifacts": {"ThemeKeysTool": tool}}
    files[f"{BUNDLE}/info.json"] = (json.dumps(info, indent=2) + "\n").encode()
    return files


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as writer:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path, EARLIEST)
            entry.create_system = 3
            entry.external_attr = (0o755 if path.endswith("ThemeKeysTool") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            writer.writestr(entry, data)
    return packed.getvalue()


def packed(files):
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as writer:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"themepack-keys/{path}")
            entry.size, entry.mode = len(data), 0o644
            writer.addfile(entry, io.BytesIO(data))
    return tar.getvalue()


def main():
    folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    programs = {platform: folder / f"themepack-keys-tool-{version}-{platform}" for platform in sorted(TRIPLES)}
    programs = {platform: program for platform, program in programs.items() if program.exists()}
    if not programs:
        sys.exit(f"make_keys_package.py: there is no program of version {version} in {folder}")
    data = zipped(bundle(programs, version))
    name = f"themepack-keys-{version}.artifactbundle.zip"
    (folder / name).write_bytes(data)
    if len(sys.argv) > 3:
        digest = hashlib.sha256(data).hexdigest()
        place = f'url: "{sys.argv[3]}/{name}", checksum: "{digest}"'
        files = {}
    else:
        place = f'path: "{name}"'
        files = {name: data}
    manifest = (ROOT / "Packaging/keys/Package.swift").read_text().replace("BUNDLE", place)
    plugin = "Plugins/ThemeKeysPlugin/ThemeKeysPlugin.swift"
    files |= {"Package.swift": manifest.encode(), "LICENSE": (ROOT / "LICENSE").read_bytes(),
              plugin: (ROOT / plugin).read_bytes()}
    (folder / f"themepack-keys-{version}.tar").write_bytes(packed(files))
    print(f"{folder / name}: {len(data)} bytes, for {', '.join(programs)}")


main()
