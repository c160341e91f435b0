/// The script that says which fonts of the settings the machine lacks.
enum FontScript {
    static let text: StaticString = #"""

        const ruler = make("canvas").getContext("2d");
        const knownFonts = new Map();
        /** Whether a text in the font has another width than in a font that stands in for a missing one. */
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

        """#
}
