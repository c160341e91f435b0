/// The groups of changed images, in the order of the page.
enum DifferenceGroup: String, CaseIterable {
    case resized, gone, renamed, changed, undecodable, added, same

    init(of change: ImageChange) {
        switch change {
        case .added: self = .added
        case .removed: self = .gone
        case .renamed: self = .renamed
        case .resized: self = .resized
        case .replaced(_, _, .unknown): self = .undecodable
        case .replaced(_, _, let looks): self = looks.isSame ? .same : .changed
        }
    }

    var title: String {
        switch self {
        case .resized: "Another size"
        case .gone: "Gone"
        case .renamed: "Renamed"
        case .changed: "Other pixels"
        case .undecodable: "Not comparable"
        case .added: "New"
        case .same: "Same pixels"
        }
    }
}
