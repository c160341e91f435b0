// The script that draws the images of the viewer in four ways, with a zoom that keeps the middle in place.

/** Returns an image at its place on the canvas of all images of the row. */
function placed(shot, alternative = shot.alternative) {
  const { width, height } = canvasSize();
  const image = make("img", { src: shot.source, alt: alternative, draggable: false });
  image.style.width = `${shot.width * view.zoom}px`;
  image.style.height = `${shot.height * view.zoom}px`;
  image.style.left = `${Math.floor((width - shot.width) / 2) * view.zoom}px`;
  image.style.top = `${Math.floor((height - shot.height) / 2) * view.zoom}px`;
  return image;
}
function sheet(className, ...contents) {
  const { width, height } = canvasSize();
  const sheet = make("div", { className: `sheet ground ${className} ${view.zoom < 1 ? "smooth" : ""}` },
    ...contents);
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
    make("div", { className: "window", onscroll: ({ currentTarget: it }) => readCenter(it) }, sheet),
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
  const base = view.shots[0], other = view.shots[view.index] ?? base;
  modeButtons.forEach((button, index) => {
    button.ariaPressed = String(index === view.mode);
    button.disabled = view.shots.length < 2 && index > 0;
  });
  [...imageChoice.children].forEach((button, index) => {
    button.ariaPressed = String(index + 1 === view.index);
  });
  groundButtons.forEach((button, index) => {
    button.ariaPressed = String(grounds[index] === viewer.dataset.ground);
  });
  gridButton.ariaPressed = String(view.grid);
  zoomText.textContent = `${view.zoom * 100} %`;
  viewerFoot.replaceChildren();
  if (view.shots.length < 2) stage.replaceChildren(pane(sheet("", placed(base)), base.caption, sizeText(base)));
  else comparisons[view.mode](base, other);
  for (const shot of new Set([base, other])) {
    if (shot.file) viewerFoot.append(make("span", { className: "file" }, `${shot.caption}: ${shot.file}`));
  }
  showCenter();
}
function drawSideBySide(...shots) {
  stage.replaceChildren(...shots.map((it) =>
    pane(sheet("", placed(it)), it.caption, sizeText(it), it.mismatch)));
}
function drawSwipe(base, other) {
  const left = placed(base), right = placed(other), divider = make("div", { className: "divider" });
  const both = sheet("swipe", left, right, divider);
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
  const images = [placed(base), placed(other)], both = pane(sheet("", ...images));
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
  const result = sheet(`difference ${view.amplified ? "amplified" : ""}`, layer("black"), layer("white"));
  Object.assign(result, { role: "img", ariaLabel: `Difference of ${both}` });
  stage.replaceChildren(pane(result, `${both}: black where both are the same`, other.mismatch));
  const amplify = make("input", { type: "checkbox", checked: view.amplified,
    onchange: () => toggle("amplified") });
  viewerFoot.append(make("label", {}, amplify, " Amplify 8 times"));
}
