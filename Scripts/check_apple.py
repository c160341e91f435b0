#!/usr/bin/env python3
"""Type-checks the libraries for Apple's systems, on any system: check_apple.py [PLATFORM...]

No SDK is needed. The standard library's interfaces come from the toolchain; Apple's modules come from
Tests/AppleStubs, which declares the signatures that are used. The compiler sees the real target, so `#if`, availability
and actor isolation are checked as in a build for that system. Nothing is linked or run.

It also type-checks the plugins as Xcode compiles them, and that each file of Tests/AppleStubs/Planted
fails with the errors that its first lines name.

A module is compiled again only if something that its compilation reads has changed: this script, the compiler, a
declaration in Tests/AppleStubs, its own sources, or a module that it uses.
"""

# See docs/decisions/32-apples-systems.md.

import hashlib
import json
import os
import re
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
COMPLETE = {PLATFORMS[name][0] for name in ("ios", "macos")}
STANDARD = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Observation"]
# Modules that use the libraries, and where they are compiled. An example is one module with the code that both share,
# as in an app that somebody makes of it in Xcode.
SHARED = "Examples/Apps/SampleThemes"
USERS = [
    ("Examples/Apps/UIKitExample", {"ios", "catalyst"}),
    ("Examples/Apps/SwiftUIExample", {"ios", "catalyst", "macos", "visionos"}),
    ("Tests/AppleStubs/Snippets/UIKitSnippets", {"ios", "catalyst", "tvos", "visionos"}),
    ("Tests/AppleStubs/Snippets/AppKitSnippets", {"macos"}),
    ("Tests/AppleStubs/Snippets/SwiftUISnippets", set(PLATFORMS)),
]
# A function or an accessor in an interface, which is indented: its head, then its body.
BODY = re.compile(r"^(( *)(?:@.* )?(?:[\w()]+ )*?(?:func|init|get|set|_read|_modify)\b.*) \{\n"
                  r"(?:\2 .*\n|\n|\2#.*\n)*\2\}$", re.M)
FEATURES = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]


def toolchain():
    """Returns the folder of the compiler's resources, that of its standard library, and the host's target."""
    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True).stdout)
    resources = Path(info["paths"]["runtimeResourcePath"])
    return resources, resources / info["target"]["platform"], info["target"]["moduleTriple"]


def libraries():
    """Returns the Swift targets of all library products with those that they use, each after these."""
    # A folder of its own, because a build in the usual one locks it until it ends.
    dump = subprocess.run(["swift", "package", "--package-path", ROOT, "--scratch-path", OUTPUT / "package",
                           "dump-package"], check=True, capture_output=True)
    package = json.loads(dump.stdout)
    uses = {target["name"]: [name for use in target["dependencies"] for name in use.get("byName", [])[:1]]
            for target in package["targets"]}
    order = {}

    def visit(name):
        for used in uses[name]:
            visit(used)
        if name not in order and swift_files(sources(name)):
            order[name] = [used for used in uses[name] if used in order]

    for product in package["products"]:
        if "library" in product["type"]:
            for target in product["targets"]:
                visit(target)
    return order


def digest(*parts):
    """Returns the SHA-256 of texts and of the names and contents of files."""
    hasher = hashlib.sha256()
    for part in parts:
        content = str(part.relative_to(ROOT)).encode() + b"\0" + part.read_bytes() if isinstance(part, Path) \
            else part.encode()
        hasher.update(hashlib.sha256(content).digest())
    return hasher.hexdigest()


def standard_interface(text, target):
    """Returns an interface of the standard library for another target.

    Functions that are deployed back have no body in an interface for Linux, and the compiler rejects the second of two
    `Failure` types where availability differs. Compiling bodies takes most of the time. Only those of transparent
    functions matter to the compiler's messages: it finds an overflow in the body of `+`. They stay for the two systems
    that compile all code between them.
    """
    text = re.sub(r"^(// swift-module-flags:.*?-target )\S+", rf"\g<1>{target}", text, flags=re.M)
    bodies = "-Onone " if target in COMPLETE else "-Onone -experimental-skip-all-function-bodies "
    text = re.sub(r"^(// swift-module-flags:.* )-O ", rf"\g<1>{bodies}", text, flags=re.M)
    text = text.replace("-target-min-inlining-version min", "-target-min-inlining-version target")
    text = re.sub(r"^\s*@backDeployed\(.*\)\n", "", text, flags=re.M)
    text = re.sub(r"^import Glibc\n", "", text, flags=re.M)

    def without_body(found):
        attributes = text[:found.end(1)].rsplit("\n", 5)[1:]
        return found[0] if any("@_transparent" in line for line in attributes) else found[1]

    if target in COMPLETE:
        text = BODY.sub(without_body, text)
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
        # Every compilation reads these; the headers of the C targets are among them.
        headers = [*STUBS.glob("C/*"), *ROOT.glob("Sources/C/*/include/*.h")]
        self.base = digest(Path(__file__), *sorted(self.interfaces.glob("*.swiftinterface")), *sorted(headers))
        # The digests of what the modules were compiled from.
        self.digests = {}

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

    def emit(self, folder, uses, package=None):
        """Checks the module of a folder, and makes it importable for those that follow."""
        module = self.modules / folder.name
        sources = swift_files(folder)
        if ROOT / SHARED in folder.parent.iterdir():
            sources += swift_files(ROOT / SHARED)
        if embedded := sorted(folder.rglob("*.json")):
            sources.append(self.folder / f"{folder.name}-resources.swift")
            write(sources[-1], embedded_resources(embedded))
        self.digests[folder.name] = digest(self.base, *(self.digests[name] for name in uses), *sources)
        record = Path(f"{module}.digest")
        if record.exists() and record.read_text() == self.digests[folder.name]:
            return
        record.unlink(missing_ok=True)
        arguments = ["-module-name", folder.name, *(["-package-name", package] if package else []),
                     "-emit-module-path", f"{module}.swiftmodule", "-emit-module-doc-path", f"{module}.swiftdoc",
                     "-emit-module-source-info-path", f"{module}.swiftsourceinfo"]
        messages, is_sound = self.compile(sources, *arguments)
        if not is_sound:
            raise Failure(f"{self.name}: {folder.relative_to(ROOT)} does not compile\n{messages}")
        record.write_text(self.digests[folder.name])

    def finds(self, file, error, flags):
        """Checks that a file fails with an error."""
        found = digest(self.base, *(self.digests[name] for name in sorted(self.digests)), file)
        record = self.modules / f"{file.stem}.planted"
        if record.exists() and record.read_text() == found:
            return
        messages, is_sound = self.compile([file], "-module-name", "Planted", *flags)
        if is_sound or error not in messages:
            raise Failure(f"{file.relative_to(ROOT)}: not found for {self.name}: {error}\n{messages}")
        record.write_text(found)


