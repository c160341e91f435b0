import ThemeProject

/// Writes JUnit's XML, which most CI services show as tests: a test for each finding, and a passed one for each rule
/// without findings. https://github.com/testmoapp/junitxml
enum JUnitReport {
    static func text(of report: Report) -> String {
        var cases = ""
        var tests = 0
        var failures = 0
        if !report.failures.isEmpty {
            tests = report.failures.count
            for failure in report.failures {
                let place = failure.path.map { report.paths.inRepository($0) }
                cases += testCase(Product.name, Product.name, place, failure.position)
                cases += body("error", failure.message, [failure.hint])
            }
        } else {
            for finding in report.allFindings {
                let path = report.paths.inRepository(finding.path)
                let key = finding.key.map { " " + $0 } ?? ""
                cases += testCase(finding.rule.rawValue, path + key, path, finding.position)
                let isFailure = report.breaks(finding)
                let severity = isFailure ? "" : finding.severity.rawValue + ": "
                cases += body(isFailure ? "failure" : nil, severity + finding.message, [finding.hint])
                tests += 1
                failures += isFailure ? 1 : 0
            }
            let broken = Set(report.allFindings.map(\.rule))
            for rule in Rule.allCases where !broken.contains(rule) && !rule.needsPacks {
                cases += "    <testcase classname=\"\(rule.rawValue)\" name=\"\(escaped(rule.summary))\"/>\n"
                tests += 1
            }
        }
        let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(report.failures.count)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="\(Product.name)" \(counts)>
              <testsuite name="\(Product.name)" \(counts) time="\(seconds(report.elapsed))">
            \(cases)  </testsuite>
            </testsuites>

            """
    }

    private static func testCase(_ rule: String, _ name: String, _ path: String?, _ position: SourcePosition?)
        -> String
    {
        let file = path.map { " file=\"\(escaped($0))\"" } ?? ""
        let line = position.map { " line=\"\($0.line)\"" } ?? ""
        return "    <testcase classname=\"\(rule)\" name=\"\(escaped(name))\"\(file)\(line)>\n"
    }

    /// A warning that does not fail the run is output of a test that has passed.
    private static func body(_ element: String?, _ message: String, _ notes: [String?]) -> String {
        let text = escaped(([message] + notes.compactMap { $0 }).joined(separator: ". "))
        let inner =
            element.map { "<\($0) message=\"\(escaped(message))\">\(text)</\($0)>" }
            ?? "<system-out>\(text)</system-out>"
        return "      \(inner)\n    </testcase>\n"
    }

    private static func seconds(_ duration: Duration) -> String { String(Report.seconds(duration).dropLast(2)) }

    /// XML 1.0 has no form for most control characters, and none for U+FFFE and U+FFFF.
    private static func escaped(_ text: String) -> String {
        let references: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
        ]
        return Console.printable(text).unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }
}
