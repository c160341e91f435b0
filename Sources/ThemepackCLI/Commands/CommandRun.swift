import ThemePackager

/// One run of `verify` or `build`.
struct CommandRun {
    let arguments: ThemeArguments
    /// `nil` if the arguments name only packs.
    let build: IncrementalBuild?
}
