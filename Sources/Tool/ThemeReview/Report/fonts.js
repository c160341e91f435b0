// The script that marks the fonts of settings that the machine lacks.

const ruler = make("canvas").getContext("2d");
const knownFonts = new Map();
/** Returns whether a text has another width in this font than in a generic one. */
function isInstalled(family) {
  const width = (fonts) => {
    ruler.font = `64px ${fonts}`;
    return ruler.measureText("Aa Bb Gg mmm lli 123").width;
  };
  if (!knownFonts.has(family)) {
    const isDrawn = ["monospace", "serif"].some((it) => width(`${family}, ${it}`) !== width(it));
    knownFonts.set(family, isDrawn);
  }
  return knownFonts.get(family);
}
function markFonts() {
  for (const mark of document.querySelectorAll(".settings .missing")) {
    const fonts = mark.parentElement.querySelector(".face text").getAttribute("font-family");
    mark.hidden = isInstalled(fonts.replace(", system-ui, sans-serif", ""));
  }
}
markFonts();
document.addEventListener("preview:change", markFonts);
