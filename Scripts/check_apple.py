#!/usr/bin/env python3
"""Type-checks the libraries for Apple's systems, on any system: check_apple.py [PLATFORM...]

No SDK is needed. The standard library's interfaces come from the toolchain; Apple's modules come from
Tests/AppleStubs, which declares the signatures that are used. The compiler sees the real target, so `#if`, availability
and actor isolation are checked as in a build for that system. Nothing is linked or run.

It also checks that each file of Tests/AppleStubs/Planted fails with the errors that its first lines name.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUBS = ROOT / "Tests/AppleStubs"
OUTPUT = ROOT / ".build/apple"
# The target of each platform, and which of the two toolkits exist there.
PLATFORMS = {
    "ios": ("x86_64-apple-ios17.0-simulator", {"UIKit"}),
    "catalyst": ("x86_64-apple-ios17.0-macabi", {"UIKit", "AppKit"}),
    "macos": ("x86_64-apple-macos14.0", {"AppKit"}),
    "tvos": ("x86_64-apple-tvos17.0-simulator", {"UIKit"}),
    "watchos": ("x86_64-apple-watchos10.0-simulator", {"UIKit"}),
    # Without the table of an SDK, the compiler compares the version with iOS's. visionOS 1 corresponds to iOS 17.
    "visionos": ("x86_64-apple-xros17.0-simulator", {"UIKit"}),
}
STANDARD = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Observation"]
PRODUCTS = ["ThemeUI", "ThemeUserDefaults", "ThemeCatalogue", "ThemeUpdates"]
# Modules that use the libraries, and where they are compiled.
USERS = [
    ("Examples/Apps/SampleThemes", set(PLATFORMS) - {"watchos"}),
    ("Examples/Apps/UIKitExample", {"ios", "catalyst"}),
    ("Examples/Apps/SwiftUIExample", {"ios", "catalyst", "macos", "visionos"}),
    ("Tests/AppleStubs/Snippets/UIKitSnippets", {"ios", "catalyst", "tvos", "visionos"}),
    ("Tests/AppleStubs/Snippets/AppKitSnippets", {"macos"}),
    ("Tests/AppleStubs/Snippets/SwiftUISnippets", set(PLATFORMS)),
]
FEATURES = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]


def toolchain():
    """Returns the folder of the compiler's resources, that of its standard library, and the host's target."""
    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True).stdout)
    resources = Path(info["paths"]["runtimeResourcePath"])
    return resources, resources / info["target"]["platform"], info["target"]["moduleTriple"]


def libraries():
    """Returns the Swift targets of the products, each after those that it uses."""
    dump = subprocess.run(["swift", "package", "--package-path", ROOT, "dump-package"], check=True, capture_output=True)
    uses = {target["name"]: [name for use in target["dependencies"] for name in use.get("byName", [])[:1]]
            for target in json.loads(dump.stdout)["targets"]}
    order = []

    def visit(name):
        for used in uses[name]:
            visit(used)
        if name not in order and swift_files(ROOT / "Sources" / name):
            order.append(name)

    for product in PRODUCTS:
        visit(product)
    return order


def standard_interface(text, target):
    """Returns an interface of the standard library for another target.

    Functions that are deployed back have no body in an interface for Linux, and the compiler rejects the second of two
    `Failure` types where availability differs.
    """
    text = re.sub(r"^(// swift-module-flags:.*?-target )\S+", rf"\g<1>{target}", text, flags=re.M)
    text = text.replace("-target-min-inlining-version min", "-target-min-inlining-version target")
    text = re.sub(r"^\s*@backDeployed\(.*\)\n", "", text, flags=re.M)
    text = re.sub(r"^import Glibc\n", "", text, flags=re.M)
    implements = r"(?:^\s*@available\(.*\)\n)?^\s*@_implements\(_Concurrency\.Async\w+, Failure\).*\n"
    return re.sub(implements, "", text, flags=re.M)


def stub_interface(name, text, target, version):
    """Returns the interface of a stub, with the header that the compiler expects."""
    flags = f"-target {target} -disable-objc-interop -enable-library-evolution -swift-version 6 -O -module-name {name}"
    return (f"// swift-interface-format-version: 1.0\n{version}\n// swift-module-flags: {flags}\n"
            f"import Swift\nimport _Concurrency\n{text}")


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Failure(Exception):
    """The compiler's messages."""


