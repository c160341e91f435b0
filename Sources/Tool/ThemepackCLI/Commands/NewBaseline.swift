import ThemePackager

/// The baseline that `verify --write-baseline` writes.
enum NewBaseline {
    /// Writes the findings that a baseline can accept, and leaves the others.
    static func write(_ verification: inout Verification, to place: OutputPlace, of project: Project) throws {
        // The findings for which others stand are not in the project's files.
        let own = verification.findings.filter { $0.severity != .note && !$0.isRoot }
        let contents = Baseline.contents(accepting: own + verification.explained, digest: project.digest)
        try place.write(Array(Console.json(contents.value).utf8))
        verification.findings.removeAll(where: \.rule.canBeAccepted)
        verification.explained.removeAll(where: \.rule.canBeAccepted)
        Console.note("wrote \(contents.count.counting("finding")) to \(place.path)")
        if contents.leftOut > 0 {
            Console.note("a baseline cannot accept \(contents.leftOut.counting("other finding")): fix or exempt them")
        }
        let named = project.configuration.baselineFile.flatMap {
            try? DiskFileSystem().destination(of: project.join($0))
        }
        guard named != place.target else { return }
        guard let inner = place.target.path(below: project.location) else {
            guard !place.isStream else { return }
            return Console.note("move it into the project, so that \(Project.fileName) can name it")
        }
        Console.note("name it in \(Project.fileName): \"baseline\": \"\(inner)\"")
    }
}
