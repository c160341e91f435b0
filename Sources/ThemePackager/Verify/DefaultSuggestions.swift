import ThemeModel
import ThemeProject

struct DefaultSuggestions {
    private var byFolder: [String: [String]] = [:]
    private var byLastComponent: [String: LogicalName] = [:]
    private let nearMiss: NearMiss

    init(_ images: ImageGroups, _ nearMiss: NearMiss) {
        self.nearMiss = nearMiss
        for file in images.files where images.trees.owner(of: file) == nil {
            let name = file.variant.name
            byFolder[String(name.path.folder), default: []].append(String(name.path.lastComponent))
            byLastComponent[String(name.path.lastComponent)] = name
        }
    }

    func suggestion(for name: LogicalName) -> LogicalName? {
        if let elsewhere = byLastComponent[String(name.path.lastComponent)] { return elsewhere }
        let folder = String(name.path.folder)
        let near = nearMiss.suggestion(for: String(name.path.lastComponent), among: byFolder[folder] ?? [])
        return near.flatMap { try? LogicalName(folder + $0) }
    }
}
