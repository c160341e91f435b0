/// The style of the line that shows whether the preview is current.
enum LiveStyle {
    static let text: StaticString = #"""

        .live { display: flex; align-items: center; gap: 8px 24px; flex-wrap: wrap; padding-block: 8px; font-size: 12px;
          line-height: 20px; color: var(--soft); border-bottom: 1px solid var(--line); }
        .live nav { display: flex; gap: 2px; padding: 2px; border-radius: 8px; background: var(--sunken); }
        .live a { padding: 2px 12px; border-radius: 6px; color: inherit; text-decoration: none; }
        .live a[aria-current] { background: var(--surface); color: var(--ink); font-weight: 600;
          box-shadow: 0 1px 2px #0003; }
        .live output { margin-left: auto; display: flex; align-items: center; gap: 8px;
          font-variant-numeric: tabular-nums; }
        .live output::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--fine); }
        .live[data-state=ended] output { color: var(--error); font-weight: 600; }
        .live[data-state=ended] output::before { background: var(--error); }
        .trouble { margin-block: 16px; padding: 12px 16px; border-radius: 10px; background: var(--error-ground);
          color: var(--error); }
        @media print { .live { display: none; } }

        """#
}
