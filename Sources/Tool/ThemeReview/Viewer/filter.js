// The script of the filter. It hides items in slices, so that no task lasts long with thousands of them.

let current = -1;
const items = [...document.querySelectorAll(".item")];
const links = [...document.querySelectorAll(".contents a:has(.count)")];
const groups = [...document.querySelectorAll(".group")];
const filter = document.querySelector(".filter");
// A slice is laid out before the next one changes. A page that is not shown has no frames.
const pause = () => new Promise((go) => {
  setTimeout(go, 100);
  requestAnimationFrame(() => setTimeout(go));
});
const sliceLength = 400;
let filtering = 0, isFiltered = false;

const tabs = [...filter?.querySelectorAll(".tabs input") ?? []];
const chosen = () => [...new FormData(filter)].filter(([, value]) => value);
function readFilter() {
  const { text = "", show = "", ...choices } = Object.fromEntries(chosen());
  return { words: text.toLowerCase().split(/\s+/).filter(Boolean), choices: Object.entries(choices), tab: show };
}
/** Puts the filter into the address, so that a link shows the same items. */
function writeAddress() {
  const address = new URL(location);
  for (const { name } of filter.elements) address.searchParams.delete(name);
  for (const [name, value] of chosen()) address.searchParams.append(name, value);
  // Some browsers refuse this for a page from the disk.
  try { if (address.href !== location.href) history.replaceState(null, "", address); } catch { }
}
function readAddress() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = filter.elements.namedItem(name);
    if (field) field.value = value;
    if (field?.selectedIndex < 0) field.selectedIndex = 0;
  }
}
/** Coverage is a sum of other items. */
const isCounted = (item) => !item.parentElement.matches(".coverage");
/** Returns a path that breaks after these characters. */
const breakable = (path) => path.split(/(?<=[/_@-])/).flatMap((part, place) => place ? [make("wbr"), part] : part);
/** Says how many items are shown. Without a filter, `number` is undefined. */
function writeCount(count, number) {
  if (number === undefined) delete count?.dataset.shown; else if (count) count.dataset.shown = number;
}
function matchesChoice(element, [name, value]) {
  const own = element.dataset[name];
  if (own === undefined) return false;
  if (name === "folder") return own === value || own.startsWith(value + "/");
  return own.split(" ").includes(value);
}
const textOf = (item) => item.querySelector(":scope > noscript")
  ? item.textContent.replace(/<[^>]*>/g, " ") : item.textContent;
function matches(item, { words, choices }) {
  if (!choices.every((it) => matchesChoice(item, it))) return false;
  if (!words.length) return true;
  item.words ??= `${textOf(item)} ${item.id} ${item.dataset.words ?? ""}`.toLowerCase();
  return words.every((it) => item.words.includes(it));
}
let theme;
/** Shows what an item has of the chosen theme, or of all. */
function showTheme(item) {
  if (theme === item.shownTheme) return;
  item.shownTheme = theme;
  for (const part of item.querySelectorAll("[data-themes]")) {
    part.hidden = theme !== undefined && !matchesChoice(part, ["themes", theme]);
  }
  for (const fold of item.querySelectorAll("details.same")) fold.open = theme !== undefined;
  const path = item.querySelector(":scope > .copy");
  const own = path && (item.querySelector(`.shot[data-themes="${theme}"] img[title]`)
    ?? item.querySelector(".shot img[title]"));
  if (own) path.replaceChildren(...breakable(own.title));
}
async function applyFilter() {
  const run = ++filtering, wanted = readFilter();
  writeAddress();
  theme = Object.fromEntries(wanted.choices).themes;
  isFiltered = wanted.words.length + wanted.choices.length + wanted.tab.length > 0;
  // The shown items of each group and section.
  const counts = new Map();
  const countOf = (element) => isFiltered ? counts.get(element) ?? 0 : undefined;
  const tabCounts = tabs.map(() => 0), isOf = (item, tab) => !tab || matchesChoice(item, ["kinds", tab]);
  let shown = 0, nextGroup = 0;
  for (let start = 0; start < items.length; start += sliceLength) {
    if (start) await pause();
    if (run !== filtering) return;
    for (const item of items.slice(start, start + sliceLength)) {
      const fits = matches(item, wanted), isShown = fits && isOf(item, wanted.tab);
      if (fits && isCounted(item) && !item.matches(".finding")) {
        tabs.forEach((it, index) => { if (isOf(item, it.value)) tabCounts[index] += 1; });
      }
      if (item.hidden === isShown) item.hidden = !isShown;
      if (!isShown) continue;
      if (isCounted(item)) shown += 1;
      for (const it of [item.closest(".group"), item.closest("main > section")]) {
        if (it) counts.set(it, (counts.get(it) ?? 0) + 1);
      }
      showTheme(item);
    }
    // A group goes with its last slice: all at once, their boxes would be removed in one task.
    const rest = items[start + sliceLength];
    const isDone = (group) => !rest
      || group.compareDocumentPosition(rest) === Node.DOCUMENT_POSITION_FOLLOWING;
    for (; nextGroup < groups.length && isDone(groups[nextGroup]); nextGroup += 1) {
      const group = groups[nextGroup];
      group.hidden = !counts.has(group);
      // A fold would hide what was looked for.
      if (group.matches("details")) {
        group.wasOpen ??= group.open;
        group.open = isFiltered || group.wasOpen;
        if (!isFiltered) group.wasOpen = undefined;
      }
      writeCount(group.querySelector("h3 .count"), countOf(group));
    }
  }
  for (const link of links) {
    writeCount(link.querySelector(".count"), countOf(document.getElementById(link.hash.slice(1))));
  }
  tabs.forEach((it, index) => {
    it.parentElement.querySelector(".count").textContent = tabCounts[index].toLocaleString("en");
  });
  filter.querySelector("output").textContent = isFiltered ? `${shown} of ${items.filter(isCounted).length}` : "";
  // Not by a class of the root: the browser would match the styles of the whole page again.
  const isEmpty = isFiltered && !shown;
  for (const it of document.querySelectorAll(".empty, .rules, .first")) it.hidden = isFiltered;
  for (const it of document.querySelectorAll(".strip")) {
    it.hidden = theme !== undefined && !matchesChoice(it, ["themes", theme]);
  }
  for (const it of document.querySelectorAll("main > section")) it.hidden = isEmpty;
  for (const it of document.querySelectorAll(".nothing-found")) it.hidden = !isEmpty;
}
let typing;
if (filter && items.length) {
  filter.hidden = false;
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("reset", () => setTimeout(applyFilter));
  filter.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(applyFilter, 80); });
  readAddress();
  applyFilter();
}
