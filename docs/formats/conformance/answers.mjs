/**
 * Answers as the runtime of themepack does, by RESOLVING.md alone. Needs nothing but the language.
 *
 *     const load = async (it) => new Pack(new Uint8Array(await (await fetch(it)).arrayBuffer()));
 *     const packs = await Promise.all(addresses.map(load));
 *     const theme = new Library(packs).theme("year");
 *     const image = theme.image("common/button", 2);
 *     console.log(image?.entry, await image?.read(), await theme.setting("Color.title", "color"));
 *
 * @module
 */

import { Entry, Pack, check, isObject } from "./packs.mjs";

/** Packs that are mounted together. */
export class Library {
  constructor(/** @type {Pack[]} */ packs) {
    this.packs = new Map(packs.map((pack) => [pack.id, pack]));
    check(this.packs.has("default") && this.packs.size === packs.length, "refused", "no default, or a theme twice");
    this.axes = (this.pack("default").properties.get("axes") ?? "").split(" ").filter(Boolean);
    for (const id of this.packs.keys()) this.chain(id);
  }

  /** @returns {Pack} */
  pack(/** @type {string} */ id) {
    const pack = this.packs.get(id);
    check(pack, "refused", `'${id}' is not mounted`);
    return pack;
  }

  chain(/** @type {string} */ id) {
    const chain = [id];
    while (chain.at(-1) !== "default") {
      const parent = this.pack(chain.at(-1) ?? "").properties.get("extends") ?? "default";
      check(!chain.includes(parent), "refused", "a circle");
      chain.push(this.packs.has(parent) ? parent : "default");
    }
    return chain;
  }

  /** The place of a theme's axis, from weak to strong. */
  rank(/** @type {string} */ id) { return this.axes.indexOf(this.pack(id).properties.get("axis") ?? ""); }

  /** A theme, or a selection of at most one theme of each axis. */
  theme(/** @type {string[]} */ ...asked) {
    const themes = asked.flatMap((id) => this.pack(id).members.length ? this.pack(id).members : [id]);
    const ids = [...new Set(themes)].filter((id) => id !== "default" && this.packs.has(id));
    check(new Set(ids.map((id) => this.rank(id))).size === ids.length, "refused", "two themes of one axis");
    const axesOf = (pack) => pack.members.map((id) => this.rank(id)).sort((one, other) => other - one);
    const strength = (pack) => [pack.members.length, ...axesOf(pack)];
    const isSelected = (pack) => pack.members.length > 0 && pack.members.every((id) => ids.includes(id));
    const combined = [...this.packs.values()].filter(isSelected);
    combined.sort((one, other) => {
      const [left, right] = [strength(one), strength(other)];
      const at = left.findIndex((number, place) => number !== right[place]);
      return at < 0 ? (one.id < other.id ? -1 : 1) : right[at] - left[at];
    });
    const selected = [...ids].sort((one, other) => this.rank(other) - this.rank(one));
    const chains = selected.flatMap((id) => this.chain(id).slice(0, -1));
    const order = [...combined.map((it) => it.id), ...chains, "default"];
    order.unshift(...asked.filter((id) => this.pack(id).members.length && !order.includes(id)));
    return new Theme(order.filter((id, at) => !order.includes(id, at + 1)).map((id) => this.pack(id)));
  }

  /** The id of the theme in season at a moment in UTC, such as 2026-12-31T00:00:00Z. */
  inSeason(/** @type {string} */ moment) {
    const from = (pack) => pack.properties.get("activeFrom") ?? "";
    const until = (pack) => pack.properties.get("activeUntil");
    const priority = (pack) => Number(pack.properties.get("priority") ?? 0);
    const packs = [...this.packs.values()].filter((it) => (from(it) || until(it)) && from(it) <= moment
      && moment < (until(it) ?? "Z"));
    const order = (one, other) => one === other ? 0 : one < other ? -1 : 1;
    packs.sort((one, other) => priority(other) - priority(one) || order(from(other), from(one))
      || order(one.id, other.id));
    return packs[0]?.id ?? null;
  }
}

const best = (/** @type {Entry[]} */ entries, /** @type {number} */ scale) =>
  entries.find((it) => it.scale >= scale) ?? entries[entries.length - 1];

