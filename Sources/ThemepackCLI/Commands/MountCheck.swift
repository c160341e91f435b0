import PackFormat
import ThemeModel
import ThemePackager
import ThemeProject
import ThemeRuntime

/// Mounts a written pack as an app does and compares its contents with the plan.
///
/// Looks up every name and reads the settings. Does not compute the images' digests again: they were computed from the
/// bytes that the archive received, and every header of the archive was compared with the plan.
enum MountCheck {
    /// Returns a check with the project's limits, which an app must also set to read such packs.
    static func packCheck(for project: Project) -> Distribution.PackCheck {
        var limits = ReadingLimits()
        limits.settingsBytes = project.limits.configBytes
        limits.settingsDepth = project.limits.configDepth
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