class Xcode:
    """Apple's Xcode, which adds a module to that of plugins. The plugins run on the host, so this is the host's target.

    PackagePlugin is that of the toolchain.
    """

    name = "xcode"
    target = "declared XcodeProjectPlugin"

    def __init__(self):
        self.folder = OUTPUT / self.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.search = ["-I", toolchain()[0] / "pm/PluginAPI", "-I", self.folder]
        stub = (STUBS / "Xcode/XcodeProjectPlugin.swift").read_text()
        write(self.folder / "XcodeProjectPlugin.swift", stub)
        messages, is_sound = self.compile([self.folder / "XcodeProjectPlugin.swift"],
                                          "-module-name", "XcodeProjectPlugin", "-emit-module",
                                          "-o", self.folder / "XcodeProjectPlugin.swiftmodule")
        if not is_sound:
            raise Failure(f"{STUBS.name}/Xcode/XcodeProjectPlugin.swift does not compile\n{messages}")

    def compile(self, sources, *arguments):
        command = ["swiftc", "-frontend", *self.search, "-swift-version", "6", "-warnings-as-errors",
                   "-parse-as-library", "-package-description-version", "6.2",
                   *(arguments if "-emit-module" in arguments else ["-typecheck", *arguments])]
        run = subprocess.run([str(part) for part in [*command, *sources]], capture_output=True, text=True)
        return run.stderr, run.returncode == 0

    def finds(self, file, error, flags):
        messages, is_sound = self.compile([file], "-module-name", "Planted", *flags)
        if is_sound or error not in messages:
            raise Failure(f"{file.relative_to(ROOT)}: not found for {self.name}: {error}\n{messages}")


def check_plugins(xcode):
    """Checks the plugins as Xcode compiles them."""
    for folder in sorted((ROOT / "Plugins").iterdir()):
        messages, is_sound = xcode.compile(swift_files(folder), "-module-name", folder.name)
        if not is_sound:
            raise Failure(f"{xcode.name}: {folder.relative_to(ROOT)} does not compile\n{messages}")
    check_planted(xcode)


def sources(module):
    """Returns the folder of a target; one that does not exist if it is none of a floor."""
    return next(ROOT.glob(f"Sources/*/{module}"), ROOT / "Sources" / module)


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


def embedded_resources(files):
    """Stands for the file that SwiftPM writes for embedded files. Nothing runs, so their bytes do not matter."""
    names = [re.sub(r"\W", "_", file.name) for file in files]
    return "struct PackageResources {\n%s}\n" % "".join(f"    static let {name}: [UInt8] = []\n" for name in names)


def check(platform, modules):
    """Checks the libraries, then the sources that use them."""
    for module, uses in modules.items():
        platform.emit(sources(module), uses, "themepack")
    for folder, platforms in USERS:
        if platform.name in platforms:
            platform.emit(ROOT / folder, sorted(platform.digests))
    check_planted(platform)


def check_planted(platform):
    """Checks that each mistake is found that a file of Planted names for this system."""
    errors = 0
    for file in swift_files(STUBS / "Planted"):
        expected = re.findall(r"^// (\w+): (.+)$", file.read_text(), re.M)
        flags = [flag for name, value in expected if name == "flags" for flag in value.split()]
        if not expected:
            raise Failure(f"{file.relative_to(ROOT)}: the first lines name no error: // ios: message")
        for name, error in expected:
            if name == platform.name:
                platform.finds(file, error, flags)
                errors += 1
    print(f"{platform.name}: {platform.target}, {errors} planted errors found", flush=True)


def main(names):
    unknown = set(names) - {*PLATFORMS, Xcode.name}
    if unknown:
        print(f"no such platform: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 64
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        modules = libraries()
        runs = [pool.submit(check, Platform(name), modules) for name in names or PLATFORMS if name in PLATFORMS]
        if not names or Xcode.name in names:
            runs.append(pool.submit(lambda: check_plugins(Xcode())))
    failures = [run.exception() for run in runs if run.exception()]
    for failure in failures:
        if not isinstance(failure, Failure):
            raise failure
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
