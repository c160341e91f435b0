/// One thing that an import or an export found: an image set, a color, a file.
package struct ExchangeItem: Hashable, Sendable {
    /// The kind in words: `image set`.
    package let kind: String
    package let name: String
    /// The path of its source, as the user named it.
    package let path: String
    /// Its name in the result; `nil` if that is ``name``.
    package var newName: String?
    /// Whether anything of it is in the result.
    package var isTaken: Bool
    /// Without repetitions.
    package private(set) var notes: [Note] = []
    /// A hostile file leads to tens of thousands.
    private var knownNotes: Set<Note> = []

    package init(_ kind: String, _ name: String, path: String, isTaken: Bool = false, notes: [Note] = []) {
        self.kind = kind
        self.name = name
        self.path = path
        self.isTaken = isTaken
        for note in notes { add(note) }
    }

    package mutating func add(_ note: Note) {
        if knownNotes.insert(note).inserted { notes.append(note) }
    }

    /// A note on an item or a part of it. Importers throw it as the reason why they do not take the item or the part.
    package struct Note: Error, Hashable, Sendable {
        package enum Kind: String, Sendable {
            case changed
            case left = "left out"
            case defect
        }

        package let kind: Kind
        package let text: String
        package var isDefect: Bool { kind == .defect }

        /// It was taken in another form, for example rendered.
        package static func changed(_ text: String) -> Note { Note(kind: .changed, text: text) }
        /// It, or a part of it, has no place in the result.
        package static func left(_ text: String) -> Note { Note(kind: .left, text: text) }
        /// It, or a part of it, is broken or contradicts something else.
        package static func defect(_ text: String) -> Note { Note(kind: .defect, text: text) }

        /// The note with more words at the end of a defect.
        func adding(_ words: String) -> Note { isDefect ? .defect(text + words) : self }
    }

    /// Returns a note's text for people. Beside parts that were taken, it says that this one was left out.
    package func words(of note: Note) -> String {
        isTaken && note.kind == .left ? "\(note.kind.rawValue): \(note.text)" : note.text
    }

    package enum Outcome: String, CaseIterable, Sendable {
        case taken
        case changed
        case inPart = "in part"
        case notTaken = "not taken"
    }

    package var hasDefect: Bool { notes.contains(where: \.isDefect) }

    package var outcome: Outcome {
        guard isTaken else { return .notTaken }
        if notes.isEmpty { return .taken }
        return notes.allSatisfy { $0.kind == .changed } ? .changed : .inPart
    }
}

/// The number of items by kind and outcome.
package struct ExchangeSummary: Sendable {
    package struct Row: Hashable, Sendable {
        package let kind: String
        /// In the order of ``ExchangeItem/Outcome``.
        package let counts: [Int]

        package var total: Int { counts.reduce(0, +) }
    }

    /// In the order in which the kinds occur.
    package let rows: [Row]

    package init(of items: [ExchangeItem]) {
        var outcomes = Dictionary(grouping: items, by: \.kind).mapValues { $0.map(\.outcome) }
        rows = items.compactMap { item in
            outcomes.removeValue(forKey: item.kind).map { found in
                Row(kind: item.kind, counts: ExchangeItem.Outcome.allCases.map { kind in found.count { $0 == kind } })
            }
        }
    }
}
