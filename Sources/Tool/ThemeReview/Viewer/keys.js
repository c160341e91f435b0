// The script of the keys.

const help = document.querySelector(".help");

function isVisible(item) { return !item.hidden; }
function startIndex(step) {
  if (current >= 0 && isVisible(items[current])) return current;
  const top = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  // The browser would lay out all groups whose items are asked.
  const isBelow = (item) => {
    const group = item.closest(".group")?.getBoundingClientRect();
    if (group && (group.bottom < top || group.top >= top)) return group.top >= top;
    return item.getBoundingClientRect().top >= top;
  };
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let index = middle;
    while (index < high && !isVisible(items[index])) index += 1;
    if (index === high || isBelow(items[index])) high = middle; else low = index + 1;
  }
  return step > 0 ? low - 1 : low;
}
function select(index) {
  items[current]?.classList.remove("current");
  current = index;
  if (viewer.open) return;
  const item = items[index];
  item.classList.add("current");
  const fold = item.closest("details");
  if (fold) fold.open = true;
  (item.querySelector("a") ?? item).focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
}
/** Selects the next visible item with images if the viewer is open, else the next visible item. */
function step(by) {
  const needsImages = viewer.open;
  let index = startIndex(by) + by;
  while (index >= 0 && index < items.length) {
    const row = needsImages && rowOf(items[index]);
    if (isVisible(items[index]) && (!needsImages || row)) {
      select(index);
      if (row) openViewer(row, null);
      return;
    }
    index += by;
  }
}
function openCurrent(mode) {
  const item = items[current] ?? document.activeElement?.closest?.(".item");
  const row = rowOf(item);
  if (row && openViewer(row, null) && mode !== undefined) setMode(mode);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target.closest?.("summary, button")) return;
  const field = event.target.closest?.("input[type=search], select");
  if (field) { if (event.key === "Escape") field.blur(); return; }
  const actions = {
    j: () => step(1), k: () => step(-1), "?": () => help.togglePopover(),
    c: () => copyPath((viewer.open ? view.item : items[current])?.querySelector(".copy")),
    "/": () => { if (!viewer.open) filter?.querySelector("input")?.focus(); },
    ...Object.fromEntries(modeButtons.map((_, mode) =>
      [mode + 1, () => { if (viewer.open) setMode(mode); else openCurrent(mode); }])),
  };
  if (viewer.open) {
    Object.assign(actions, { "+": () => stepZoom(1), "=": () => stepZoom(1), "-": () => stepZoom(-1),
      0: fitZoom, g: () => toggle("grid"), b: nextGround, Escape: () => viewer.close() });
    if (!event.target.matches?.("input")) {
      Object.assign(actions, { ArrowLeft: () => pan(-1, 0), ArrowRight: () => pan(1, 0),
        ArrowUp: () => pan(0, -1), ArrowDown: () => pan(0, 1) });
    }
  } else if (event.target.matches?.(".item h4 a")) {
    actions.Enter = () => {
      current = items.indexOf(event.target.closest(".item"));
      history.replaceState(null, "", event.target.getAttribute("href"));
      openCurrent();
    };
  } else if (event.target === document.body && current >= 0) {
    actions.Enter = () => openCurrent();
  }
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
viewer.addEventListener("close", () => { if (current >= 0) select(current); });
// A page that is not shown has no frames.
const frame = () => new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 100); });
let moves = 0;
for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
  addEventListener(kind, () => { moves += 1; }, { capture: true, passive: true });
}
/** Scrolls to the place of the address, until it stays or the reader moves. Items get heights meanwhile. */
async function showPlace() {
  makePlace();
  const own = moves += 1;
  const place = document.querySelector(":target"), item = place?.closest(".item");
  if (!place) return;
  if (item) {
    items[current]?.classList.remove("current");
    current = items.indexOf(item);
    item.classList.add("current");
  }
  if (item?.hidden) {
    filter.reset();
    await applyFilter();
  }
  for (const it of [place.closest("details"), item?.querySelector("details")]) if (it) it.open = true;
  const top = () => place.getBoundingClientRect().top;
  for (let count = 0, still = 0, last; count < 200 && still < 20 && moves === own; count += 1) {
    (item ?? place).scrollIntoView({ behavior: "instant" });
    if (item) place.scrollIntoView({ block: "nearest", behavior: "instant" });
    still = last === top() ? still + 1 : 0;
    last = top();
    await frame();
  }
}
addEventListener("hashchange", showPlace);
addEventListener("load", showPlace);
