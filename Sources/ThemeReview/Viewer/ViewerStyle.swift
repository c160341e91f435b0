/// The style of cards, rows of images, and the viewer.
package enum ViewerStyle {
    package static let text: StaticString = #"""

        :root { --ground: repeating-conic-gradient(#dededb 0 25%, #fff 0 50%) 0 0 / 16px 16px;
          --ground-edge: transparent; }
        /* :has on the root would search the whole page after every change of it. */
        @media screen and (prefers-color-scheme: dark) {
          :root { --ground: repeating-conic-gradient(#4a4a47 0 25%, #5c5c58 0 50%) 0 0 / 16px 16px; }
        }
        .grounds:has([value=light]:checked) ~ *, .viewer[data-ground=light] { --ground: #fff;
          --ground-edge: var(--line); }
        .grounds:has([value=dark]:checked) ~ *, .viewer[data-ground=dark] { --ground: #17171a; }
        .ground { display: grid; place-items: center; min-height: 72px; padding: 10px; border-radius: 6px;
          background: var(--ground); box-shadow: inset 0 0 0 1px var(--ground-edge); }
        .ground > * { grid-area: 1 / 1; }
        .ground img { display: block; }
        img.ground { display: block; box-sizing: content-box; min-width: 52px; min-height: 52px;
          object-fit: scale-down; }
        .ground .absent { max-width: 220px; color: #4d4d49; background: #ffffffd9; padding: 4px 8px; border-radius: 4px;
          font-size: 12px; line-height: 1.4; text-align: center; }
        .canvas { display: block; visibility: hidden; }
        .frame { overflow: visible; display: block; }
        .frame .edge { width: 100%; height: 100%; fill: none; stroke: var(--error); stroke-width: 1.5;
          stroke-dasharray: 4 3; }
        /* Plain blocks where they do, because a page has thousands of these. */
        .shot { min-width: 72px; max-width: 100%; }
        .shot.off .ground { outline: 2px solid var(--error); outline-offset: 0; }
        .shot figcaption { margin-top: 4px; font-size: 12px; line-height: 1.4; color: var(--soft);
          overflow-wrap: anywhere; width: 0; min-width: 100%; font-variant-numeric: tabular-nums; }
        .shot figcaption b { color: var(--ink); font-weight: 600; }
        .scaled { display: block; }
        .mismatch { display: block; color: var(--error); font-weight: 600; }
        .row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px 8px; scroll-margin-top: 4rem; }
        .row .scale { flex: 0 0 100%; font-size: 12px; line-height: 1.4; color: var(--soft); margin-bottom: -8px;
          font-variant-numeric: tabular-nums; }
        .js .shot img { cursor: zoom-in; }
        .row:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }

        /* A card is as wide as its images. */
        .cards { display: flex; flex-wrap: wrap; gap: 12px; }
        .card { min-width: min(100%, 160px); max-width: 100%; padding: 12px; background: var(--surface);
          border: 1px solid var(--line); border-radius: 10px; scroll-margin-top: .5rem; }
        /* Words do not widen a card. */
        .card h4 { width: 0; min-width: 100%; overflow-wrap: anywhere; }
        .card .notes { width: 0; min-width: max(100%, min(300px, 70vw)); }
        .card > * + * { margin-top: 12px; }
        .card h4 a { color: inherit; text-decoration: none; }
        .card h4 a:hover { text-decoration: underline; }
        .card:target, .item.current { border-color: var(--accent);
          box-shadow: 0 0 0 1px var(--accent); }
        .notes { display: grid; gap: 4px; font-size: 12px; line-height: 1.45; }
        .notes li { padding-left: 8px; border-left: 2px solid var(--line); }
        .notes b { margin-right: 4px; }
        .notes .error { border-color: var(--error); } .notes .error b { color: var(--error); }
        .notes .warning { border-color: var(--warning); } .notes .warning b { color: var(--warning); }
        .notes code { color: var(--soft); }
        @media (max-width: 576px) {
          .cards { gap: 8px; }
          .card { padding: 10px; }
        }

        /* The browser skips groups that are not on the screen, and remembers their height. Without the script, which
           corrects the places of links, it lays out all. */
        .many section.group { padding: 4px; margin: -4px -4px 28px; }
        @media (scripting: enabled) {
          .many section.group { content-visibility: auto; contain-intrinsic-size: auto 1200px; }
        }

        @media print {
          .many section.group { content-visibility: visible; }
          .row { break-inside: avoid; }
          .card h4 { break-after: avoid; }
          .notes { break-before: avoid; break-inside: avoid; }
          .ground { background: #fff; outline: 1px solid #ccc; }
        }

        .grounds { display: flex; gap: 2px; padding: 2px; border-radius: 8px; background: var(--sunken);
          width: fit-content; }
        .grounds legend { float: left; padding: 4px 8px; color: var(--soft); font-size: 12px; line-height: 20px; }
        .grounds label { cursor: pointer; }
        .grounds span, .choice button { display: block; padding: 4px 12px; border-radius: 6px; font-size: 12px;
          line-height: 20px; }
        .grounds input { position: absolute; opacity: 0; }
        .grounds :checked + span { background: var(--surface); box-shadow: 0 1px 2px #0003; font-weight: 600; }
        .grounds :focus-visible + span { outline: 2px solid var(--accent); }

        dialog { color: var(--ink); background: var(--surface); border: 1px solid var(--line); padding: 0; }
        dialog::backdrop { background: #000a; }
        .help { border-radius: 10px; padding: 24px; max-width: 28rem; }
        .help dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 16px 0; }
        kbd { font: 12px/20px var(--mono); padding: 0 6px; border: 1px solid var(--line); border-bottom-width: 2px;
          border-radius: 4px; background: var(--sunken); }
        .viewer { position: fixed; inset: 0; z-index: 10; width: 100vw; height: 100dvh; max-width: none;
          max-height: none; border: 0; overscroll-behavior: contain; }
        .viewer[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; }
        .viewer .head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 12px 16px;
          border-bottom: 1px solid var(--line); }
        .viewer h2 { font-size: 16px; letter-spacing: 0; margin-right: auto; }
        .viewer button, .filter button, .help button, .help-link button { font: inherit; font-size: 12px;
          line-height: 20px; color: inherit; background: var(--sunken); border: 0; border-radius: 6px;
          padding: 4px 12px; cursor: pointer; }
        .viewer button:hover { background: var(--line); }
        .choice { display: flex; gap: 2px; padding: 2px; border-radius: 8px; background: var(--sunken); }
        .viewer .choice button { background: none; }
        .viewer .choice [aria-pressed=true] { background: var(--surface); box-shadow: 0 1px 2px #0003;
          font-weight: 600; }
        .stage:focus-visible { outline-offset: -2px; }
        .stage { overflow: hidden; display: flex; gap: 24px; padding: 24px; background: var(--sunken); }
        .pane { margin: auto; min-width: 0; max-height: 100%; display: grid; grid-template-rows: minmax(0, 1fr) auto; }
        .pane p { font-size: 12px; color: var(--soft); margin-top: 8px; text-align: center; }
        .window { overflow: auto; overscroll-behavior: contain; }
        .sheet { position: relative; margin: 0 auto; display: block; padding: 0; min-height: 0; border-radius: 0; }
        .sheet img { position: absolute; image-rendering: pixelated; max-width: none; }
        .sheet.smooth img { image-rendering: auto; }
        .sheet.swipe { cursor: col-resize; touch-action: pan-y; user-select: none; }
        .sheet.swipe img { pointer-events: none; }
        .sheet.difference { background: #000 !important; isolation: isolate; }
        .layer { position: absolute; inset: 0; isolation: isolate; background: #000; }
        .layer.white { background: #fff; }
        .layer + .layer { mix-blend-mode: lighten; }
        .layer .layer { mix-blend-mode: difference; }
        .sheet.amplified { filter: brightness(8); }
        .sheet .pixels { position: absolute; inset: 0; pointer-events: none; mix-blend-mode: difference;
          background-image: linear-gradient(to right, #8885 1px, transparent 1px),
            linear-gradient(to bottom, #8885 1px, transparent 1px); }
        .sheet .divider { position: absolute; inset: 0 auto 0 0; width: 2px; margin-left: -1px;
          background: var(--accent); pointer-events: none; }
        .divider::after { content: ""; position: absolute; bottom: 0; left: -7px; width: 16px; height: 16px;
          border-radius: 50%; background: var(--accent); border: 2px solid var(--surface); }
        .viewer .foot { margin: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px;
          padding: 8px 16px;
          min-height: 45px; border-top: 1px solid var(--line); color: var(--soft); font-size: 12px; }
        .viewer .file { overflow-wrap: anywhere; }
        .viewer input[type=range] { width: min(320px, 60vw); accent-color: var(--accent); }

        """#
}
