/// Chooses the theme in force of a library, which has the themes of packs.
public typealias ThemeManager = ThemeSourceManager<ThemeLibrary>

extension ThemeManager {
    /// A manager over mounted packs, with the default theme in force. Throws if its settings cannot be read.
    public convenience init(_ library: ThemeLibrary) throws(ManagerError) { try self.init(library, default: .default) }

    /// A manager over the packs of a folder, such as those that an app ships: see `ThemeLibrary.init(folder:failed:)`.
    public convenience init(
        folder: PackFolder, failed: (PackFolderProblem) -> Void = { _ in }
    ) throws(ManagerError) {
        try self.init(try using(theme: ThemeID.default.string) { try ThemeLibrary(folder: folder, failed: failed) })
    }

    /// A manager over the packs of a folder, with the choice that a store has saved; later choices are saved there.
    ///
    /// - Parameters:
    ///   - folder: the packs, one of them the default theme's.
    ///   - store: has the saved choice.
    ///   - failed: gets the problem of each unusable pack, and the ``ManagerError`` of a choice that cannot be
    ///     restored. Then the default theme stays in force: see ``restore(from:)``.
    @MainActor
    public convenience init(
        folder: PackFolder, restoringFrom store: any ThemeStore, failed: (any DescribedError) -> Void = { _ in }
    ) throws(ManagerError) {
        try self.init(folder: folder, failed: failed)
        do { try restore(from: store) } catch { failed(error) }
    }

    /// The library of mounted packs. Add and remove themes there.
    public var library: ThemeLibrary { source }

    /// Reads a value that every default theme has, as generated keys promise: from the theme in force, else from the
    /// default theme. `nil` if neither has it; ``problemHandler`` gets the errors.
    @MainActor
    package func answer<Answer>(_ read: (Theme) throws -> Answer?) -> Answer? {
        for theme in [theme, library.defaultTheme] {
            do {
                if let answer = try read(theme) { return answer }
            } catch {
                problemHandler?(.unusableValue(id: theme.id.string, reason: error))
            }
        }
        return nil
    }

    /// Does what `ThemeLibrary.updatePacks(_:)` does, and updates everything that depends on the changed packs.
    ///
    /// Observers are notified if a changed pack is in the chain of the theme in force. If the theme in force was
    /// removed, the default theme replaces it until it returns; the saved choice stays.
    /// - Parameter change: changes the packs by the ids of their themes. If another thread changes the library
    ///   meanwhile, it is called again with the new packs.
    /// - Throws: ``ManagerError`` if a theme or a bound value cannot be read. Then no pack has changed.
    @MainActor
    public func updatePacks(
        _ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void
    ) throws(ManagerError) {
        try update { base throws(ThemeError) in try base.changing(change) }
    }

    @MainActor
    private func update(_ change: (ThemeSnapshot) throws(ThemeError) -> ThemeSnapshot) throws(ManagerError) {
        while true {
            let base = library.snapshot
            let next = try using(theme: id.string) { try change(base) }
            if try publish(next, inPlaceOf: base) { return }
        }
    }

    /// Publishes a snapshot, and puts its theme of the current id in force. Returns `false` if the library has changed
    /// meanwhile. Then the caller starts again, so that no change is lost.
    @MainActor
    func publish(_ next: ThemeSnapshot, inPlaceOf base: ThemeSnapshot) throws(ManagerError) -> Bool {
        for id in next.changedIDs.sorted() {
            guard let theme = next.theme(id), theme !== base.theme(id) else { continue }
            try using(theme: id.string) { try theme.readSettings() }
        }
        return try put(try selection(in: next), countsIncomparableAsSame: false) {
            library.publish(next, inPlaceOf: base)
        }
    }

    @MainActor
    private func selection(in next: ThemeSnapshot) throws(ManagerError) -> Selection {
        let wanted = wantedIDs
        // The theme of a stronger axis stays if a new pack has moved another one to that axis.
        let known = wanted.filter { next.theme($0) != nil }.reduce([]) { next.selection(of: $1, after: $0) }
        let ids = known.isEmpty ? [defaultID] : known
        let missing = wanted.filter { next.theme($0) == nil }
        let theme = try using(theme: ids.text) { try next.theme(selecting: ids) }
        guard let theme, let selection = Selection(ids, theme, missing: missing) else {
            throw .unknownTheme(id: defaultID.string, known: next.ids.map(\.string))
        }
        try using(theme: theme.id.string) { try library.check(theme) }
        return selection
    }

    /// Selects the theme of an axis, and leaves the other axes as they are: `try manager.select("dark", for: "mode")`.
    /// The default theme clears the axis.
    ///
    /// - Throws: ``ManagerError/otherAxis(id:axis:expected:)`` if the theme is on another axis;
    ///   ``ManagerError/unknownAxis(name:known:)``; otherwise as ``select(_:saving:)``.
    @MainActor
    public func select(_ id: ThemeID, for axis: ThemeAxis, saving: Bool = true) throws(ManagerError) {
        let snapshot = library.snapshot
        try check(id, isOn: axis, in: snapshot)
        try select(
            snapshot.selection(of: id, on: axis, after: try knownIDs(wantedIDs), axes: axes),
            missing: snapshot.selection(of: id, on: axis, after: wantedIDs, axes: axes),
            saving: saving ? snapshot.selection(of: id, on: axis, after: chosenIDs, axes: axes) : nil)
    }