class Platform:
    def __init__(self, name):
        self.name = name
        self.target, toolkits = PLATFORMS[name]
        self.folder = OUTPUT / name
        self.interfaces = self.folder / "interfaces"
        self.modules = self.folder / "modules"
        self.interfaces.mkdir(parents=True, exist_ok=True)
        self.modules.mkdir(exist_ok=True)
        self.resources, libraries, triple = toolchain()
        for module in STANDARD:
            text = (libraries / f"{module}.swiftmodule/{triple}.swiftinterface").read_text()
            version = next(line for line in text.splitlines() if line.startswith("// swift-compiler-version:"))
            write(self.interfaces / f"{module}.swiftinterface", standard_interface(text, self.target))
        for stub in sorted(STUBS.glob("*.swiftinterface")):
            if stub.stem not in {"UIKit", "AppKit"} - toolkits:
                text = stub_interface(stub.stem, stub.read_text(), self.target, version)
                write(self.interfaces / stub.name, text)

    def search_paths(self):
        return ["-target", self.target, "-module-cache-path", OUTPUT / "cache", "-I", self.interfaces,
                "-I", self.modules, "-I", STUBS / "C", "-Xcc", "-isystem", "-Xcc", STUBS / "C"]

    def compile(self, sources, *arguments):
        """Runs the compiler. Returns its messages, and whether there was no error.

        Some errors, such as data races, are found only after type-checking, in the intermediate language.
        """
        command = ["swiftc", "-frontend", *self.search_paths(), "-resource-dir", self.resources,
                   "-disable-objc-interop", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
                   "-emit-sil", "-o", os.devnull, *arguments]
        for feature in FEATURES:
            command += ["-enable-upcoming-feature", feature]
        run = subprocess.run([str(part) for part in [*command, *sources]], capture_output=True, text=True)
        return run.stderr, run.returncode == 0

    def emit(self, folder, package):
        """Checks the module of a folder, and makes it importable for those that follow."""
        module = self.modules / folder.name
        messages, is_sound = self.compile(
            swift_files(folder), "-module-name", folder.name, "-package-name", package,
            "-emit-module-path", f"{module}.swiftmodule", "-emit-module-doc-path", f"{module}.swiftdoc")
        if not is_sound:
            raise Failure(f"{self.name}: {folder.relative_to(ROOT)} does not compile\n{messages}")

    def extract_symbols(self, module):
        """Writes a module's symbol graphs, from which `make docs` builds the documentation."""
        folder = self.folder / "symbols"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = ["swift", "symbolgraph-extract", "-module-name", module, *self.search_paths(),
                   "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if run.returncode:
            raise Failure(f"{self.name}: no symbol graph of {module}\n{run.stderr}")


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


def check(platform, modules):
    """Checks the libraries, then the sources that use them."""
    for module in modules:
        platform.emit(ROOT / "Sources" / module, "themepack")
    platform.extract_symbols("ThemeUI")
    for folder, platforms in USERS:
        if platform.name in platforms:
            platform.emit(ROOT / folder, "apps")
    errors = 0
    for file in swift_files(STUBS / "Planted"):
        expected = re.findall(r"^// (\w+): (.+)$", file.read_text(), re.M)
        flags = [flag for name, value in expected if name == "flags" for flag in value.split()]
        if not expected:
            raise Failure(f"{file.relative_to(ROOT)}: the first lines name no error: // ios: message")
        for name, error in expected:
            if name == platform.name:
                messages, is_sound = platform.compile([file], "-module-name", "Planted", *flags)
                if is_sound or error not in messages:
                    raise Failure(f"{file.relative_to(ROOT)}: not found for {name}: {error}\n{messages}")
                errors += 1
    print(f"{platform.name}: {platform.target}, {errors} planted errors found", flush=True)


def main(names):
    unknown = set(names) - set(PLATFORMS)
    if unknown:
        print(f"no such platform: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 64
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        modules = libraries()
        runs = [pool.submit(check, Platform(name), modules) for name in names or PLATFORMS]
    failures = [run.exception() for run in runs if run.exception()]
    for failure in failures:
        if not isinstance(failure, Failure):
            raise failure
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