/** Whether two images have the same size in points; at different scales, within less than a point. */
function agrees(/** @type {Entry} */ own, /** @type {Entry} */ other) {
  const sides = [[own.width, other.width], [own.height, other.height]];
  if (own.scale === other.scale) return sides.every(([mine, its]) => mine === its);
  return sides.every(([mine, its]) => Math.abs(mine * other.scale - its * own.scale) < own.scale * other.scale);
}

/** A value with the color order of the theme that sets it. @typedef {{value: any, order: string}} Setting */

/** Merges the values of a chain, nearest first. @returns {Setting | undefined} */
function merged(/** @type {Setting[]} */ values) {
  values = values.filter((it) => it.value !== null && it.value !== undefined && it.value !== "");
  if (!values.length || !isObject(values[0].value)) return values[0];
  const end = values.findIndex((it) => !isObject(it.value));
  const objects = end < 0 ? values : values.slice(0, end);
  /** @type {Map<string, Setting>} */
  const members = new Map();
  for (const key of new Set(objects.flatMap((it) => Object.keys(it.value)))) {
    const own = objects.filter((it) => Object.hasOwn(it.value, key));
    const member = merged(own.map((it) => ({ value: it.value[key], order: it.order })));
    if (member) members.set(key, member);
  }
  return { value: members, order: values[0].order };
}

/** Settings without dots in keys. The first value at a path counts, in the order of the keys. @returns {any} */
function nested(/** @type {any} */ value) {
  if (!isObject(value)) return value;
  return Object.keys(value).sort(inOrder).reduce((whole, key) => joined(
    whole, key.split(".").reduceRight((own, word) => ({ [word]: own }), nested(value[key]))), {});
}

/** The order of UTF-8 is that of code points. */
function inOrder(/** @type {string} */ one, /** @type {string} */ other) {
  const [own, its] = [[...one], [...other]], at = own.findIndex((it, at) => it !== its[at]);
  if (at < 0 || at >= its.length) return own.length - its.length;
  return (own[at].codePointAt(0) ?? 0) - (its[at].codePointAt(0) ?? 0);
}

/** @returns {any} */
function joined(/** @type {any} */ first, /** @type {any} */ second) {
  if (first === null || first === undefined || first === "") return second;
  if (!isObject(first) || !isObject(second)) return first;
  const own = Object.entries(first).map(
    ([key, it]) => [key, Object.hasOwn(second, key) ? joined(it, second[key]) : it]);
  return Object.fromEntries([...Object.entries(second), ...own]);
}

/** The member at a path. @returns {Setting | undefined} */
function member(/** @type {Setting | undefined} */ setting, /** @type {string} */ path) {
  for (const word of path.split(".")) setting = setting?.value instanceof Map ? setting.value.get(word) : undefined;
  return setting;
}

const plain = (/** @type {any} */ value) =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, it]) => [key, plain(it.value)])) : value;

/** A selection: the packs in the order in which they answer, the default theme's last. */
export class Theme {
  constructor(/** @type {Pack[]} */ packs) { this.packs = packs; }

  image(/** @type {string} */ name, /** @type {number} */ scale) {
    const defaults = this.packs[this.packs.length - 1];
    for (const pack of this.packs) {
      const entries = pack.find(0, name);
      const others = entries.length && pack.contract !== defaults.contract ? defaults.find(0, name) : [];
      const fits = !others.length || entries.every((it) => agrees(it, best(others, it.scale)));
      if (entries.length && fits) return best(entries, scale);
    }
    return null;
  }

  /** `null` for an image with its own colors, `[]` for a mask in the color of where it is shown, or a color. */
  async rendering(/** @type {Entry} */ entry) {
    const defaults = this.packs[this.packs.length - 1], template = defaults.find(0, entry.name)[0]?.template;
    if (!template) return null;
    const colors = (defaults.properties.get("templates") ?? "").split("\n").slice(0, -1);
    check(template <= colors.length, "damaged", "template");
    const path = colors[template - 1];
    return (path ? await this.setting(path, "color") : null) ?? [];
  }

  resource(/** @type {string} */ path) {
    for (const pack of this.packs) {
      const entries = pack.find(1, path);
      if (entries.length) return entries[0];
    }
    return null;
  }

