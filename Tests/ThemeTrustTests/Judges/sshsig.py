#!/usr/bin/env python3
"""Signatures of OpenSSH by another implementation, written from PROTOCOL.sshsig, PROTOCOL.u2f and RFC 4251.

make FOLDER TYPE   writes FOLDER/TYPE.pub, a line of the public key, and FOLDER/TYPE.sig over FOLDER/message
verify FOLDER      reads FOLDER/*.sig, FOLDER/message and prints "NAME good" or "NAME bad" for each
"""

import base64
import hashlib
import struct
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

NAMESPACE = b"themepack"
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"


def string(value):
    return struct.pack(">I", len(value)) + value


def mpint(number):
    return string(number.to_bytes(number.bit_length() // 8 + 1, "big"))


def take(data, count):
    if count > len(data):
        raise ValueError("too short")
    return data[:count], data[count:]


def take_string(data):
    length, data = take(data, 4)
    return take(data, struct.unpack(">I", length)[0])


def signed(digest, name):
    return b"SSHSIG" + string(NAMESPACE) + string(b"") + string(name) + string(digest)


def touched(application, flags, counter, data):
    return (hashlib.sha256(application).digest() + bytes([flags]) + struct.pack(">I", counter)
            + hashlib.sha256(data).digest())


def make(folder, kind):
    message = (folder / "message").read_bytes()
    name = b"sha256" if "ecdsa" in kind else b"sha512"
    data = signed(hashlib.new(name.decode(), message).digest(), name)
    application = b"ssh:themepack"
    tail = b""
    if kind.startswith("sk-"):
        flags, counter = 5, 4_000_000_000
        data = touched(application, flags, counter, data)
        tail = bytes([flags]) + struct.pack(">I", counter)
    public = string(kind.encode())
    if "ecdsa" in kind:
        key = ec.generate_private_key(ec.SECP256R1())
        point = key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        public += string(b"nistp256") + string(point)
        r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
        value = mpint(r) + mpint(s)
    else:
        key = ed25519.Ed25519PrivateKey.generate()
        public += string(key.public_key().public_bytes_raw())
        value = key.sign(data)
    if kind.startswith("sk-"):
        public += string(application)
    blob = (b"SSHSIG" + struct.pack(">I", 1) + string(public) + string(NAMESPACE) + string(b"") + string(name)
            + string(string(kind.encode()) + string(value) + tail))
    text = base64.b64encode(blob).decode()
    lines = [text[at:at + 70] for at in range(0, len(text), 70)]
    (folder / f"{kind}.sig").write_text("\n".join([BEGIN, *lines, END, ""]))
    (folder / f"{kind}.pub").write_text(f"{kind} {base64.b64encode(public).decode()}\n")


def check(text, message):
    lines = text.split("\n")
    if lines[0] != BEGIN or lines[-2:] != [END, ""]:
        raise ValueError("no armor")
    data = base64.b64decode("".join(lines[1:-2]), validate=True)
    head, data = take(data, 10)
    if head != b"SSHSIG" + struct.pack(">I", 1):
        raise ValueError("no SSHSIG")
    public, data = take_string(data)
    namespace, data = take_string(data)
    reserved, data = take_string(data)
    name, data = take_string(data)
    value, data = take_string(data)
    if data or reserved or namespace != NAMESPACE or name not in (b"sha256", b"sha512"):
        raise ValueError("other fields")
    kind, public = take_string(public)
    value_kind, value = take_string(value)
    if kind != value_kind:
        raise ValueError("other type")
    if b"ecdsa" in kind:
        curve, public = take_string(public)
        if curve != b"nistp256":
            raise ValueError("other curve")
    point, public = take_string(public)
    signature, value = take_string(value)
    data = signed(hashlib.new(name.decode(), message).digest(), name)
    if kind.startswith(b"sk-"):
        application, public = take_string(public)
        flags, counter = struct.unpack(">BI", take(value, 5)[0])
        value = value[5:]
        if not flags & 1:
            raise ValueError("not touched")
        data = touched(application, flags, counter, data)
    if public or value:
        raise ValueError("too long")
    if b"ecdsa" in kind:
        r, rest = take_string(signature)
        s, rest = take_string(rest)
        if rest:
            raise ValueError("too long")
        numbers = utils.encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        key.verify(numbers, data, ec.ECDSA(hashes.SHA256()))
    else:
        ed25519.Ed25519PublicKey.from_public_bytes(point).verify(signature, data)


def verify(folder):
    message = (folder / "message").read_bytes()
    for path in sorted(folder.glob("*.sig")):
        try:
            check(path.read_text(), message)
            print(path.stem, "good")
        except (InvalidSignature, ValueError, IndexError, struct.error):
            print(path.stem, "bad")


if __name__ == "__main__":
    command, folder = sys.argv[1], Path(sys.argv[2])
    if command == "make":
        make(folder, sys.argv[3])
    else:
        verify(folder)
