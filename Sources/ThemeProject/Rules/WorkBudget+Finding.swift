extension WorkBudget {
    /// Returns a finding for each kind of work that exceeds its limit and was not reported before.
    func takeFindings() -> [Finding] {
        takeExceeded().map { work in
            Finding(
                .workLimit, path: ProjectLimits.fileName, key: "limits.work", message(work), actual: work.rawValue,
                hint: work.hint)
        }
    }

    /// Throws if a limit was exceeded. For a run that reports no findings.
    package func check() throws(UserError) {
        guard let work = takeExceeded().first else { return }
        throw UserError(path: ProjectLimits.fileName, message(work), hint: work.hint)
    }

    private func message(_ work: Work) -> String {
        "\(work.subject) takes more than \(limit(of: work)) steps, the limit for this input"
    }
}

extension WorkBudget.Work {
    fileprivate var subject: String {
        switch self {
        case .patterns: "comparing names with patterns"
        case .chains: "merging the settings of chains of themes"
        case .contrast: "checking the contrast of pairs of colors in all themes"
        case .pixels: "decoding images that are much larger than their files"
        case .tokens: "merging design tokens"
        }
    }

    fileprivate var hint: String {
        let way =
            switch self {
            case .patterns: "use fewer patterns with wildcards"
            case .chains: "let themes extend 'default'"
            case .contrast: "declare fewer pairs"
            case .pixels: "make the images smaller"
            case .tokens: "use fewer sources and contexts"
            }
        return "\(way), or raise the limit: \"limits\": {\"work\": 10} in themepack.json allows ten times as much"
    }
}
