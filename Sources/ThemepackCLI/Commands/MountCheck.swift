import PackFormat
import ThemeModel
import ThemePackager
import ThemeProject
import ThemeRuntime

/// Mounts a written pack as an app does, looks up every name and reads the settings. Does not compute the images'
/// digests again: they come from the bytes that the archive received.
enum MountCheck {
    /// The check has the project's limits, which an app must also set to read such packs.
    static func packCheck(for project: Project) -> Distribution.PackCheck {
        var limits = ReadingLimits()
        limits.settingsBytes = project.limits.configBytes
        limits.settingsDepth = project.limits.configDepth
        limits.keyPathBytes = project.limits.configPathBytes
        return { [limits] path, planned in problem(path, planned, limits) }
    }

    private static func problem(_ path: String, _ planned: PackContents, _ limits: ReadingLimits) -> String? {
        do throws(ThemeError) {
            let pack = try ThemePack(mounting: path, limits: limits)
            guard try pack.matches(planned) else { return "the runtime reads an index that differs from the plan" }
            _ = try pack.ownSettings()
            return nil
        } catch {
            return [error.place, error.reason].compactMap { $0 }.joined(separator: ": ")
        }
    }
}
