/// The style that all pages share: colors, type, spacing, header, navigation, tables.
package enum BaseStyle {
    /// Sizes of type: 12, 14, 16, 20, 28 and 40 px. Spacing in steps of 4 px.
    package static let text: StaticString = #"""

        :root {
          color-scheme: light dark;
          --page: #f7f7f5; --surface: #fff; --sunken: #efefec; --line: #dcdcd7; --edge: #8a8a83;
          --ink: #1b1b1a; --soft: #5c5c57; --accent: #2451b8; --accent-ground: #e8edfa;
          --error: #b3261e; --error-ground: #fcecea; --warning: #8a5200; --warning-ground: #fbf1df;
          --fine: #1f6b3b; --fine-ground: #e6f3ea; --shade: #0000003d;
          --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
          --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --page: #151514; --surface: #1e1e1d; --sunken: #292927; --line: #383835; --edge: #85857d;
            --ink: #ececea; --soft: #aaaaa3; --accent: #9db8f8; --accent-ground: #232d47;
            --error: #f6a59d; --error-ground: #43201d; --warning: #edbd6d; --warning-ground: #3b2c12;
            --fine: #8dd3a5; --fine-ground: #1a3323; --shade: #000000b3;
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        html { scroll-padding-top: 7.5rem; -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 var(--sans); }
        h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
        h1 { font-size: clamp(28px, 4vw, 40px); line-height: 1.15; font-weight: 650; letter-spacing: -.022em; }
        h2 { font-size: 28px; line-height: 1.25; font-weight: 620; letter-spacing: -.015em; }
        h3 { font-size: 16px; line-height: 1.4; font-weight: 620; }
        h4 { font-size: 14px; line-height: 1.4; font-weight: 600; }
        h1, h2, h3, h4, td, th, p, li, dd, a { overflow-wrap: anywhere; }
        h1, h3, h4, td, code, b { unicode-bidi: isolate; }
        code { font: .925em/1.5 var(--mono); }
        ul, ol { list-style: none; }
        a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
        [hidden] { display: none !important; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        .skip { position: absolute; left: 16px; top: -64px; padding: 8px 16px; background: var(--surface); z-index: 9; }
        .skip:focus { top: 8px; }
        .wide { max-width: 1440px; margin: 0 auto; padding: 0 40px; }
        .soft { color: var(--soft); }
        .number { font-variant-numeric: tabular-nums; }

        .masthead { padding: 56px 0 32px; }
        .kicker { color: var(--soft); font-size: 14px; margin-bottom: 8px; }
        .verdict { margin-top: 12px; font-size: 20px; line-height: 1.4; }
        .totals { display: flex; flex-wrap: wrap; gap: 24px 48px; margin-top: 32px; }
        .totals > div { display: flex; flex-direction: column-reverse; }
        .totals dt { color: var(--soft); }
        .totals dd { font-size: 28px; line-height: 1.2; font-weight: 620; letter-spacing: -.015em;
          font-variant-numeric: tabular-nums; }

        .bar { position: sticky; top: 0; z-index: 5; background: var(--page); border-bottom: 1px solid var(--line); }
        .contents { display: flex; gap: 24px; overflow-x: auto; scrollbar-width: none; }
        .contents a { color: var(--soft); text-decoration: none; padding: 12px 0 10px; white-space: nowrap;
          border-bottom: 2px solid transparent; }
        .contents a:hover { color: var(--ink); border-color: var(--edge); }
        .contents .count { font-variant-numeric: tabular-nums; font-size: 12px; margin-left: 4px; }

        main > section { padding: 48px 0 24px; }
        .lead { color: var(--soft); max-width: 96ch; margin: 4px 0 24px; }
        .empty { padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
          color: var(--soft); }
        .empty b { display: block; color: var(--ink); font-size: 16px; font-weight: 620; }

        .tag { display: inline-block; padding: 0 8px; border-radius: 4px; font-size: 12px; line-height: 20px;
          font-weight: 600; background: var(--sunken); color: var(--soft); white-space: nowrap; }
        .tag.error { background: var(--error-ground); color: var(--error); }
        .tag.warning { background: var(--warning-ground); color: var(--warning); }
        .tag.fine { background: var(--fine-ground); color: var(--fine); }

        /* A shadow at each edge that hides columns. The first two layers scroll with the table, and cover it. */
        .scroll { overflow-x: auto; background: linear-gradient(to right, var(--surface) 50%, transparent) 0 0,
            linear-gradient(to left, var(--surface) 50%, transparent) 100% 0,
            linear-gradient(to right, var(--shade), transparent) 0 0,
            linear-gradient(to left, var(--shade), transparent) 100% 0, var(--surface);
          background-size: 40px 100%, 40px 100%, 14px 100%, 14px 100%, auto; background-repeat: no-repeat;
          background-attachment: local, local, scroll, scroll, scroll; border: 1px solid var(--line);
          border-radius: 10px; }
        table { border-collapse: collapse; width: 100%; text-align: left; }
        caption { text-align: left; padding: 16px 16px 8px; font-size: 16px; font-weight: 620; }
        th, td { padding: 8px 16px; vertical-align: top; border-top: 1px solid var(--line); min-width: 8rem; }
        thead th { color: var(--soft); font-size: 12px; font-weight: 600; border-top: 0; vertical-align: bottom; }
        caption + thead th { border-top: 0; }
        tbody th { font-weight: 500; }
        tbody tr:hover { background: var(--page); }
        td.number, th.number { text-align: right; min-width: 5rem; }
        td small, th small { display: block; color: var(--soft); font-size: 12px; line-height: 1.4; font-weight: 400; }

        .foot { margin-top: 48px; padding: 24px 0 48px; border-top: 1px solid var(--line); color: var(--soft);
          font-size: 12px; }

        @media (max-width: 900px) {
          .wide { padding: 0 24px; }
          .masthead { padding: 40px 0 24px; }
        }
        @media (max-width: 560px) {
          .wide { padding: 0 16px; }
          h2 { font-size: 20px; }
          .verdict { font-size: 16px; }
          .totals { gap: 16px 32px; margin-top: 24px; }
          .totals dd { font-size: 20px; }
          th, td { padding: 8px 12px; }
          main > section { padding: 32px 0 16px; }
        }
        @media print {
          .bar, .skip, button { display: none; }
          :root { color-scheme: light; }
          h2, h3, .lead, caption, thead { break-after: avoid; }
          tbody > tr:first-child { break-before: avoid; }
          tr, .lead, .empty, .masthead { break-inside: avoid; }
          body { background: #fff; color: #000; }
          /* Paper is as wide as a small window. */
          .wide { padding: 0; zoom: .8; }
          .masthead { padding: 0 0 12pt; }
          /* A table has all columns on the paper, which has no scroll bar. */
          .scroll { overflow: visible; border-radius: 0; background: none; }
          .scroll table { min-width: 0; font-size: 12px; }
          .scroll th, .scroll td { min-width: 0; padding: 6px 8px; }
          main > section { padding: 12pt 0; }
          .foot { margin-top: 12pt; padding: 12pt 0 0; break-before: avoid; }
        }

        """#
}
