// The script that draws masks in the colors of their themes, and the grounds below images.

"use strict";
/** Returns the filter for a color and its opacity. It is made once. */
function tintFilter(tint) {
  const id = `:tint/${tint}`;
  if (!document.getElementById(id)) {
    const space = "http://www.w3.org/2000/svg";
    const node = (name, attributes, ...children) => {
      const made = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.append(...children);
      return made;
    };
    const [color, opacity] = tint.split(" ");
    const filter = node("filter", { id, x: 0, y: 0, width: 1, height: 1, "color-interpolation-filters": "sRGB" },
      node("feFlood", { "flood-color": color, "flood-opacity": opacity }),
      node("feComposite", { operator: "in", in2: "SourceAlpha" }));
    document.body.append(node("svg", { width: 0, height: 0, "aria-hidden": "true", class: "tint" }, filter));
  }
  return `url("#${id}")`;
}
// The policy of the page allows no styles in its elements. The rules of a few colors cost less anyway.
const colorRules = new CSSStyleSheet();
document.adoptedStyleSheets = [colorRules];
const colored = new Set();
function colorAll(root) {
  const add = (name, rule) => {
    for (const { dataset: { [name]: value } } of root.querySelectorAll(`[data-${name}]`)) {
      if (colored.has(name + value)) continue;
      colored.add(name + value);
      colorRules.insertRule(rule(value));
    }
  };
  add("tint", (it) => `[data-tint="${it}"] { filter: ${tintFilter(it)}; }`);
  add("ground", (it) => `.ground[data-ground="${it}"] { --own: ${it}; }`);
}
document.addEventListener("preview:change", () => colorAll(document));
colorAll(document);
