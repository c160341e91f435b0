#!/usr/bin/env python3
"""usage: make_release.py FOLDER KEYS_TOOL

Packs FOLDER/stage into an archive of this platform, and writes its SBOM and SHA256SUMS beside it. Also writes the
program of ThemeKeysPlugin, and a package that contains it.

The same files give the same bytes. SOURCE_DATE_EPOCH sets all times; it defaults to the time of the current commit.
"""
# See docs/decisions/06-standalone-tool.md.

import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import uuid

ARCHIVE_MAX = 12_000_000
# Ubuntu 22.04, RHEL 9 and Amazon Linux 2023 have it. Swift's library forbids less: it is compiled against a C library
# in which threads and `dlopen` are of this version.
GLIBC_MAX = (2, 34)
ROOT = pathlib.Path(__file__).resolve().parent.parent
# Libraries that every supported system has with its C library.
SYSTEM_LIBRARIES = {"linux-vdso", "libc", "libm", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def fail(message):
    sys.exit(f"make_release.py: {message}")


def commit_time():
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or output("git", "log", "-1", "--format=%ct"))


def platform_name():
    system = {"Linux": "linux", "Darwin": "macos"}[platform.system()]
    machine = platform.machine().replace("aarch64", "arm64")
    return f"{system}-{machine}"


def check_tool(tool):
    if str(ROOT).encode() in tool.read_bytes():
        fail(f"the tool contains the path {ROOT}, so another checkout gives another tool")
    if platform.system() == "Linux":
        needed = {pathlib.Path(line.split()[0]).name.split(".so")[0] for line in output("ldd", str(tool)).splitlines()}
        if needed - SYSTEM_LIBRARIES:
            fail(f"the tool needs {', '.join(sorted(needed - SYSTEM_LIBRARIES))}, which not every system has")
        for version in re.findall(r"GLIBC_(\S+)", output("objdump", "-p", str(tool))):
            if not re.fullmatch(r"[\d.]+", version) or tuple(map(int, version.split("."))) > GLIBC_MAX:
                fail(f"the tool needs GLIBC_{version}, newer than {GLIBC_MAX}; 'objdump -T' names the symbols")


def debian(package):
    """The version and the license text of a Debian package; None elsewhere."""
    text = pathlib.Path(f"/usr/share/doc/{package}/copyright")
    if not text.exists():
        return None
    return output("dpkg-query", "-W", "-f", "${Version}", package), text


def license_text(path):
    """The text of a file, or the comment at the head of a source file."""
    text = path.read_bytes()
    return text.partition(b"*/")[0] + b"*/\n" if path.suffix == ".inc" else text