    func check(_ id: ThemeID, isOn axis: ThemeAxis, in snapshot: ThemeSnapshot) throws(ManagerError) {
        guard snapshot.axes.contains(axis) else {
            throw .unknownAxis(name: axis.string, known: snapshot.axes.map(\.string))
        }
        guard snapshot.theme(id) != nil else {
            throw .unknownTheme(id: id.string, known: snapshot.ids.map(\.string))
        }
        guard id == .default || snapshot.axis(of: id) == axis else {
            throw .otherAxis(id: id.string, axis: snapshot.axis(of: id)?.string, expected: axis.string)
        }
    }

    /// Does what `ThemeLibrary.sync(folder:)` does, and updates everything that depends on the changed packs.
    ///
    /// It reads the folder once; the next call finds a pack that arrives meanwhile. Packs are read and checked off the
    /// main actor. Observers are notified if a changed pack is in the chain of the theme in force. If the theme in
    /// force was removed, the default theme replaces it until it returns; the saved choice stays.
    /// - Throws: ``ManagerError`` if a theme or a bound value cannot be read. Then no pack has changed.
    @concurrent
    @discardableResult
    public func sync(folder: PackFolder) async throws(ManagerError) -> PackFolderReport {
        let scan: FolderScan
        do { scan = try library.scan(folder) } catch { return PackFolderReport(problems: [.unreadable(error)]) }
        return try await publish(scan)
    }

    @MainActor
    private func publish(_ scan: FolderScan) throws(ManagerError) -> PackFolderReport {
        while true {
            let base = library.snapshot
            let (next, report) = try using(theme: id.string) { try scan.snapshot(after: base) }
            if report.changes.isEmpty { return report }
            if try publish(next, inPlaceOf: base) { return report }
        }
    }

    /// Follows a folder: calls ``sync(folder:)`` now and after every change of the folder, and returns the reports.
    ///
    /// The manager follows only while a task iterates. Reports without news are left out. If a theme or a bound value
    /// cannot be read, the report has the problem `PackFolderProblem.unusable(path:reason:)`.
    public func follow(_ folder: PackFolder, every interval: Duration = .seconds(1)) -> PackFolderChanges {
        PackFolderChanges(folder, every: interval) { folder in
            do throws(ManagerError) { return try await self.sync(folder: folder) } catch {
                return PackFolderReport(problems: [.unusable(path: folder.path, reason: error.description)])
            }
        }
    }

    /// Adds a theme, or replaces the mounted pack of the same theme, and updates everything that depends on it.
    ///
    /// Off the main actor, this checks the whole pack, with every digest unless it is `trusted`. Observers are notified
    /// if the theme in force has the pack in its chain. If this throws, no pack has changed.
    @concurrent
    public func mount(_ pack: ThemePack) async throws(ManagerError) {
        try Self.check(pack)
        try await publish(pack, isNew: true)
    }

    /// Does what ``mount(_:)`` does for the pack of a theme that is mounted, and throws for another one.
    @concurrent
    public func replace(_ pack: ThemePack) async throws(ManagerError) {
        try Self.check(pack)
        try await publish(pack, isNew: false)
    }

    private static func check(_ pack: ThemePack) throws(ManagerError) {
        do {
            if !pack.mode.checksAtMount { try pack.checkEverything() }
            _ = try pack.ownSettings()
        } catch {
            throw .notReplaced(id: pack.theme.id.string, reason: error)
        }
    }

    /// Remounts each pack whose file was replaced on disk.
    ///
    /// It looks only at the paths of the mounted packs. If a new version has a new name, as `themepack build` gives it,
    /// use ``sync(folder:)``.
    /// - Returns: the replaced themes, and the packs that were rejected.
    @concurrent
    public func remountReplaced() async -> PackFolderReport {
        var report = PackFolderReport()
        for (id, pack) in library.snapshot.packs.sorted(by: { $0.key < $1.key }) {
            guard let mounted = pack.memory.identity, let now = FileIdentity(pack.path), now != mounted else {
                continue
            }
            do {
                let new = try ThemePack(mounting: pack.path, mode: pack.mode, limits: pack.limits)
                guard new.theme.id == id else {
                    throw ThemeError.wrongTheme(path: pack.path, expected: id, found: new.theme.id)
                }
                try await replace(new)
                report.changes.append(.replaced(id, from: pack.theme.version, to: new.theme.version))
            } catch ManagerError.notReplaced(_, let reason as ThemeError), let reason as ThemeError {
                report.problems.append(.rejected(path: pack.path, reason: reason))
            } catch {
                report.problems.append(.unusable(path: pack.path, reason: "\(error)"))
            }
        }
        return report
    }

    @MainActor
    private func publish(_ pack: ThemePack, isNew: Bool) throws(ManagerError) {
        let id = pack.theme.id
        do throws(ManagerError) {
            try update { base throws(ThemeError) in
                guard isNew || base.pack(id) != nil else { throw .notMounted(id) }
                return try base.changing([id: pack])
            }
        } catch {
            guard case .unusableTheme(_, let reason) = error else { throw .notReplaced(id: id.string, reason: error) }
            throw .notReplaced(id: id.string, reason: reason)
        }
    }
}
