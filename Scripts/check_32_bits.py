#!/usr/bin/env python3
"""Compiles model, format and runtime for 32 bits, and runs them there.

usage: Scripts/check_32_bits.py

watchOS 10 includes watches on which `Int` has 32 bits. Only embedded Swift comes with a standard library for such a
processor, here an i686. The sources are one module with the stubs of Tests/ThirtyTwoBits. What embedded Swift does not
have is rewritten or left out: key paths as functions, JSON of explanations, Codable, Foundation, threads, deltas.

The program mounts each pack of docs/formats/conformance, and each again with every number of its index replaced by
large ones, with right checksums. It must not trap, and must answer as the same program does with 64 bits.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = f"{ROOT}/Tests/ThirtyTwoBits"
BUILD = f"{ROOT}/.build/32-bits"
MODULES = ["ThemeSystem", "ThemeModel", "PackFormat", "ThemeRuntime"]
LEFT_OUT = re.compile(
    r"/(Programs|Delta|Ranges|Follow)/|/Files/(?!String)|/Assembly/(?!PackInMemory)|[+]Codable|/Base64[.]|/Exports[.]"
    r"|/(Sockets|FolderEntries|Workers|SerialWorker)[.]")
REWRITTEN = [
    (r"(?m)^\s*(@\S+ )*(public |package )?import (?!C[A-Z]).*$", ""),
    (r"\b(Theme(System|Model)|PackFormat)[.](open|openat)\(", r"ThirtyTwoBits.\3("),
    (r"\b(Theme(System|Model)|PackFormat)[.](read|write|close)\(", r"System.\3("),
    # Key paths as functions.
    (r"(\(|: |, )\\[.]self(\)|,)", r"\1{ $0 }\2"),
    (r"(\(|: |, )\\[.]([\w.]+)(\)|,)", r"\1{ $0.\2 }\3"),
    # Objects of JSON, whose members are existentials.
    (r"(?s)[.]members\(\[.*?\]\)\n", ".null\n"),
    (r"\(any JSONConvertible\)[?]", "SettingValue?"),
    (r"value[.]map [{] \(key, [$]0[.]json\) [}]", "value.map { (key, $0) }"),
    # An empty library, whose initializer has errors of several types.
    (r"(?s)    public convenience init\(\) [{].*?\n    [}]\n", ""),
    # A generic initializer of a class.
    (r"init\(copying source: some Collection<UInt8>", "init(copying source: UnsafeRawBufferPointer"),
    # A closure that rethrows.
    (r"(?s)try utf8[.]withContiguousStorageIfAvailable [{] bytes in\n\s*Result .*?[?][.]get\(\)",
     "let copy = Bytes(Array(utf8))\n        return try body(copy.bytes)"),
    # A function that only one module of a package may have.
    (r"        discard self\n", ""),
]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command[0]} ended with {result.returncode}\n{result.stderr}{result.stdout[-2000:]}")
    return result.stdout


def rewritten():
    for module in MODULES:
        for path in sorted(glob.glob(f"{ROOT}/Sources/*/{module}/**/*.swift", recursive=True)):
            if LEFT_OUT.search(path):
                continue
            with open(path) as file:
                text = file.read()
            for pattern, replacement in REWRITTEN:
                text = re.sub(pattern, replacement, text)
            name = f"{module}-{os.path.basename(path)}"
            # In the first line, so that the compiler's messages have the lines of the source.
            yield write(f"{BUILD}/sources/{name}", "import System; " + text)


def program(bits, processor, c_target, sources):
    folder = f"{BUILD}/{bits}"
    modules = []
    for name, header in [("System", f"{TESTS}/System.h")] + [
            (name, f"{ROOT}/Sources/C/{name}/include/{name}.h") for name in ["CThemeSystem", "CSHA256"]]:
        write(f"{folder}/modules/{name}/module.modulemap", f'module {name} {{ header "{header}" export * }}\n')
        modules += ["-I", f"{folder}/modules/{name}"]
    target = f"{processor}-unknown-none-elf"
    c_flags = ["-D__linux__", "-I/usr/include", "-I/usr/include/x86_64-linux-gnu", "-w"]
    # The diagnostics of embedded Swift also refuse what no code of the program reaches.
    run("swiftc", "-target", target, "-enable-experimental-feature", "Embedded", "-wmo", "-parse-as-library",
        "-O", "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-package-name", "themepack",
        "-suppress-warnings", "-Xllvm", "-sil-disable-pass=embedded-swift-diagnostics", *modules,
        *[word for flag in c_flags for word in ("-Xcc", flag)], "-module-name", "ThirtyTwoBits",
        "-c", "-o", f"{folder}/swift.o", *sources, *sorted(glob.glob(f"{TESTS}/*.swift")))
    objects = [f"{folder}/swift.o"]
    for source in [f"{TESTS}/runtime.c", *sorted(glob.glob(f"{ROOT}/Sources/C/CSHA256/*.c"))]:
        objects.append(f"{folder}/{os.path.basename(source)}.o")
        # Swift does not align the stack of an i686 as its C library does.
        run("clang", f"--target={c_target}", "-I/usr/include/x86_64-linux-gnu", "-O1", "-fno-pie", "-mstackrealign",
            "-w", f"-I{ROOT}/Sources/C/CSHA256/include", "-c", source, "-o", objects[-1])
    toolchain = os.path.dirname(os.path.dirname(os.path.realpath(run("which", "swiftc").strip())))
    run("gcc", f"-m{bits}", "-no-pie", "-o", f"{folder}/check", *objects,
        f"{toolchain}/lib/swift/embedded/{target}/libswiftUnicodeDataTables.a", "-lm", "-latomic")
    return f"{folder}/check"


def main():
    packs = sorted(glob.glob(f"{ROOT}/docs/formats/conformance/packs/*.zip"))
    sources = list(rewritten())
    narrow = run(program(32, "i686", "i686-linux-gnu", sources), *packs).splitlines()
    wide = run(program(64, "x86_64", "x86_64-linux-gnu", sources), *packs).splitlines()
    for left, right in zip(narrow, wide):
        if left != right:
            sys.exit(f"32 bits: {left}\n64 bits: {right}")
    if len(narrow) != len(wide) or len(narrow) < len(packs):
        sys.exit(f"{len(narrow)} lines with 32 bits, {len(wide)} with 64 bits")
    read = sum(int(line.split()[0]) for line in narrow if " forged ones are read" in line)
    print(f"{len(packs)} packs answer with 32 bits as with 64; of the forged ones, {read} are read")


if __name__ == "__main__":
    main()
