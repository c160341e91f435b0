import ThemePackager
import ThemePublishing
import ThemeRuntime

/// Mounts a written pack as an app does, finds all that was planned, and reads the settings. Does not compute the
/// images' digests again: they are those of the bytes that were written, or of an earlier pack that was verified.
enum MountCheck {
    static func packCheck(for project: Project) -> Distribution.PackCheck {
        let limits = ReadingLimits(project.configuration.limits)
        return { path, planned in
            do throws(ThemeError) {
                let pack = try ThemePack(mounting: path, limits: limits)
                guard try pack.describes(planned) else {
                    return "the runtime reads an index that differs from the plan"
                }
                _ = try pack.ownSettings()
                return nil
            } catch {
                return UserError(error).message
            }
        }
    }
}
