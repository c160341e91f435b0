import Synchronization
import ThemeModel

/// What a process that verifies the same themes again and again keeps of its last run: where images have changed since, and
/// nothing else, only these are looked at. Memory: that of the run.
public final class VerifierMemory: Sendable {
    private struct Last {
        let sight: ProjectSight
        let selection: ThemeScope
        let root: String
        let configuration: ContentDigest?
        let isPacking: Bool

        func concerns(_ project: Project, _ selection: ThemeScope) -> Bool {
            self.selection == selection && root == project.root && configuration == project.configuration
        }
    }

    private struct State {
        var last: Last?
        /// Were seen, and wait for the run that looks at them.
        var changes: [Observations.Change] = []
        /// Whether they were seen before anybody asked.
        var isAhead = false
    }

    private let state = Mutex(State())
    /// With more of them a run from the start is as fast.
    private static let changesMax = 512

    public init() {}

    var isEmpty: Bool { state.withLock { $0.last == nil } }

    /// Whether images have changed since the last run, and nothing else. What is found is for the run that follows.
    public func seesChange(of project: Project, _ selection: ThemeScope, jobs: Int) -> Bool {
        let isAhead = state.withLock { state in
            defer { state.isAhead = false }
            return state.isAhead && state.last?.concerns(project, selection) == true
        }
        if !isAhead { look(at: project, selection, jobs: jobs) }
        return state.withLock { !$0.changes.isEmpty }
    }

    /// Sees beforehand what ``seesChange(of:_:jobs:)`` is going to be asked for. If something changes after that, it has to be
    /// called again.
    public func lookAhead(at project: Project, _ selection: ThemeScope, jobs: Int) {
        look(at: project, selection, jobs: jobs)
        state.withLock { $0.isAhead = $0.last?.concerns(project, selection) == true }
    }

    private func look(at project: Project, _ selection: ThemeScope, jobs: Int) {
        let last = state.withLock { $0.last }
        let observations = last?.concerns(project, selection) == true ? last?.sight.observations : nil
        let changes = observations?.changes(
            in: project.fileSystem, root: project.root, jobs: jobs, most: Self.changesMax)
        state.withLock { $0.changes = changes ?? [] }
    }

    /// What there is to be seen by now; `nil` if all has to be looked at.
    func renewed(_ run: ProjectSight.Run) -> ProjectSight? {
        let (last, changes) = state.withLock { state in
            defer { state = State() }
            return (state.last, state.changes)
        }
        guard let last, last.concerns(run.project, run.selection), last.isPacking == (run.budget != nil),
            !changes.isEmpty
        else { return nil }
        var sight = last.sight
        return sight.renew(run, after: changes) ? sight : nil
    }

    func keep(_ sight: consuming ProjectSight, of run: ProjectSight.Run) {
        guard sight.observations != nil else { return state.withLock { $0 = State() } }
        sight.learn()
        let last = Last(
            sight: sight, selection: run.selection, root: run.project.root, configuration: run.project.configuration,
            isPacking: run.budget != nil)
        state.withLock { $0 = State(last: last) }
    }
}
