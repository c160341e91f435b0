import FuzzTargets
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("The work of a run")
struct WorkBudgetTests {
    private static func verify(
        _ files: ProjectFiles, factor: Int = 1
    ) throws -> (findings: [Finding], budget: WorkBudget) {
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        project.budget.raise(by: factor)
        let findings = try ProjectRun(of: project, .everything, jobs: 2).verify().findings
        return (findings, project.budget)
    }

    private static func limits(in findings: [Finding]) -> [Finding] { findings.filter { $0.rule == .workLimit } }

    @Test("A product of small inputs costs steps, of which the budget has plenty", arguments: GrowingProject.products)
    func small(_ kind: GrowingProject) throws {
        let (findings, budget) = try Self.verify(kind.files(25))
        #expect(Self.limits(in: findings).isEmpty)
        let work = try #require(kind.work)
        #expect(budget.spent(on: work) > 0)
        #expect(budget.spent(on: work) < budget.limit(of: work) / 10)
    }

    @Test("Without budget, the work is left out, and one error says so", arguments: GrowingProject.products)
    func exceeded(_ kind: GrowingProject) throws {
        let (findings, _) = try Self.verify(kind.files(25), factor: 0)
        let found = Self.limits(in: findings).filter { $0.actual == kind.work.map { "\($0)" } }
        #expect(found.count == 1 && found.first?.severity == .error, "\(findings.prefix(3).map(\.line))")
        #expect(found.first?.path == "themepack.json")
        #expect(found.first?.hint?.contains("\"limits\": {\"work\": 10}") == true)
        // Nothing matches without budget, which is not a finding about a file or a pattern.
        guard kind.work == .patterns else { return }
        let others: Set<Rule> = [.imageFormat, .exemptionUnused, .configFont]
        #expect(!findings.contains { others.contains($0.rule) })
    }

    /// The limit is linear in the input, and so are the steps: whatever grows faster is stopped.
    @Test("Steps never exceed the limit without a finding", arguments: GrowingProject.products)
    func growing(_ kind: GrowingProject) throws {
        for round in 0..<Soak.rounds(2, soaking: 15) {
            let (findings, budget) = try Self.verify(kind.files(20 << (round % 5)))
            for work in WorkBudget.Work.allCases {
                let isOver = budget.spent(on: work) > budget.limit(of: work)
                #expect(Self.limits(in: findings).count { $0.actual == "\(work)" } == (isOver ? 1 : 0))
            }
        }
    }

    @Test("A large project stays far below each limit")
    func large() throws {
        let files = ProjectFiles.sound.with { project in
            project["themepack.json"] = """
                {"ignore": ["**/*.psd", "themes/*/drafts/**"], "fonts": ["Helvetica*", "PingFang*"],
                 "overrides": [{"paths": ["themes/year/**"], "rules": {"image-alpha": "off"}}],
                 "contrast": [{"text": "Color.title", "on": "Color.background"}]}
                """
            for number in 0..<1000 { project["assets/folder\(number % 20)/name\(number).txt"] = "x" }
            project["themes/default/theme.json"] =
                #"{"id": "default", "version": "1.0.0", "config": "config.json", "resources": ["**/*.txt", "*.otf"]}"#
            let settings = (0..<200).map { #""key\#($0)": "F85825""# }.joined(separator: ", ")
            for number in 0..<50 {
                let parent = number % 5 == 0 ? "default" : "t\(number - 1)"
                project["themes/t\(number)/theme.json"] =
                    #"{"id": "t\#(number)", "version": "1.0.0", "extends": "\#(parent)", "config": "c.json"}"#
                project["themes/t\(number)/c.json"] = #"{"Color": {"title": "{Color.background}", \#(settings)}}"#
            }
        }
        let (findings, budget) = try Self.verify(files)
        #expect(Self.limits(in: findings).isEmpty)
        for work in WorkBudget.Work.allCases {
            #expect(budget.spent(on: work) < budget.limit(of: work) / 10, "\(work): \(budget.spent(on: work))")
        }
    }

    @Test("Images that are much larger than their files cost steps, others none")
    func pixels() throws {
        let budget = WorkBudget()
        let plain = try PNGStructure(PNGFile(40, 40, shade: 7).bytes)
        _ = try PNGDecoder.decode(plain, limits: ProjectLimits(), budget)
        #expect(budget.spent(on: .pixels) == 0)
        let empty = PNGFile(chunks: [PNGFile.header(8192, 8192), .init("IDAT"), .init("IEND")])
        let large = try PNGStructure(empty.bytes)
        #expect(large.decodedBytes >= 8192 * 8192)
        budget.raise(by: 0)
        let error = #expect(throws: ImageError.self) {
            _ = try PNGDecoder.decode(large, limits: ProjectLimits(), budget)
        }
        #expect(error?.rule == .workLimit)
        #expect(budget.spent(on: .pixels) > 8192 * 8192 / 2)
    }

    @Test("Another run over the same project begins with the whole budget")
    func restart() throws {
        let project = try Project(at: ProjectFiles.root, in: GrowingProject.products[0].files(10).memory)
        let build = ProjectRun(of: project, .everything, jobs: 1)
        _ = try build.verify()
        let spent = project.budget.spent(on: .patterns)
        _ = try build.verify()
        #expect(project.budget.spent(on: .patterns) == spent)
    }
}
