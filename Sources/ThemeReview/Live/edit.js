// The script of `preview --edit`: an image takes a dropped PNG, or one that is chosen in the viewer. The server writes
// the file, and the page changes when the project was verified again.

const edited = make("div", { className: "edited wide", role: "status" });
document.getElementById(":live").after(edited);

async function put(address, file) {
  const response = await fetch(address, { method: "PUT", body: file });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  return text.split("\n");
}
function say(words, ...children) {
  edited.replaceChildren(make("span", {}, words), ...children,
    make("button", { type: "button", onclick: () => edited.replaceChildren() }, "Close"));
}
/** Writes the file of an image, and offers to take that back. */
async function write(place, file) {
  try {
    const [undo, done, path] = await put(place.address, file);
    say(`${done} ${path}.`, make("button", { type: "button", onclick: async () => {
      try {
        await put(undo);
        say(`${path} is ${done === "Added" ? "deleted again" : "as before"}.`);
      } catch (error) { say(error.message); }
    } }, "Undo"));
  } catch (error) { say(`${place.title} was not written. ${error.message}`); }
}

// ---- places

/** The place of a theme's image in a row, which the address of its default names. */
function placeFor(theme, name, row) {
  const first = row?.querySelector(".shot:not([data-themes]) img[title]");
  return first && { address: `${first.src}/${theme}`, title: `The image of ${name}` };
}
function placeOf(shot) {
  const image = shot.querySelector("img[title]");
  if (image) return { address: image.src, title: image.title };
  // The theme has no file, one that cannot be shown, or only another color for a mask.
  const { themes } = shot.dataset;
  return themes && placeFor(themes, shot.querySelector("b").textContent, shot.closest(".row"));
}
/** The themes that have nothing in a row. */
function missing(row) {
  const present = new Set([...row?.querySelectorAll(".shot[data-themes]") ?? []].map((it) => it.dataset.themes));
  const all = [...document.getElementById(":themes").options];
  return all.filter((it) => !present.has(it.value) && placeFor(it.value, it.text, row));
}

// ---- dropping

let target = null;
const slots = make("p", { className: "slots" });
slots.isOwn = true;
/** Marks what the file would go to. A card that it is over offers the themes that lack the image. */
function aim(element, row) {
  if (row && row !== slots.previousSibling) {
    slots.replaceChildren(...missing(row).map(({ value, text }) =>
      Object.assign(make("span", {}, `New for ${text}`), { place: placeFor(value, text, row) })));
    row.after(slots);
  }
  if (!row) slots.remove();
  target?.classList.remove("drop");
  target = element;
  target?.classList.add("drop");
}
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
function read(event) {
  const slot = event.target.closest?.(".slots span"), shot = event.target.closest?.(".row .shot");
  const place = slot ? slot.place : shot && placeOf(shot);
  // The way from the row to its slots leads over the card.
  const isOnCard = event.target.closest?.(".card")?.contains(slots);
  return { place, element: place ? slot ?? shot : null,
    row: event.target.closest?.(".row") ?? (isOnCard ? slots.previousSibling : null) };
}
document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  // The browser would leave the page and show the file.
  event.preventDefault();
  const { place, element, row } = read(event);
  event.dataTransfer.dropEffect = place ? "copy" : "none";
  aim(element, row);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) aim(null); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const { place } = read(event), file = event.dataTransfer.files[0];
  aim(null);
  if (place && file) write(place, file);
});

// ---- choosing

let chosen = null;
const chooser = make("input", { type: "file", accept: "image/png", hidden: true, onchange: () => {
  if (chosen && chooser.files[0]) write(chosen, chooser.files[0]);
  chooser.value = "";
} });
function choose(place) {
  chosen = place;
  if (place) chooser.click(); else say("This image has no file.");
}
const adding = make("select", { ariaLabel: "Add for a theme" });
function listThemes() {
  const themes = missing(view.row).map(({ value, text }) => make("option", { value }, text));
  if (view.row && !themes.length) themes.push(make("option", { disabled: true }, "All themes have it"));
  adding.replaceChildren(make("option", { value: "" }, "Add for…"), ...themes);
}
listThemes();
for (const kind of ["focus", "pointerdown"]) adding.addEventListener(kind, listThemes);
adding.addEventListener("change", () => {
  const { value, text } = adding.selectedOptions[0];
  if (value) choose(placeFor(value, text, view.row));
  listThemes();
});
viewer.querySelector(".head").lastElementChild.before(
  make("button", { type: "button", onclick: () => {
    const shot = view.shots[view.index];
    choose(shot && placeOf(shot.element));
  } }, "Replace…"), adding, chooser);
