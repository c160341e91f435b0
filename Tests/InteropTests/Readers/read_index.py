"""Reads the index of a pack by FORMAT.md, without the code of this project, and checks its contents.

    read_index.py PACK [NAME ...]

Prints JSON: the theme; every image and resource that `manifest.json` lists, as the index gives it; and for each NAME
whether the index has it. Exits with 1 if the index, the manifest and the archive disagree. Needs only the standard
library. Its own XXH64 is compared with the xxhash module if that is installed.
"""

import hashlib
import json
import struct
import sys
import zipfile

MASK = (1 << 64) - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotate(value, bits):
    return (value << bits | value >> (64 - bits)) & MASK


def lane(acc, word):
    return rotate((acc + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data, seed=0):
    at = 0
    if len(data) >= 32:
        lanes = [(seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK]
        while at <= len(data) - 32:
            lanes = [lane(acc, word) for acc, word in zip(lanes, struct.unpack_from("<4Q", data, at))]
            at += 32
        total = sum(rotate(acc, bits) for acc, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for acc in lanes:
            total = ((total ^ lane(0, acc)) * P1 + P4) & MASK
    else:
        total = (seed + P5) & MASK
    total = (total + len(data)) & MASK
    while at <= len(data) - 8:
        total = (rotate(total ^ lane(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if at <= len(data) - 4:
        total = (rotate(total ^ struct.unpack_from("<I", data, at)[0] * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        total = rotate(total ^ byte * P5 & MASK, 11) * P1 & MASK
    total = (total ^ total >> 33) * P2 & MASK
    total = (total ^ total >> 29) * P3 & MASK
    return total ^ total >> 32


try:
    import xxhash

    for size in range(100):
        sample = bytes(range(size))
        assert xxhash.xxh64(sample, seed=size).intdigest() == xxh64(sample, size)
except ImportError:
    pass


def check(condition, message):
    if not condition:
        sys.exit(f"read_index: {message}")


class Index:
    START = 35  # after a local header of 30 bytes and the name "index"

    def __init__(self, pack):
        self.pack = pack
        header = pack[self.START :]
        check(header[:8] == b"\x89THP\r\n\x1a\n", "magic")
        self.version, minimum, self.header_length = struct.unpack_from("<HHI", header, 8)
        check(minimum <= 3, "needs a newer reader")
        pack_length, self.length = struct.unpack_from("<QQ", header, 16)
        self.slots, self.images, self.variants, self.resources = struct.unpack_from("<4I", header, 32)
        check(pack_length == len(pack), "pack length")
        self.bytes = header[: self.length]
        self.contract = header[48:80].hex()
        self.manifest, self.settings = self.stored(80), self.stored(128)
        count, length = struct.unpack_from("<II", header, 176)
        self.theme, at = {}, 184
        for _ in range(count):
            key, value = struct.unpack_from("<HH", header, at)
            at += 4
            self.theme[header[at : at + key].decode()] = header[at + key : at + key + value].decode()
            at += key + value
        check(at == 184 + length, "properties")
        check(self.header_length == (at + 7) // 8 * 8 + 8, "header length")
        (checksum,) = struct.unpack_from("<Q", header, self.header_length - 8)
        check(checksum == xxh64(header[: self.header_length - 8]), "header checksum")

    def stored(self, at):
        offset, length = struct.unpack_from("<QQ", self.bytes_at(at, 16))
        return {"offset": offset, "length": length, "sha256": self.bytes_at(at + 16, 32).hex()}

    def bytes_at(self, at, count):
        return self.pack[self.START + at : self.START + at + count]

    def find(self, kind, name):
        """The variants of a name; None if the index does not have it."""
        digest = xxh64(name)
        slot = digest & (self.slots - 1)
        offset, complement = struct.unpack_from("<II", self.bytes, self.header_length + slot * 8)
        check(offset ^ complement == 0xFFFFFFFF, "hash slot")
        if offset == 0:
            return None
        checksum, length, count = struct.unpack_from("<QII", self.bytes, offset)
        check(checksum == xxh64(self.bytes[offset + 8 : offset + length], slot), "block checksum")
        at = offset + 16
        for _ in range(count):
            size, name_length, own_kind, variants, own_hash = struct.unpack_from("<IHBBQ", self.bytes, at)
            names = at + 16 + variants * 64
            if own_kind == kind and own_hash == digest and self.bytes[names : names + name_length] == name:
                return [self.variant(at + 16 + number * 64) for number in range(variants)]
            at += size
        return None

    def variant(self, at):
        width, height, scale, _, ordinal = struct.unpack_from("<IIHHI", self.bytes, at + 16)
        offset, length = struct.unpack_from("<QQ", self.bytes, at)
        digest = self.bytes[at + 32 : at + 64].hex()
        check(hashlib.sha256(self.pack[offset : offset + length]).hexdigest() == digest, "SHA-256 of the bytes")
        return {
            "width": width, "height": height, "scale": scale, "ordinal": ordinal, "offset": offset, "bytes": length,
            "sha256": digest,
        }


def main(path, names):
    with open(path, "rb") as file:
        pack = file.read()
    index = Index(pack)
    archive = zipfile.ZipFile(path)
    check(archive.testzip() is None, "zip")
    check(archive.infolist()[0].filename == "index" and archive.read("index") == index.bytes, "first entry")
    manifest_bytes = pack[index.manifest["offset"] :][: index.manifest["length"]]
    check(archive.read("manifest.json") == manifest_bytes, "place of the manifest")
    check(hashlib.sha256(manifest_bytes).hexdigest() == index.manifest["sha256"], "digest of the manifest")
    manifest = json.loads(manifest_bytes)
    check(manifest["theme"] == index.theme, "theme")
    check(manifest["contract"] == "sha256:" + index.contract, "contract")

    ordinals = set()
    for kind, key in ((0, "images"), (1, "resources")):
        for entry in manifest[key]:
            name = entry["name"] if kind == 0 else entry["path"].removeprefix("resources/")
            variants = index.find(kind, name.encode())
            check(variants is not None, f"{name} is not found")
            variants = [v for v in variants if v["sha256"] == entry["sha256"] and v["scale"] == entry.get("scale", 1)]
            check(len(variants) == 1, f"{name} has no such variant")
            for field in ("width", "height", "bytes"):
                check(variants[0][field] == entry.get(field, 0), f"{field} of {name}")
            stored = pack[variants[0]["offset"] :][: variants[0]["bytes"]]
            check(archive.read(entry["path"]) == stored, f"bytes of {name}")
            ordinals.add(variants[0]["ordinal"])
    check(ordinals == set(range(index.variants + index.resources)), "ordinals")
    check(len({entry["name"] for entry in manifest["images"]}) == index.images, "number of images")
    found = {name: index.find(0, name.encode()) for name in names}
    print(json.dumps({"theme": index.theme, "variants": index.variants, "resources": index.resources, "found": found}))


main(sys.argv[1], sys.argv[2:])