  /** The setting of a path, read as a type; `null` if no theme sets it. */
  async setting(/** @type {string} */ path, /** @type {keyof typeof conversions} */ kind = "value") {
    if (!this.settings) {
      const layers = [];
      for (const pack of this.packs) {
        layers.push({ value: nested(await pack.settings()), order: pack.properties.get("colorOrder") ?? "argb" });
      }
      this.settings = { merged: merged(layers) };
    }
    const found = member(this.settings.merged, path);
    if (!found) return null;
    const result = conversions[kind](plain(found.value), found.order);
    check(result !== undefined && result !== null, "wrongType", path);
    return result;
  }
}

// The notations of settings. Each function returns `undefined` for a value of another type.

const number = (/** @type {unknown} */ value) => typeof value === "number" ? value : undefined;
/** Unlike `Number`, no exponent and no spaces. */
const decimal = (/** @type {string} */ text) => /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
const isText = (/** @type {unknown} */ value) => typeof value === "string";

/** Red, green, blue and alpha, 0 to 255. */
function color(/** @type {unknown} */ value, /** @type {string} */ order) {
  const text = isText(value) ? value.toLowerCase() : "";
  const parts = /^rgb(a?)\( *(\d+) *, *(\d+) *, *(\d+) *(?:, *([\d.]+) *)?\)$/.exec(text);
  if (parts) {
    const channels = parts.slice(2, 5).map(Number), alpha = parts[5] ? decimal(parts[5]) : 1;
    const isValid = Boolean(parts[1]) === Boolean(parts[5]) && channels.every((it) => it <= 255);
    return isValid && alpha !== undefined && alpha <= 1 ? [...channels, Math.round(alpha * 255)] : undefined;
  }
  let digits = text.replace(/^#/, "");
  if (digits === "00") return [0, 0, 0, 0];
  if (!/^[0-9a-f]+$/.test(digits) || ![3, 4, 6, 8].includes(digits.length)) return undefined;
  if (digits.length < 6) digits = digits.replace(/./g, "$&$&");
  if (digits.length === 6) digits += "ff"; else if (order === "argb") digits = digits.slice(2) + digits.slice(0, 2);
  return digits.match(/../g)?.map((it) => parseInt(it, 16));
}

/** The name, or `null` for the font of the system, and the size in points. */
function font(/** @type {unknown} */ value) {
  let name = null, size = number(value);
  if (isObject(value)) {
    size = Object.hasOwn(value, "name") && !isText(value.name) ? undefined : number(value.size);
    name = value.name ?? null;
  } else if (isText(value) && value.includes(",")) {
    const words = value.slice(value.lastIndexOf(",") + 1).split(" ").filter(Boolean);
    name = value.slice(0, value.lastIndexOf(","));
    size = words.length === 1 ? decimal(words[0]) : undefined;
  } else if (isText(value)) {
    const words = value.split(" ").filter(Boolean), first = decimal(words[0] ?? "");
    size = first ?? decimal(words.at(-1) ?? "");
    name = words.length === 1 ? null : (first === undefined ? words.slice(0, -1) : words.slice(1)).join(" ");
  }
  return size !== undefined && size > 0 && name !== "" ? [name, size] : undefined;
}

/** Width and height in points. */
function size(/** @type {unknown} */ value) {
  let sides = isObject(value) ? [number(value.width), number(value.height)] : [];
  if (isText(value)) {
    const inner = value.replace(/^\{(.*)\}$/s, "$1").replace(/^ +| +$/g, "");
    sides = inner.split(/[x, ]+/).map(decimal);
  }
  return sides.length === 2 && sides.every((it) => it !== undefined) ? sides : undefined;
}

/** The distances from top, left, bottom and right in points. */
function insets(/** @type {unknown} */ value) {
  const edges = ["top", "left", "bottom", "right"];
  if (!isObject(value)) return undefined;
  const all = Object.keys(value), own = all.filter((it) => !isObject(value[it]) || !Object.keys(value[it]).length);
  if (all.length && !own.length || !own.every((it) => edges.includes(it))) return undefined;
  const found = edges.map((it) => own.includes(it) ? number(value[it]) : 0);
  return found.every((it) => it !== undefined) ? found : undefined;
}

const only = (/** @type {(value: unknown) => boolean} */ test) => (value) => test(value) ? value : undefined;
const conversions = {
  value: (value) => value, number, color, font, size, insets, string: only(isText), object: only(isObject),
  boolean: only((value) => typeof value === "boolean"),
};
