// The script that draws the images of the viewer in four ways, with a zoom that keeps the middle in place.

/** Returns an image at its place on the canvas of all images of the row. */
function placed(shot, alternative = shot.alternative) {
  const { width, height } = canvasSize();
  const image = make("img", { src: shot.source, alt: alternative, draggable: false });
  if (shot.tint) image.dataset.tint = shot.tint;
  image.style.width = `${shot.width * view.zoom}px`;
  image.style.height = `${shot.height * view.zoom}px`;
  image.style.left = `${Math.floor((width - shot.width) / 2) * view.zoom}px`;
  image.style.top = `${Math.floor((height - shot.height) / 2) * view.zoom}px`;
  return image;
}
/** Returns the images on the ground of one of them. */
function sheet({ ground }, className, ...contents) {
  const { width, height } = canvasSize();
  const own = ["ground", "day", "night"].filter((it) => ground.classList.contains(it));
  const sheet = make("div", { className: `sheet ${own.join(" ")} ${className} ${view.zoom < 1 ? "smooth" : ""}` },
    ...contents);
  if (ground.dataset.ground) sheet.dataset.ground = ground.dataset.ground;
  sheet.style.width = `${width * view.zoom}px`;
  sheet.style.height = `${height * view.zoom}px`;
  if (view.grid && view.zoom >= 6) {
    const pixels = make("div", { className: "pixels" });
    pixels.style.backgroundSize = `${view.zoom}px ${view.zoom}px`;
    sheet.append(pixels);
  }
  return sheet;
}
function pane(sheet, ...words) {
  return make("div", { className: "pane" },
    make("div", { className: "window", tabIndex: 0, onscroll: ({ currentTarget: it }) => readCenter(it) }, sheet),
    make("p", {}, words.filter(Boolean).join(" · ")));
}
const sizeText = (shot) => `${shot.width} × ${shot.height} px`;

/** All windows show the same part of their images. */
function readCenter(from) {
  // The event of a window that has been replaced can come later.
  if (!from.isConnected) return;
  view.center = [(from.scrollLeft + from.clientWidth / 2) / from.scrollWidth,
    (from.scrollTop + from.clientHeight / 2) / from.scrollHeight];
  for (const it of stage.querySelectorAll(".window")) {
    if (it !== from) it.scrollTo(from.scrollLeft, from.scrollTop);
  }
}
function showCenter() {
  const [x, y] = view.center;
  for (const it of stage.querySelectorAll(".window")) {
    it.scrollTo(x * it.scrollWidth - it.clientWidth / 2, y * it.scrollHeight - it.clientHeight / 2);
  }
}
function pan(x, y) { for (const it of stage.querySelectorAll(".window")) it.scrollBy(x * 80, y * 80); }

let blinking;
const comparisons = [drawSideBySide, drawSwipe, drawBlink, drawDifference];
function draw() {
  clearInterval(blinking);
  const base = view.shots[0], other = view.shots[view.index];
  // An image is never compared with itself.
  const isPair = other !== undefined && other !== base;
  modeButtons.forEach((button, index) => {
    button.ariaPressed = String(index === view.mode);
    button.disabled = !isPair && index > 0;
  });
  pixelText.textContent = "";
  imageChoice.selectedIndex = view.index - 1;
  for (const it of groundButtons) it.ariaPressed = String(it.value === viewer.dataset.ground);
  gridButton.ariaPressed = String(view.grid);
  zoomText.textContent = `${view.zoom * 100} %`;
  viewerFoot.replaceChildren();
  if (isPair) comparisons[view.mode](base, other);
  else if (base) {
    const words = other ? "" : `${view.caption} has no image here now`;
    stage.replaceChildren(pane(sheet(base, "", placed(base)), base.caption, sizeText(base), words));
  } else {
    stage.replaceChildren(make("p", { className: "gone" }, "The image is gone. It is shown again when it is back."));
  }
  viewerFoot.append(pixelText);
  for (const shot of new Set([base, other])) {
    if (!shot?.file) continue;
    const path = make("span", {}, ...breakable(shot.file));
    const copy = make("button", { type: "button", onclick: () => copyPath(path) }, "Copy path");
    viewerFoot.append(make("span", { className: "file" }, `${shot.caption}: `, path, " ", copy));
  }
  showCenter();
}
function drawSideBySide(...shots) {
  stage.replaceChildren(...shots.map((it) =>
    pane(sheet(it, "", placed(it)), it.caption, sizeText(it), it.mismatch)));
}
function drawSwipe(base, other) {
  const left = placed(base), right = placed(other), divider = make("div", { className: "divider" });
  const both = sheet(other, "swipe", left, right, divider);
  const slider = make("input", { type: "range", min: 0, max: 100, ariaLabel: "Divider" });
  const split = (percent) => {
    view.split = Math.min(100, Math.max(0, percent));
    slider.value = view.split;
    const place = Math.round(parseFloat(both.style.width) * view.split / 100);
    const end = parseFloat(left.style.left) + parseFloat(left.style.width);
    left.style.clipPath = `inset(0 ${end - place}px 0 0)`;
    right.style.clipPath = `inset(0 0 0 ${place - parseFloat(right.style.left)}px)`;
    divider.style.left = `${place}px`;
  };
  slider.oninput = () => split(Number(slider.value));
  const drag = (event) => {
    const { left, width } = both.getBoundingClientRect();
    if (both.hasPointerCapture(event.pointerId)) split((event.clientX - left) / width * 100);
  };
  both.onpointerdown = (event) => {
    if (event.button) return;
    both.setPointerCapture(event.pointerId);
    drag(event);
  };
  both.onpointermove = drag;
  split(view.split);
  stage.replaceChildren(pane(both, `left: ${base.caption}`, `right: ${other.caption}`, other.mismatch));
  viewerFoot.append(make("label", {}, "Divider "), slider);
}
function drawBlink(base, other) {
  const images = [placed(base), placed(other)], both = pane(sheet(other, "", ...images));
  let showsOther = true;
  const blink = () => {
    showsOther = !showsOther;
    images[0].hidden = showsOther;
    images[1].hidden = !showsOther;
    both.querySelector("p").textContent = showsOther ? other.caption : base.caption;
  };
  blink();
  stage.replaceChildren(both);
  const pause = make("button", { type: "button" });
  const run = (isRunning) => {
    clearInterval(blinking);
    if (isRunning) blinking = setInterval(blink, 700);
    pause.textContent = isRunning ? "Pause" : "Blink";
    pause.onclick = () => run(!isRunning);
  };
  run(!isStill.matches);
  const change = () => { run(false); blink(); };
  viewerFoot.append(pause, make("button", { type: "button", onclick: change }, "Switch"));
}
/**
 * On black, images differ where their premultiplied colors do; on white, also where only their alpha does.
 * The greater of both differences is black exactly where the images are the same.
 */
