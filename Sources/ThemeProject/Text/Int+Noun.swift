extension Int {
    /// The number with its noun: `1 file`, `2 files`.
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
