import ThemeTrust
import ThemeModel

/// Shows a feed that was written, and what comes next, or one that was checked.
struct FeedListing {
    let feed: ThemeFeed
    let path: String
    var isChecked = false

    var text: String {
        var rows = [["channel", "theme", "version", "bytes", "rollout", "deltas"]]
        for (channel, themes) in feed.channels.sorted(by: { $0.key < $1.key }) {
            for (id, entry) in themes.sorted(by: { $0.key < $1.key }) {
                rows.append([
                    channel.string, id.string, entry.version.description, String(entry.pack.byteCount),
                    "\(entry.rollout) %", String(entry.deltas.count),
                ])
            }
        }
        let withdrawn = feed.withdrawn.map { "withdrawn: \($0)\n" }.sorted()
        let shown = Console.printable(Console.relative(path))
        return "\(shown): number \(feed.sequence), expires \(feed.expires)\n\n"
            + Table.aligned(rows, numbers: [3, 4, 5])
            + (withdrawn.isEmpty ? "" : "\n\(withdrawn.joined())")
            + (isChecked ? "" : "\nnext: themepack sign -f KEY \(shown)\n")
    }
}
