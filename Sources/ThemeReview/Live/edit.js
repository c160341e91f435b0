// The script of `preview --edit`: an image takes a dropped PNG, or one that is chosen in the viewer. The server writes
// it over the image's file, and the page changes when the project was verified again.

const edited = make("div", { className: "edited wide", role: "status" });
document.getElementById(":live").after(edited);

async function put(address, file) {
  const response = await fetch(address, { method: "PUT", body: file });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  return text;
}
function say(words, ...children) {
  edited.replaceChildren(make("span", {}, words), ...children,
    make("button", { type: "button", onclick: () => edited.replaceChildren() }, "Close"));
}
/** Replaces the file of an image, and offers to take that back. */
async function replace(source, title, file) {
  try {
    const undo = await put(source, file);
    say(`Replaced ${title}.`, make("button", { type: "button", onclick: async () => {
      try {
        await put(undo);
        say(`${title} is as before.`);
      } catch (error) { say(error.message); }
    } }, "Undo"));
  } catch (error) { say(`${title} was not replaced. ${error.message}`); }
}

// ---- dropping

let target = null;
function aim(image) {
  target?.closest(".shot")?.classList.remove("drop");
  target = image;
  target?.closest(".shot")?.classList.add("drop");
}
// The image of a theme that only changes a mask's color is the default's file, and has no title.
const imageOf = (target) => target.closest?.(".shot")?.querySelector("img[title]") ?? null;
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  // The browser would leave the page and show the file.
  event.preventDefault();
  const image = imageOf(event.target);
  event.dataTransfer.dropEffect = image ? "copy" : "none";
  if (image !== target) aim(image);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) aim(null); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const image = imageOf(event.target), file = event.dataTransfer.files[0];
  aim(null);
  if (image && file) replace(image.src, image.title, file);
});

// ---- choosing

const chooser = make("input", { type: "file", accept: "image/png", hidden: true, onchange: () => {
  const shot = view.shots[view.index], file = chooser.files[0];
  if (!shot || !file) return;
  if (shot.file) replace(shot.source, shot.file, file); else say(`${shot.caption} has no file for this image.`);
  chooser.value = "";
} });
viewer.querySelector(".head").lastElementChild.before(
  make("button", { type: "button", onclick: () => chooser.click() }, "Replace…"), chooser);
