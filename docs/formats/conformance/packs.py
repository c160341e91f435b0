"""Reads the bytes of a pack by FORMAT.md alone. It needs only the standard library."""

import hashlib
import json
import re
import struct

READER, MASK = 3, (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)


class PackError(Exception):
    """The first argument is `refused` (no pack, or packs that do not fit), `damaged`, or `wrongType`."""


def check(condition, *problem):
    if not condition:
        raise PackError(*problem)


def unique(members):
    check(len(dict(members)) == len(members), "damaged", "a key twice")
    return dict(members)


def xxh64(data, seed=0):
    def rotate(value, bits):
        return (value << bits | value >> (64 - bits)) & MASK

    def lane(acc, word):
        return rotate(acc + word * P2 & MASK, 31) * P1 & MASK

    words = len(data) // 32 * 4
    total = seed + P5
    if words:
        lanes = [seed + P1 + P2 & MASK, seed + P2 & MASK, seed, seed - P1 & MASK]
        for at, word in enumerate(struct.unpack_from(f"<{words}Q", data)):
            lanes[at % 4] = lane(lanes[at % 4], word)
        total = sum(rotate(acc, bits) for acc, bits in zip(lanes, (1, 7, 12, 18)))
        for acc in lanes:
            total = ((total ^ lane(0, acc)) * P1 + P4) & MASK
    total, at = total + len(data) & MASK, words * 8
    for _ in range((len(data) - at) // 8):
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


class Entry:
    """A variant of an image, or a resource."""

    def __init__(self, pack, kind, name, fields):
        self.pack, self.name = pack, name
        self.place, (self.width, self.height, scale, ordinal) = (fields[0], fields[1], fields[6]), fields[2:6]
        self.scale, self.template = scale & 0xFF, scale >> 16
        folder, slash, last = name.rpartition("/")
        suffix = "" if self.scale == 1 else f"@{self.scale}x"
        prefix = pack.properties.get("imageNamePrefix", "")
        self.entry = f"resources/{name}" if kind else f"images/{folder}{slash}{prefix}{last}{suffix}.png"
        check(1 <= self.scale <= 9 and ordinal < pack.count and fields[0] + fields[1] <= len(pack.data), "damaged")

    def read(self):
        return self.pack.read(self.entry, *self.place)


class Pack:
    def __init__(self, data):
        self.data, self.claimed, self.index = data, {}, data[35:]
        check(len(self.index) >= 184 and self.index[:8] == b"\x89THP\r\n\x1a\n", "refused", "no pack")
        (minimum, self.header, length, index_length, self.slots, images, variants, resources, self.contract, *manifest,
         start, size, digest, count, property_bytes) = struct.unpack_from("<HIQQ4I32sQQ32sQQ32sII", self.index, 10)
        self.settings_place, self.count = (start, size, digest), variants + resources
        check(minimum <= READER, "refused", f"needs a reader of version {minimum}")
        check(property_bytes <= 4096 and self.header == (191 + property_bytes) // 8 * 8 + 8, "refused", "header")
        check(self.header <= len(self.index), "refused", "too short")
        checksum = xxh64(self.index[: self.header - 8])
        check(self.index[self.header - 8 :][:8] == struct.pack("<Q", checksum), "refused", "checksum")
        check(length == len(data) and index_length <= len(self.index), "refused", "length")
        check(self.slots and not self.slots & self.slots - 1, "refused", "slots")
        check(self.header + 8 * self.slots <= index_length, "refused", "slots")
        check(images <= variants and 64 * self.count <= index_length, "refused", "counts")
        check(max(start + size, manifest[0] + manifest[1]) <= len(data), "refused", "data after the end")
        self.index = self.index[:index_length]
        self.properties = self.read_properties(self.index[184 : 184 + property_bytes], count)
        self.id, self.members = self.properties["id"], self.properties.get("for", "").split()

    @staticmethod
    def read_properties(data, count):
        pairs, at = [], 0
        try:
            while at < len(data):
                key, value = struct.unpack_from("<HH", data, at)
                check(at + 4 + key + value <= len(data), "refused", "properties")
                pairs.append((data[at + 4 :][:key].decode(), data[at + 4 + key :][:value].decode()))
                at += 4 + key + value
        except (struct.error, UnicodeDecodeError) as error:
            raise PackError("refused", "properties") from error
        keys, found = [key.encode() for key, _ in pairs], dict(pairs)
        check(len(pairs) == count and keys == sorted(set(keys)) and "version" in found, "refused", "properties")
        check(re.fullmatch("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", found.get("id", "")), "refused", "id")
        check(found.get("extends") != found["id"], "refused", "extends itself")
        check(found["id"] != "default" or not {"extends", "axis", "for"} & set(found), "refused", "default")
        check(found["id"] == "default" or "axes" not in found, "refused", "axes")
        axes, members = found.get("axes", "").split(" "), found.get("for", "x y").split(" ")
        check(len(set(axes)) == len(axes) <= 16 and 2 <= len(members) <= 17, "refused", "axes")
        check(members == sorted(set(members)) and not {"default", found["id"]} & set(members), "refused", "members")
        check("for" not in found or not {"axis", "extends"} & set(found), "refused", "a combination")
        return found

    def find(self, kind, name):
        """The entries of a name in the order of their scales; none if the pack lacks it."""
        key = name.encode()
        digest = xxh64(key)
        slot = digest & (self.slots - 1)
        offset, flipped = struct.unpack_from("<II", self.index, self.header + 8 * slot)
        check(offset ^ flipped == 0xFFFFFFFF, "damaged", "slot")
        if not offset:
            return []
        check(offset + 16 <= len(self.index), "damaged", "slot")
        checksum, length, count = struct.unpack_from("<QII", self.index, offset)
        check(16 <= length <= min(103440, len(self.index) - offset) and 1 <= count <= 64, "damaged", "block")
        block, at = self.index[offset : offset + length], 16
        check(checksum == xxh64(block[8:], slot), "damaged", "checksum of a block")
        for _ in range(count):
            check(at + 16 <= length, "damaged", "record")
            size, name_length, own_kind, variants, own_hash = struct.unpack_from("<IHBBQ", block, at)
            end = at + 16 + 64 * variants
            check(own_kind <= 1 and 1 <= variants <= 9 and name_length <= 1024 and at + size <= length
                  and size == (23 + 64 * variants + name_length) // 8 * 8, "damaged", "record")
            if (own_kind, own_hash, block[end : end + name_length]) == (kind, digest, key):
                fields = [struct.unpack_from("<QQ4I32s", block, at + 16 + 64 * number) for number in range(variants)]
                return [Entry(self, kind, name, each) for each in fields]
            at += size
        check(at == length, "damaged", "block")
        return []

    def read(self, entry, start, size, digest):
        """The bytes of an entry. It shares none with another one."""
        others = [place for name, place in self.claimed.items() if name != entry]
        check(all(end <= start or start + size <= first for first, end in others), "damaged", "shared bytes")
        self.claimed[entry] = (start, start + size)
        data = self.data[start : start + size]
        check(hashlib.sha256(data).digest() == digest, "damaged", "SHA-256")
        return data

    def settings(self):
        if self.settings_place == (0, 0, bytes(32)):
            return None
        data = self.read("config.json", *self.settings_place)
        try:
            # `bytes.fromhex` refuses NaN and Infinity, which are not JSON.
            value = json.loads(data, parse_int=float, parse_constant=bytes.fromhex, object_pairs_hook=unique)
        except ValueError as error:
            raise PackError("damaged", "settings") from error
        check(isinstance(value, dict), "damaged", "settings")
        return value
