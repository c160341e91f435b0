/// The style of the report's own sections.
enum ReportStyle {
    static let text: StaticString = #"""

        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .filter { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 4px 0 12px; }
        .filter input, .filter select { font: inherit; color: inherit; background: var(--surface); height: 32px;
          border: 1px solid var(--edge); border-radius: 6px; padding: 0 8px; max-width: 220px; }
        .filter input { width: 220px; }
        .filter button { height: 32px; }
        .filter output { color: var(--soft); font-variant-numeric: tabular-nums; }
        .nothing-found { padding: 64px 0; color: var(--soft); text-align: center; font-size: 16px; }

        .group { margin-bottom: 32px; }
        h3.folder { display: flex; align-items: baseline; gap: 12px; margin-bottom: 12px; }
        .count[data-shown]::after { content: " · " attr(data-shown) " shown"; }
        h3 .count { color: var(--soft); font-size: 12px; font-weight: 400; }
        .findings { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; overflow: clip; }
        .finding { display: grid; grid-template-columns: minmax(0, 72ch) minmax(304px, 1fr); gap: 16px 48px;
          padding: 16px; scroll-margin-top: .5rem; }
        .finding + .finding { border-top: 1px solid var(--line); }
        .finding:focus { outline-offset: -2px; }
        .what { display: grid; gap: 4px; align-content: start; }
        .kind { display: flex; align-items: center; gap: 8px; }
        .kind code { color: var(--soft); }
        .what h4 a { color: inherit; text-decoration-color: var(--edge); }
        .what h4 code { margin-left: 8px; font-weight: 400; }
        .values { display: flex; flex-wrap: wrap; gap: 4px 24px; }
        .values > div { display: flex; gap: 8px; }
        .values dt { color: var(--soft); flex: none; }
        .values dd { font-weight: 600; font-variant-numeric: tabular-nums; }
        .hint { color: var(--soft); }
        .finding .row { align-content: start; }
        .finding .ground { min-height: 64px; padding: 8px; }
        .finding img.ground { min-width: 56px; min-height: 48px; }

        .grounds { margin-bottom: 24px; }
        .coverage .meter { display: block; width: 100%; max-width: 200px; height: 6px; border-radius: 3px;
          margin: 7px 0 6px; }
        rect.replaced { fill: var(--accent); }
        rect.defective { fill: var(--error); }
        rect.inherited { fill: var(--line); }
        .coverage .total > * { font-weight: 600; }
        .legend { display: flex; flex-wrap: wrap; gap: 4px 24px; margin-top: 12px; font-size: 12px;
          color: var(--soft); }
        .legend svg { vertical-align: -1px; border-radius: 2px; margin-right: 4px; }

        .settings, .contrast { min-width: 560px; }
        .settings th:first-child { width: 30%; }
        .settings .flagged { color: var(--error); font-weight: 600; }
        .value { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
        .swatch { border-radius: 4px; border: 1px solid var(--edge); flex: none;
          background: repeating-conic-gradient(#ccc 0 25%, #fff 0 50%) 0 0 / 10px 10px; }
        .face { display: block; max-width: 100%; fill: currentColor; }
        .origin { margin-top: 2px; }
        .contrast .sample { display: block; border-radius: 6px; border: 1px solid var(--line); margin-bottom: 4px;
          background: #fff; }
        .contrast .number { margin-right: 4px; }
        .waste th { width: 26%; }
        .more { padding: 8px 16px; color: var(--soft); border-top: 1px solid var(--line); }
        tr.item.current { outline: 2px solid var(--accent); outline-offset: -2px; box-shadow: none; }
        .scroll.group { margin-bottom: 16px; }
        @media (scripting: enabled) {
          .many .finding { content-visibility: auto; contain-intrinsic-size: auto 150px; }
          .many .scroll.group { content-visibility: auto; contain-intrinsic-size: auto 480px; }
        }
        @media (max-width: 760px) {
          .finding { grid-template-columns: minmax(0, 1fr); }
          .filter input { flex: 1 1 100%; width: auto; max-width: none; }
          .filter label:has(input) { flex: 1 1 100%; display: flex; }
          .filter select { max-width: 150px; }
        }
        @media (max-height: 640px), (max-width: 560px) { .bar { position: static; } html { scroll-padding-top: 1rem; } }
        @media print {
          .many .finding, .many .scroll.group { content-visibility: visible; }
          .finding { break-inside: avoid; grid-template-columns: minmax(0, 72ch) minmax(304px, 1fr); }
          .findings { box-decoration-break: clone; }
          .folder { break-after: avoid; }
          .grounds, .filter { display: none; }
        }

        """#
}
