// The script that draws masks in the colors of their themes, and the grounds below images.

"use strict";
/** Returns the filter for a color and its opacity. It is made once. */
function tintFilter(tint) {
  const id = `:tint/${tint}`, [color, opacity] = tint.split(" ");
  if (!document.getElementById(id)) {
    // The browser adds the end tags.
    document.body.insertAdjacentHTML("beforeend", `<svg class="tint" width="0" height="0" aria-hidden="true">
      <filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feFlood flood-color="${color}" flood-opacity="${opacity}"/><feComposite operator="in" in2="SourceAlpha"/>`);
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
