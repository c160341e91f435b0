/// The images and settings that a report shows. It shows all findings in any case.
package enum ReportSelection: String, CaseIterable, Sendable {
    /// Those with findings.
    case problems
    /// Those that a theme replaces or sets.
    case changed
    case all
}
