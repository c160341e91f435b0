/// The script that opens a row's images in the viewer: side by side, swipe, blink and difference.
///
/// It uses only what ``ImageCard`` writes, so it works on any page with cards.
package enum ViewerScript {
    package static let text: StaticString = #"""

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

        const modes = ["Side by side", "Swipe", "Blink", "Difference"];
        const zooms = [.125, .25, .5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
        const isStill = matchMedia("(prefers-reduced-motion: reduce)");
        const view = { mode: 0, zoom: 1, grid: true, amplified: false, split: 50, shots: [], index: 1 };

        const viewer = make("dialog",
          { className: "viewer", "aria-labelledby": ":viewer-title", ariaModal: "true" });
        const viewerTitle = make("h2", { id: ":viewer-title" });
        const modeButtons = modes.map((name, index) =>
          make("button", { type: "button", onclick: () => setMode(index), title: `${index + 1}` }, name));
        const imageChoice = make("div", { className: "choice", role: "group", "aria-label": "Image" });
        const zoomText = make("span", { className: "number", "aria-live": "polite" });
        const gridButton = make("button", { type: "button", title: "g", onclick: () => toggle("grid") }, "Pixel grid");
        const stage = make("div", { className: "stage", tabIndex: 0, role: "region", "aria-label": "Images" });
        const viewerFoot = make("div", { className: "foot" });
        viewer.append(
          make("div", { className: "head" }, viewerTitle, imageChoice,
            make("div", { className: "choice", role: "group", "aria-label": "Comparison" }, ...modeButtons),
            make("div", { className: "choice", role: "group", "aria-label": "Zoom" },
              make("button", { type: "button", title: "-", onclick: () => stepZoom(-1), ariaLabel: "Zoom out" }, "−"),
              make("button", { type: "button", title: "0", onclick: () => fitZoom() }, zoomText),
              make("button", { type: "button", title: "+", onclick: () => stepZoom(1), ariaLabel: "Zoom in" }, "+"),
              gridButton),
            make("button", { type: "button", title: "Esc", onclick: () => viewer.close() }, "Close")),
          stage, viewerFoot);
        document.body.append(viewer);

        /** Opens the viewer with the images of a row. `shot` is the one that is compared with the first. */
        function openViewer(row, shot) {
          const shots = [...row.querySelectorAll(".shot")].filter((it) => !it.hidden && it.querySelector("img"));
          if (!shots.length) return false;
          view.shots = shots.map((it) => {
            const image = it.querySelector("img");
            const [width, height] = image.dataset.size.split("x").map(Number);
            return { source: image.src, alternative: image.alt, width, height,
              caption: it.querySelector("b").textContent,
              mismatch: it.querySelector(".mismatch")?.textContent };
          });
          view.index = Math.max(shots.indexOf(shot), Math.min(1, shots.length - 1));
          view.row = row;
          viewer.dataset.ground = document.querySelector(".grounds :checked")?.value ?? "";
          const card = row.closest(".item");
          const heading = card?.querySelector("h4, h3");
          const scale = row.querySelector(".scale")?.textContent ?? "";
          viewerTitle.textContent = [card?.dataset.title ?? heading?.textContent ?? "", scale].join(" ").trim();
          imageChoice.replaceChildren(...view.shots.slice(1).map((it, index) =>
            make("button", { type: "button", onclick: () => { view.index = index + 1; draw(); } }, it.caption)));
          imageChoice.hidden = view.shots.length < 3;
          // A modal dialog makes the rest of the page inert, which takes a second with thousands of images.
          if (!viewer.open) viewer.show();
          fitZoom();
          stage.focus();
          return true;
        }

        function setMode(mode) { view.mode = mode; draw(); }
        function toggle(name) { view[name] = !view[name]; draw(); }
        function canvasSize() {
          return { width: Math.max(...view.shots.map((it) => it.width)),
            height: Math.max(...view.shots.map((it) => it.height)) };
        }
        function fitZoom() {
          const { width, height } = canvasSize();
          const room = { width: (stage.clientWidth - 96) / (view.mode === 0 && view.shots.length > 1 ? 2 : 1),
            height: stage.clientHeight - 96 };
          const fitting = zooms.filter((it) => width * it <= room.width && height * it <= room.height);
          view.zoom = Math.min(fitting.at(-1) ?? zooms[0], 16);
          draw();
        }
        function stepZoom(step) {
          const index = zooms.indexOf(view.zoom) + step;
          if (index >= 0 && index < zooms.length) { view.zoom = zooms[index]; draw(); }
        }

        function sheet(shots, className) {
          const { width, height } = canvasSize();
          const zoom = view.zoom;
          const sheet = make("div", { className: `sheet ground ${className ?? ""} ${zoom < 1 ? "smooth" : ""}` });
          sheet.style.width = `${width * zoom}px`;
          sheet.style.height = `${height * zoom}px`;
          for (const shot of shots) {
            const image = make("img", { src: shot.source, alt: shot.alternative });
            image.style.width = `${shot.width * zoom}px`;
            image.style.height = `${shot.height * zoom}px`;
            image.style.left = `${Math.floor((width - shot.width) / 2) * zoom}px`;
            image.style.top = `${Math.floor((height - shot.height) / 2) * zoom}px`;
            sheet.append(image);
          }
          if (view.grid && zoom >= 6) {
            const pixels = make("div", { className: "pixels" });
            pixels.style.backgroundSize = `${zoom}px ${zoom}px`;
            sheet.append(pixels);
          }
          return sheet;
        }
        function pane(content, ...words) {
          return make("div", { className: "pane" }, content, make("p", {}, words.filter(Boolean).join(" · ")));
        }
        const sizeText = (shot) => `${shot.width} × ${shot.height} px`;

        let blinking;
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
          gridButton.ariaPressed = String(view.grid);
          zoomText.textContent = `${view.zoom * 100} %`;
          viewerFoot.replaceChildren();
          const mode = view.shots.length < 2 ? 0 : view.mode;
          const both = [base.caption, "and", other.caption].join(" ");
          if (mode === 0) {
            const shown = view.shots.length < 2 ? [base] : [base, other];
            stage.replaceChildren(...shown.map((it) => pane(sheet([it]), it.caption, sizeText(it), it.mismatch)));
          } else if (mode === 1) {
            const both = sheet([base, other]), divider = make("div", { className: "divider" });
            both.append(divider);
            const top = both.querySelectorAll("img")[1];
            const slider = make("input", { type: "range", min: 0, max: 100, value: view.split, ariaLabel: "Divider" });
            slider.oninput = () => {
              view.split = Number(slider.value);
              const left = parseFloat(both.style.width) * view.split / 100 - parseFloat(top.style.left);
              top.style.clipPath = `inset(0 0 0 ${left}px)`;
              divider.style.left = `${view.split}%`;
            };
            slider.oninput();
            stage.replaceChildren(pane(both, `left: ${base.caption}`, `right: ${other.caption}`, other.mismatch));
            viewerFoot.append(make("label", {}, "Divider "), slider);
          } else if (mode === 2) {
            const both = sheet([base, other]), images = both.querySelectorAll("img");
            const words = make("p", { ariaLive: "off" });
            let showsOther = true;
            const blink = () => {
              showsOther = !showsOther;
              images[0].hidden = showsOther;
              images[1].hidden = !showsOther;
              words.textContent = showsOther ? other.caption : base.caption;
            };
            blink();
            stage.replaceChildren(make("div", { className: "pane" }, both, words));
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
          } else {
            stage.replaceChildren(pane(sheet([base, other], `difference ${view.amplified ? "amplified" : ""}`),
              `${both}: black where both are the same`, other.mismatch));
            const amplify = make("input", { type: "checkbox", checked: view.amplified,
              onchange: () => toggle("amplified") });
            viewerFoot.append(make("label", {}, amplify, " Amplify 8 times"));
          }
        }
        viewer.addEventListener("close", () => { clearInterval(blinking); stage.replaceChildren(); });
        viewer.addEventListener("focusout", ({ relatedTarget }) => {
          if (viewer.open && relatedTarget && !viewer.contains(relatedTarget)) stage.focus();
        });

        document.addEventListener("click", (event) => {
          const shot = event.target.closest(".row .shot");
          if (!shot || !event.target.closest(".ground") || viewer.open) return;
          current = items.indexOf(shot.closest(".item"));
          openViewer(shot.closest(".row"), shot);
        });

        """#
}
