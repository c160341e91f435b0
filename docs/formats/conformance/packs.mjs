/**
 * Reads the bytes of a pack by FORMAT.md alone. Needs nothing but the language, in node and in browsers.
 * @module
 */

const READER = 3;
const [P1, P2, P3, P4, P5] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n];
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `kind` is `refused` (no pack, or packs that do not fit), `damaged`, or `wrongType`. */
export class PackError extends Error {
  constructor(/** @type {"refused" | "damaged" | "wrongType"} */ kind, detail = "") {
    super(`${kind}: ${detail}`);
    this.kind = kind;
  }
}

/** @type {(condition: unknown, kind: "refused" | "damaged" | "wrongType", detail?: string) => asserts condition} */
export function check(condition, kind, detail) {
  if (!condition) throw new PackError(kind, detail);
}

/** XXH64. @param {Uint8Array} data */
export function xxh64(data, seed = 0n) {
  const u64 = (value) => BigInt.asUintN(64, value);
  const rotate = (value, bits) => u64(value << bits | value >> 64n - bits);
  const lane = (sum, word) => u64(rotate(u64(sum + word * P2), 31n) * P1);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0, total = seed + P5;
  if (data.length >= 32) {
    const lanes = [u64(seed + P1 + P2), u64(seed + P2), seed, u64(seed - P1)];
    for (; at <= data.length - 32; at += 32) {
      for (const number of lanes.keys()) lanes[number] = lane(lanes[number], view.getBigUint64(at + 8 * number, true));
    }
    total = [1n, 7n, 12n, 18n].reduce((sum, bits, number) => sum + rotate(lanes[number], bits), 0n);
    for (const sum of lanes) total = u64((u64(total) ^ lane(0n, sum)) * P1 + P4);
  }
  total = u64(total + BigInt(data.length));
  for (; at <= data.length - 8; at += 8) {
    total = u64(rotate(total ^ lane(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  }
  if (at <= data.length - 4) {
    total = u64(rotate(total ^ u64(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < data.length; at++) total = u64(rotate(total ^ u64(BigInt(data[at]) * P5), 11n) * P1);
  total = u64((total ^ total >> 33n) * P2);
  total = u64((total ^ total >> 29n) * P3);
  return total ^ total >> 32n;
}

/** A variant of an image, or a resource. */
export class Entry {
  /** @param {Pack} pack @param {number} at the place of its record in the index */
  constructor(pack, kind, name, at) {
    const slash = name.lastIndexOf("/") + 1;
    this.pack = pack;
    this.name = name;
    this.place = pack.place(at);
    [this.width, this.height] = [pack.view.getUint32(at + 16, true), pack.view.getUint32(at + 20, true)];
    this.scale = pack.view.getUint8(at + 24);
    this.template = pack.view.getUint16(at + 26, true);
    const suffix = this.scale === 1 ? "" : `@${this.scale}x`;
    const prefix = pack.properties.get("imageNamePrefix") ?? "";
    const path = `${name.slice(0, slash)}${prefix}${name.slice(slash)}${suffix}.png`;
    this.entry = kind ? `resources/${name}` : `images/${path}`;
    check(this.scale >= 1 && this.scale <= 9 && pack.view.getUint32(at + 28, true) < pack.count
      && this.place.end <= pack.data.length, "damaged", "entry");
  }

  /** The bytes, after their SHA-256 was checked. @returns {Promise<Uint8Array>} */
  read() { return this.pack.read(this.entry, this.place); }
}

export class Pack {
  /** @param {Uint8Array} data the whole file */
  constructor(data) {
    this.data = data;
    this.index = data.subarray(35);
    /** The places of the entries that were read. @type {Map<string, {start: number, end: number}>} */
    this.claimed = new Map();
    const view = this.view = new DataView(data.buffer, data.byteOffset + Math.min(35, data.length));
    check(view.byteLength >= 184, "refused", "too short");
    check(view.getBigUint64(0) === 0x8954_4850_0d0a_1a0an, "refused", "no pack");
    const u32 = (at) => view.getUint32(at, true), u64 = (at) => Number(view.getBigUint64(at, true));
    check(view.getUint16(10, true) <= READER, "refused", `needs a reader of version ${view.getUint16(10, true)}`);
    const propertyBytes = u32(180), indexLength = u64(24);
    this.header = u32(12);
    check(propertyBytes <= 4096 && this.header === align(184 + propertyBytes) + 8, "refused", "header");
    check(this.header <= view.byteLength, "refused", "too short");
    check(view.getBigUint64(this.header - 8, true) === xxh64(this.index.subarray(0, this.header - 8)), "refused",
      "checksum");
    check(u64(16) === data.length && indexLength <= view.byteLength, "refused", "length");
    this.slots = u32(32);
    this.count = u32(40) + u32(44);
    check(this.slots && Number.isInteger(Math.log2(this.slots)), "refused", "slots");
    check(this.header + 8 * this.slots <= indexLength, "refused", "slots");
    check(u32(36) <= u32(40) && 64 * this.count <= indexLength, "refused", "counts");
    this.contract = hex(this.index.subarray(48, 80));
    this.settingsPlace = this.place(128);
    check(Math.max(this.place(80).end, this.settingsPlace.end) <= data.length, "refused", "data after the end");
    this.properties = readProperties(this.index.subarray(184, 184 + propertyBytes), u32(176));
    this.index = this.index.subarray(0, indexLength);
    this.id = this.properties.get("id") ?? "";
    this.members = (this.properties.get("for") ?? "").split(" ").filter(Boolean);
  }

  /** The data reference at an offset of the index, or of a variant. */
  place(at) {
    const start = Number(this.view.getBigUint64(at, true));
    const digest = at === 80 || at === 128 ? at + 16 : at + 32;
    return { start, end: start + Number(this.view.getBigUint64(at + 8, true)),
      digest: hex(this.index.subarray(digest, digest + 32)) };
  }

  /** The entries of a name in the order of their scales; none if the pack lacks it. */
  find(/** @type {0 | 1} image or resource */ kind, /** @type {string} */ name) {
    const key = new TextEncoder().encode(name), hash = xxh64(key), view = this.view;
    const slot = Number(hash & BigInt(this.slots - 1)), at = this.header + 8 * slot;
    const offset = view.getUint32(at, true);
    check((offset ^ view.getUint32(at + 4, true)) === -1, "damaged", "slot");
    if (!offset) return [];
    check(offset + 16 <= this.index.length, "damaged", "slot");
    const length = view.getUint32(offset + 8, true), count = view.getUint32(offset + 12, true);
    check(length >= 16 && length <= Math.min(103440, this.index.length - offset), "damaged", "block");
    check(count >= 1 && count <= 64, "damaged", "block");
    check(view.getBigUint64(offset, true) === xxh64(this.index.subarray(offset + 8, offset + length), BigInt(slot)),
      "damaged", "checksum of a block");
    let record = offset + 16;
    for (let number = 0; number < count; number++) {
      check(record + 16 <= offset + length, "damaged", "record");
      const size = view.getUint32(record, true), nameLength = view.getUint16(record + 4, true);
      const [ownKind, variants] = [view.getUint8(record + 6), view.getUint8(record + 7)];
      const names = record + 16 + 64 * variants;
      check(ownKind <= 1 && variants >= 1 && variants <= 9 && nameLength <= 1024
        && record + size <= offset + length && size === align(16 + 64 * variants + nameLength), "damaged", "record");
      const isSame = nameLength === key.length && key.every((byte, place) => byte === this.index[names + place]);
      if (isSame && ownKind === kind && view.getBigUint64(record + 8, true) === hash) {
        return Array.from({ length: variants }, (_, each) => new Entry(this, kind, name, record + 16 + 64 * each));
      }
      record += size;
    }
    check(record === offset + length, "damaged", "block");
    return [];
  }

  /** The bytes of an entry. It shares none with another one. */
  async read(/** @type {string} */ entry, /** @type {{start: number, end: number, digest: string}} */ place) {
    for (const [name, other] of this.claimed) {
      check(name === entry || other.end <= place.start || place.end <= other.start, "damaged", "shared bytes");
    }
    this.claimed.set(entry, place);
    const data = this.data.slice(place.start, place.end);
    check(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data))) === place.digest, "damaged", "SHA-256");
    return data;
  }

  /** The theme's own settings; `undefined` if it has none. @returns {Promise<Record<string, unknown> | undefined>} */
  async settings() {
    if (this.settingsPlace.end === 0) return undefined;
    const data = await this.read("config.json", this.settingsPlace);
    let value;
    try { value = JSON.parse(text.decode(data)); } catch { check(false, "damaged", "settings"); }
    check(isObject(value), "damaged", "settings");
    return value;
  }
}

/** @type {(value: unknown) => value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const align = (number) => Math.ceil(number / 8) * 8;
const hex = (/** @type {Uint8Array} */ bytes) => Array.from(bytes, (it) => it.toString(16).padStart(2, "0")).join("");

function readProperties(/** @type {Uint8Array} */ data, /** @type {number} */ count) {
  const found = new Map(), view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0, last = "";
  try {
    for (; at < data.length; count--) {
      const [keyEnd, end] = [at + 4 + view.getUint16(at, true),
        at + 4 + view.getUint16(at, true) + view.getUint16(at + 2, true)];
      const key = text.decode(data.subarray(at + 4, keyEnd));
      check(end <= data.length && (at === 0 || last < key), "refused", "properties");
      found.set(last = key, text.decode(data.subarray(keyEnd, end)));
      at = end;
    }
  } catch { check(false, "refused", "properties"); }
  const id = found.get("id") ?? "", parent = found.get("extends");
  check(count === 0 && found.has("version") && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(id), "refused", "properties");
  check(parent !== id && (id !== "default" || parent === undefined), "refused", "extends");
  const axes = found.get("axes")?.split(" ") ?? [], members = found.get("for")?.split(" ") ?? [];
  check(id === "default" ? !found.has("axis") && !members.length : !axes.length, "refused", "axes");
  check(axes.length <= 16 && new Set(axes).size === axes.length, "refused", "axes");
  const isMember = (it, at) => it !== id && it !== "default" && (!at || members[at - 1] < it);
  check(members.every(isMember), "refused", "members");
  check(!members.length || members.length > 1 && members.length <= 17 && !found.has("axis") && parent === undefined,
    "refused", "a combination");
  return found;
}
