/// The style of the page of sample screens.
enum ScreensStyle {
    static let text: StaticString = #"""

        .screens-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
          gap: 16px 32px; padding: 40px 0 8px; }
        .themes { display: flex; flex-wrap: wrap; gap: 2px; padding: 2px; border-radius: 8px;
          background: var(--sunken); }
        .themes legend { position: absolute; clip-path: inset(50%); }
        .themes label { cursor: pointer; }
        .themes input { position: absolute; opacity: 0; }
        .themes span { display: block; padding: 4px 14px; border-radius: 6px; font-size: 14px; line-height: 24px;
          max-width: 20rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .themes :checked + span { background: var(--surface); box-shadow: 0 1px 2px #0003; font-weight: 600; }
        .themes :focus-visible + span { outline: 2px solid var(--accent); }
        .phones { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); gap: 32px;
          margin-top: 16px; }
        .one main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
          gap: 0 32px; }
        .one main > :not(section) { grid-column: 1 / -1; }
        .one .phones { display: block; }
        .phone { max-width: 390px; }
        .phone > svg { display: block; width: 100%; height: auto; border-radius: 20px; background: #fff;
          box-shadow: 0 0 0 1px var(--line), 0 8px 24px #0000001a; }
        .phone figcaption { padding: 12px 4px 0; color: var(--soft); overflow-wrap: anywhere; }
        .phone figcaption b { color: var(--ink); font-weight: 600; }
        .phone text { font-family: var(--sans); }
        .phone text[font-family] { font-family: revert-layer; }
        .phone .missing { fill: #d0342a1a; stroke: #d0342a; stroke-dasharray: 4 3; }
        .phone .colorless { fill: #767676; }
        .phone .state { fill: #767676; }
        .screens-head ~ div > .notes { margin-top: 16px; font-size: 14px; }
        .empty .line { display: block; white-space: pre; padding: 0 16px; }
        .empty .scroll { margin-top: 16px; padding: 12px 0; }
        @media (max-width: 560px) { .phone { max-width: none; } }
        @media print { .themes { display: none; } .phone { break-inside: avoid; } }

        """#
}