function drawDifference(base, other) {
  const layer = (ground) => make("div", { className: `layer ${ground}` }, placed(base, ""),
    make("div", { className: `layer ${ground}` }, placed(other, "")));
  const both = [base.caption, "and", other.caption].join(" ");
  const result = sheet(other, `difference ${view.amplified ? "amplified" : ""}`, layer("black"), layer("white"));
  Object.assign(result, { role: "img", ariaLabel: `Difference of ${both}` });
  stage.replaceChildren(pane(result, `${both}: black where both are the same`, other.mismatch));
  const amplify = make("input", { type: "checkbox", checked: view.amplified,
    onchange: () => toggle("amplified") });
  viewerFoot.append(make("label", {}, amplify, " Amplify 8 times"));
}

// ---- the pixel under the pointer

const samples = new Map();
/** Returns the pixels of an image; null where the browser does not let a page read them. */
function pixelsOf(image, { source, width, height }) {
  if (!samples.has(source)) {
    if (samples.size > 16) samples.clear();
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    let data = null;
    try {
      context.drawImage(image, 0, 0);
      ({ data } = context.getImageData(0, 0, width, height));
    } catch { }
    samples.set(source, data);
  }
  return samples.get(source);
}
function pixelAt(x, y, shot) {
  const { width, height } = canvasSize();
  const left = x - Math.floor((width - shot.width) / 2), top = y - Math.floor((height - shot.height) / 2);
  const image = [...stage.querySelectorAll("img")].find((it) => it.src === shot.source && it.complete);
  const data = image && shot.width * shot.height <= 4e6 && pixelsOf(image, shot);
  if (!data || left < 0 || top < 0 || left >= shot.width || top >= shot.height) return null;
  return [...data.subarray((top * shot.width + left) * 4, (top * shot.width + left) * 4 + 4)];
}
stage.addEventListener("pointermove", ({ target, clientX, clientY }) => {
  const sheet = target.closest?.(".sheet");
  if (!sheet) return;
  const place = sheet.getBoundingClientRect();
  const x = Math.floor((clientX - place.left) / view.zoom), y = Math.floor((clientY - place.top) / view.zoom);
  const shots = [...new Set([view.shots[0], view.shots[view.index]])].filter(Boolean);
  const found = shots.map((it) => pixelAt(x, y, it));
  const words = shots.map((it, index) => found[index] && `${it.caption} ${found[index].join(" ")}`).filter(Boolean);
  const isPair = found.length === 2 && found.every(Boolean);
  const difference = isPair ? Math.max(...found[0].map((it, index) => Math.abs(it - found[1][index]))) : null;
  pixelText.textContent =
    [`${x}, ${y}`, ...words, isPair ? `difference ${difference}` : ""].filter(Boolean).join(" · ");
});
