import CountingMalloc
import TestSupport
import ThemeModel
import ThemePackager
import ThemeProject

/// A project of one kind at two sizes. The first byte chooses the kind, the second one the smaller size.
///
/// The cost is counted, not timed: allocations of the thread, which does all work, and steps of the budget. Where
/// allocations are not counted, as in a run of libFuzzer, the steps of the budget remain. `make growth` also counts how
/// often each region of the code runs, which shows a search that allocates nothing.
package enum GrowthTarget {
    static let seeds: [[UInt8]] = GrowingProject.all.indices.map { [UInt8($0), 2] }

    /// How much larger the larger project is.
    package static let factor = 4

    package static var countsVisits: Bool { !visits().isEmpty }

    /// Returns the regions of the code that the larger input visits too often, with both numbers of visits.
    package static func excess(_ small: [UInt64], _ large: [UInt64], allowing paid: Int = 0) -> [String] {
        zip(small, large).enumerated().compactMap { region, visits in
            // A sort takes a logarithm, and the square of a few elements.
            guard visits.1 > visits.0 * UInt64(factor) * 3 / 2 + 2000 + UInt64(paid) else { return nil }
            return "region \(region): \(visits.0) and \(visits.1)"
        }
    }

    static func run(_ bytes: [UInt8]) throws {
        guard bytes.count == 2, GrowingProject.all.indices.contains(Int(bytes[0])) else { return }
        try check(GrowingProject.all[Int(bytes[0])], size: 25 * (1 + Int(bytes[1]) % 8))
    }

    package static func check(_ kind: GrowingProject, size: Int) throws {
        let small = cost(of: kind.files(size))
        let large = cost(of: kind.files(size * factor))
        // A sort takes a logarithm, a buffer can be twice as large as its content, a step allocates in debug builds.
        let allocations = small.allocations * factor * 3 / 2 + large.steps * 64
        guard large.allocations <= allocations else {
            throw FuzzTarget.Violation(
                "\(kind): \(small.allocations) allocations at \(size), \(large.allocations) at \(size * factor)")
        }
        let regions = excess(small.visits, large.visits, allowing: large.paidVisits(kind))
        guard regions.isEmpty else {
            throw FuzzTarget.Violation("\(kind): more visits at four times the size: \(regions)")
        }
        guard kind.work == nil else { return }
        // Steps for each file are linear; those of a few elements can be their product.
        let isLinear = WorkBudget.Work.allCases.allSatisfy { work in
            (large.spent[work] ?? 0) <= ((small.spent[work] ?? 0) * 3 / 2 + 1000) * factor
        }
        guard isLinear else { throw FuzzTarget.Violation("\(kind): a product of steps: \(large.spent)") }
    }

    /// The visits of a region that the budget of a run pays for.
    package static func paidVisits(_ kind: GrowingProject, size: Int) -> Int {
        cost(of: kind.files(size)).paidVisits(kind)
    }

    private struct Cost {
        var allocations = 0
        /// Of each region of the code; empty in a build without coverage.
        var visits: [UInt64] = []
        var spent: [WorkBudget.Work: Int] = [:]
        /// With those of suggestions, which end silently.
        var steps = 0

        /// A step of suggestions is the comparison of two bytes, one of a product is some lines.
        func paidVisits(_ kind: GrowingProject) -> Int {
            let work = spent.values.reduce(0, +)
            return 4 * (steps - work) + (kind.work == nil ? 0 : 32 * work)
        }
    }

    private static func cost(of files: ProjectFiles) -> Cost {
        let memory = files.memory
        let before = themepack_allocation_count()
        let visits = visits()
        var cost = Cost()
        do throws(UserError) {
            let project = try Project(at: ProjectFiles.root, in: memory)
            defer {
                for work in WorkBudget.Work.allCases { cost.spent[work] = project.budget.spent(on: work) }
                cost.steps = cost.spent.values.reduce(project.budget.suggestions.spent, +)
            }
            _ = try ProjectRun(of: project, .everything, jobs: 1).verify()
        } catch {
            // A project whose configuration is broken costs what reading it costs.
        }
        cost.allocations = themepack_allocation_count() - before
        cost.visits = zip(visits, self.visits()).map { $1 - $0 }
        return cost
    }

    private static func visits() -> [UInt64] {
        var count = 0
        return themepack_visits(&count).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }
}