def components():
    """Returns the parts that are linked into the tool: name, version, SPDX license, package URL, license files."""
    found = []
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    licenses = {"swift-argument-parser": "Apache-2.0", "swift-crypto": "Apache-2.0"}
    for pin in pins:
        name = pin["identity"]
        if name == "swift-asn1":
            # A dependency of swift-crypto's other products.
            continue
        if name not in licenses:
            sys.exit(f"make_release: the license of the dependency {name} is not known")
        checkout = ROOT / ".build/checkouts" / name
        texts = [checkout / "LICENSE.txt"] + [path for path in [checkout / "NOTICE.txt"] if path.exists()]
        version = pin["state"]["version"]
        found.append((name, version, licenses[name], f"pkg:swift/github.com/apple/{name}@{version}", texts))
    if platform.system() == "Darwin":
        # The system has Swift's library and CryptoKit, and Homebrew the others.
        return found
    crypto = ROOT / ".build/checkouts/swift-crypto"
    # Its sources state the license, and nothing states the version.
    version = next(pin["state"]["version"] for pin in pins if pin["identity"] == "swift-crypto")
    source = crypto / "Sources/CXKCP/FIPS202-opt64/KeccakSponge.inc"
    found.append(("XKCP", f"of swift-crypto {version}", "CC0-1.0", None, [source]))
    # Its files name the Apache license, and the text is that of swift-crypto.
    revision = re.search(r"BoringSSL Commit: ([0-9a-f]+)", (crypto / "Package.swift").read_text()).group(1)
    found.append(("BoringSSL", revision, "Apache-2.0", None, [crypto / "LICENSE.txt"]))
    swift = pathlib.Path(json.loads(output("swift", "-print-target-info"))["paths"]["runtimeResourcePath"])
    version = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    text = swift.parent.parent / "share/swift/LICENSE.txt"
    found.append(("swift", version, "Apache-2.0 WITH Swift-exception", None, [text]))
    for name, package, license in [
        ("libpng", "libpng16-16", "libpng-2.0"), ("zlib", "zlib1g", "Zlib"), ("libdeflate", "libdeflate0", "MIT"),
        ("libzip", "libzip4", "BSD-3-Clause"), ("libstdc++", "libstdc++6", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ]:
        known = debian(package)
        if known:
            found.append((name, known[0], license, f"pkg:deb/debian/{package}@{known[0]}", [known[1]]))
    return found


def sbom(name, version, components, digest, time):
    """SPDX 2.3: https://spdx.github.io/spdx-spec/v2.3/"""
    def package(identity, name, version, license, url=None):
        entry = {
            "SPDXID": f"SPDXRef-{identity}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": license, "licenseDeclared": license,
            "copyrightText": "NOASSERTION",
        }
        if url:
            entry["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
            ]
        return entry

    own = package("themepack", "themepack", version, "MIT")
    own["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    own["primaryPackagePurpose"] = "APPLICATION"
    parts = [
        package(re.sub(r"[^A-Za-z0-9.-]", "-", part[0]), part[0], part[1], part[2], part[3]) for part in components
    ]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'themepack/{name}/{digest}')}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: themepack-make_release"],
        },
        "packages": [own] + parts,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": "SPDXRef-themepack"}
        ] + [
            {"spdxElementId": "SPDXRef-themepack", "relationshipType": "STATIC_LINK",
             "relatedSpdxElement": part["SPDXID"]} for part in parts
        ],
    }


def archive(stage, name, time):
    """Returns a .tar.gz whose bytes depend only on the files."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as writer:
        for path in sorted(stage.rglob("*")):
            entry = writer.gettarinfo(path, f"{name}/{path.relative_to(stage).as_posix()}")
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime = time
            entry.mode = 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644
            writer.addfile(entry, path.open("rb") if path.is_file() else None)
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0) as writer:
        writer.write(tar.getvalue())
    return packed.getvalue()


def main():
    folder = pathlib.Path(sys.argv[1])
    stage = folder / "stage"
    tool = stage / "bin/themepack"
    keys_tool = pathlib.Path(sys.argv[2])
    check_tool(tool)
    check_tool(keys_tool)
    version = output(str(tool.resolve()), "--version")
    time = commit_time()
    name = f"themepack-{version}-{platform_name()}"

    documents = stage / "share/doc/themepack"
    (documents / "licenses").mkdir(parents=True, exist_ok=True)
    for file in ["LICENSE", "CHANGELOG.md"]:
        (documents / file).write_bytes((ROOT / file).read_bytes())
    linked = components()
    for part in linked:
        text = b"\n".join(license_text(path) for path in part[4])
        (documents / "licenses" / f"{part[0]}.txt").write_bytes(text)

    digest = hashlib.sha256(tool.read_bytes()).hexdigest()
    bill = json.dumps(sbom(name, version, linked, digest, time), indent=2, sort_keys=True) + "\n"
    (documents / "themepack.spdx.json").write_text(bill)
    files = {f"{name}.tar.gz": archive(stage, name, time), f"{name}.spdx.json": bill.encode()}
    size = len(files[f"{name}.tar.gz"])
    if size > ARCHIVE_MAX:
        fail(f"the archive has {size} bytes; at most {ARCHIVE_MAX} are released")
    files[f"themepack-keys-tool-{version}-{platform_name()}"] = keys_tool.read_bytes()
    for file, data in files.items():
        (folder / file).write_bytes(data)
    print(output(str(ROOT / "Scripts/make_keys_package.py"), str(folder.resolve()), version))
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {file}\n" for file, data in sorted(files.items()))
    (folder / "SHA256SUMS").write_text(sums)
    print(f"themepack {version}: an archive of {size} bytes, with {', '.join(part[0] for part in linked)}")
    for file in [*sorted(files), "SHA256SUMS"]:
        print(folder / file)


main()
