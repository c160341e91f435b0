// The script that opens a row's images in the viewer: side by side, swipe, blink and difference.
//
// It uses only what ImageCard.swift writes, so it works on any page with cards.

"use strict";
document.documentElement.classList.add("js");

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const zooms = [.125, .25, .5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const view = { mode: 0, zoom: 1, grid: false, amplified: false, split: 50, shots: [], index: 1,
  // The point of the images in the middle of the windows, as shares of their width and height.
  center: [.5, .5],
  // The scale and the theme that were chosen last. The next item opens with them.
  scale: "", theme: undefined,
  // The shown item, by name: its elements can be replaced, or be gone for a while.
  item: null, id: "", caption: "" };

const viewer = document.querySelector(".viewer");
const [viewerTitle, imageChoice, zoomText, stage, viewerNotes, viewerFoot] =
  ["h2", "select", ".number", ".stage", ".of-image", ".foot"].map((it) => viewer.querySelector(it));
const [modeButtons, groundButtons, [gridButton]] =
  ["mode", "ground", "grid"].map((it) => [...viewer.querySelectorAll(`[name=${it}]`)]);
const pixelText = make("p", { className: "pixel number" });
const commands = { previous: () => step(-1), next: () => step(1), close: () => viewer.close(),
  mode: (it) => setMode(modeButtons.indexOf(it)), out: () => stepZoom(-1), fit: fitZoom, in: () => stepZoom(1),
  grid: () => toggle("grid"), ground: (it) => { viewer.dataset.ground = view.ground = it.value; draw(); } };
viewer.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  commands[button?.name]?.(button);
});
imageChoice.onchange = () => {
  view.index = imageChoice.selectedIndex + 1;
  view.theme = view.shots[view.index].theme;
  draw();
};
viewerNotes.onclick = (event) => {
  const place = event.target.closest("a")?.hash.slice(1);
  const shot = place && document.getElementById(decodeURIComponent(place));
  if (shot && openViewer(shot.closest(".row"), shot)) event.preventDefault();
};

const scaleOf = (row) => row.querySelector(".scale")?.textContent ?? "";
function readShots(row) {
  const shots = [...row?.querySelectorAll(".shot") ?? []].filter((it) => !it.hidden && it.querySelector("img"));
  return shots.map((it) => {
    const image = it.querySelector("img");
    const [width, height] = image.dataset.size.split("x").map(Number);
    return { element: it, source: image.src, alternative: image.alt, file: image.title, width, height,
      tint: image.dataset.tint, ground: it.querySelector(".ground"),
      theme: it.dataset.themes, caption: it.querySelector("b").textContent,
      mismatch: it.querySelector(".mismatch")?.textContent };
  });
}
/** Opens the viewer with the images of a row. `shot` is the one that is compared with the first. */
function openViewer(row, shot) {
  const shots = readShots(row);
  if (!shots.length) return false;
  view.shots = shots;
  if (!viewer.open) view.scale = scaleOf(row);
  if (shot?.dataset.themes) view.theme = shot.dataset.themes;
  const wanted = shots.findIndex((it) => shot ? it.element === shot : it.theme === view.theme);
  view.index = Math.max(wanted, Math.min(1, shots.length - 1));
  view.row = row;
  view.item = row.closest(".item");
  view.id = view.item?.id ?? "";
  view.rowScale = scaleOf(row);
  viewer.dataset.ground = view.ground ?? document.querySelector(".grounds :checked")?.value ?? "theme";
  const heading = view.item?.querySelector("h4, h3");
  viewerTitle.textContent =
    [view.item?.dataset.title ?? heading?.textContent ?? "", scaleOf(row)].join(" ").trim();
  // A modal dialog makes the rest of the page inert, which takes a second with thousands of images.
  const isNew = !viewer.open;
  if (isNew) viewer.show();
  view.center = [.5, .5];
  showChoices();
  // The parts below the images take room.
  draw();
  fitZoom();
  if (isNew) stage.focus();
  return true;
}
/** Reads what is shown again, after the page has changed. An image that is gone for a while keeps its place. */
function updateViewer() {
  const chosen = view.shots[view.index] ?? { theme: view.shown, caption: view.caption };
  const item = (view.id && document.getElementById(view.id)) || view.item;
  const rows = item?.isConnected ? [...item.querySelectorAll(".row")] : [];
  const row = rows.find((it) => scaleOf(it) === view.rowScale);
  view.item = item;
  if (row) view.row = row;
  view.shots = readShots(row);
  [view.shown, view.caption] = [chosen.theme, chosen.caption];
  const isChosen = (it, index) => index > 0 && it.theme === chosen.theme && it.caption === chosen.caption;
  view.index = view.shots.findIndex(isChosen);
  // A row of one image compares nothing.
  if (view.index < 0 && chosen.caption === view.shots[0]?.caption) view.index = 0;
  showChoices();
  draw();
}
function showChoices() {
  imageChoice.replaceChildren(...view.shots.slice(1).map((it) => make("option", {}, it.caption)));
  imageChoice.disabled = view.shots.length < 2;
  const notes = view.item?.querySelector(":scope > .notes");
  viewerNotes.replaceChildren(...notes ? [notes.cloneNode(true)] : []);
}
/** Returns the row of an item that the viewer opens: at the scale that was chosen last, if it has one. */
function rowOf(item) {
  makeImages(item);
  const rows = [...item?.querySelectorAll(".row:has(img)") ?? []];
  const isWanted = (it) => viewer.open ? scaleOf(it) === view.scale : it.matches(":target");
  return rows.find(isWanted) ?? rows[0];
}

