import ThemeModel
import ThemePackager
import ThemeRuntime

/// Looks at a written pack as an app will: the runtime mounts it, and has to find what was planned.
///
/// Every name is looked up, and the settings are read. The images' digests are not computed again: they were taken from
/// the very bytes that were handed to the archive, whose every header has been held against the plan.
enum MountInspection {
    /// With the limits of the project: an app that reads its packs needs the same.
    static func inspection(of project: Project) -> Distribution.Inspection {
        var limits = ReadingLimits()
        limits.settingsBytes = project.limits.configBytes
        limits.settingsDepth = project.limits.configDepth
        return { [limits] path, planned in complaint(path, planned, limits) }
    }

    /// What is wrong with a pack, in a sentence; `nil` if nothing is.
    private static func complaint(_ path: String, _ planned: PackContents, _ limits: ReadingLimits) -> String? {
        do throws(ThemeError) {
            let pack = try ThemePack(mounting: path, limits: limits)
            guard try pack.holds(planned) else { return "the runtime reads another index than was planned" }
            _ = try pack.ownSettings()
            return nil
        } catch {
            return [error.place, error.reason].compactMap { $0 }.joined(separator: ": ")
        }
    }
}
