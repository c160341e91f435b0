import ThemeModel
import ThemeProject

/// The last inspection of a process. If only images have changed since, only these are inspected again. Thread-safe.
package final class InspectionMemory: Sendable {
    private struct LastRun {
        let inspection: ProjectInspection
        let scope: ThemeScope
        let root: String
        let configuration: [UInt8]?
        let isPackaging: Bool

        func isOf(_ project: Project, _ scope: ThemeScope) -> Bool {
            self.scope == scope && root == project.root && configuration == project.configurationBytes
        }
    }

    private struct State {
        var last: LastRun?
        var changes: [Observations.StampChange] = []
        /// Whether ``lookAhead(at:_:jobs:)`` has found the changes.
        var isAhead = false
    }

    private let state = Lock(State())
    /// With more changed images, a full run is as fast.
    private static let changesMax = 512

    package init() {}

    var isEmpty: Bool { state.withLock { $0.last == nil } }

    /// Whether images have changed since the last run, and nothing else has.
    func findsChanges(of project: Project, _ scope: ThemeScope, jobs: Int) -> Bool {
        let isAhead = state.withLock { state in
            defer { state.isAhead = false }
            return state.isAhead && state.last?.isOf(project, scope) == true
        }
        if !isAhead { findChanges(of: project, scope, jobs: jobs) }
        return state.withLock { !$0.changes.isEmpty }
    }

    /// Finds changes in advance for ``findsChanges(of:_:jobs:)``. Call it again after a later change.
    func lookAhead(at project: Project, _ scope: ThemeScope, jobs: Int) {
        findChanges(of: project, scope, jobs: jobs)
        state.withLock { $0.isAhead = $0.last?.isOf(project, scope) == true }
    }

    private func findChanges(of project: Project, _ scope: ThemeScope, jobs: Int) {
        let last = state.withLock { $0.last }
        let observations = last?.isOf(project, scope) == true ? last?.inspection.observations : nil
        let changes = observations?.changes(
            in: project.fileSystem, root: project.root, jobs: jobs, limit: Self.changesMax)
        state.withLock { $0.changes = changes ?? [] }
    }

    /// `nil` if everything has to be inspected.
    func updatedInspection(_ request: ProjectInspection.Request) -> ProjectInspection? {
        let (last, changes) = state.withLock { state in
            defer { state = State() }
            return (state.last, state.changes)
        }
        guard let last, last.isOf(request.project, request.scope), last.isPackaging == (request.budget != nil),
            !changes.isEmpty
        else { return nil }
        var inspection = last.inspection
        return inspection.update(request, after: changes) ? inspection : nil
    }

    func keep(_ inspection: consuming ProjectInspection, of request: ProjectInspection.Request) {
        guard inspection.observations != nil else { return state.withLock { $0 = State() } }
        inspection.rememberNewImages()
        let last = LastRun(
            inspection: inspection, scope: request.scope, root: request.project.root,
            configuration: request.project.configurationBytes, isPackaging: request.budget != nil)
        state.withLock { $0 = State(last: last) }
    }
}