function setMode(mode) { view.mode = mode; draw(); }
function nextGround() {
  const index = groundButtons.findIndex((it) => it.value === viewer.dataset.ground);
  groundButtons[(index + 1) % groundButtons.length].click();
}
function toggle(name) { view[name] = !view[name]; draw(); }
function canvasSize() {
  return { width: Math.max(1, ...view.shots.map((it) => it.width)),
    height: Math.max(1, ...view.shots.map((it) => it.height)) };
}
const isNarrow = matchMedia("(max-width: 560px)");
function fitZoom() {
  const { width, height } = canvasSize();
  const panes = view.mode === 0 && view.shots.length > 1 ? 2 : 1;
  // On a phone, the images are below each other.
  const rows = isNarrow.matches ? panes : 1, columns = panes / rows;
  const [padding, gap] = ["paddingTop", "rowGap"].map((it) => parseFloat(getComputedStyle(stage)[it]));
  const caption = 32;
  const room = { width: (stage.clientWidth - 2 * padding - gap * (columns - 1)) / columns,
    height: (stage.clientHeight - 2 * padding - gap * (rows - 1)) / rows - caption };
  const fitting = zooms.filter((it) => width * it <= room.width && height * it <= room.height);
  view.zoom = Math.min(fitting.at(-1) ?? zooms[0], 16);
  draw();
}
function stepZoom(step) {
  const index = zooms.indexOf(view.zoom) + step;
  if (index >= 0 && index < zooms.length) { view.zoom = zooms[index]; draw(); }
}

viewer.addEventListener("close", () => {
  // The event comes later than the closing, perhaps after the next opening.
  if (viewer.open) return;
  clearInterval(blinking);
  stage.replaceChildren();
});
viewer.addEventListener("focusout", ({ relatedTarget }) => {
  if (viewer.open && relatedTarget && !viewer.contains(relatedTarget)) stage.focus();
});

/** Copies the path that an element shows. Below the cards it is no button, because there are thousands. */
async function copyPath(path) {
  if (!path) return;
  getSelection().selectAllChildren(path);
  // Without permission the path is selected, and can be copied by hand.
  try { await navigator.clipboard.writeText(path.textContent); path.title = "Copied"; } catch { }
}
document.addEventListener("click", ({ target }) => copyPath(target.closest(".copy")));
// The ground of the page is chosen for the viewer as well.
document.querySelector(".grounds")?.addEventListener("change", () => { view.ground = undefined; });
document.addEventListener("click", (event) => {
  const shot = event.target.closest(".row .shot");
  if (!shot || !event.target.closest(".ground") || viewer.open) return;
  current = items.indexOf(shot.closest(".item"));
  openViewer(shot.closest(".row"), shot);
});
