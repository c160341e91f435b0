// See docs/decisions/03-bounded-work.md.
/// The steps that one run can spend on work that multiplies its input, such as patterns times names. Thread-safe.
///
/// All other work is linear in what was read. A limit is generous, and some grow with what was read. Work beyond it is
/// left out, and the run reports the rule `work-limit` once for each kind of work.
package final class WorkBudget: Sendable {
    package enum Work: Int, CaseIterable, Sendable {
        /// Comparisons of a character of a path with a part of a pattern.
        case patterns
        /// Values of settings that are merged along chains of themes.
        case chains
        /// Declared pairs of colors, for each theme.
        case contrast
        /// Selections of themes, one of each axis.
        case selections
        /// Bytes of decoded images, as far as they exceed ``freeImageBytes(ofFile:)``.
        case pixels
        /// Values of design tokens, for each source and context.
        case tokens

        /// The steps of a run without input, and those for each byte that it reads. The bytes of images
        /// do not raise the limit, because workers read them in any order.
        fileprivate var limit: (base: Int, perByte: Int) {
            switch self {
            case .patterns: (200_000_000, 100)
            case .chains: (5_000_000, 8)
            case .contrast: (400_000, 0)
            case .selections: (20_000, 0)
            case .pixels: (1 << 30, 0)
            case .tokens: (4_000_000, 8)
            }
        }
    }

    /// The steps of one kind of work.
    private struct Account {
        var spent = 0
        var isExceeded = false
        var isReported = false
    }

    private struct State {
        var factor: Int
        var bytesRead = 0
        /// By the number of the work.
        var accounts = Self.unused

        static let unused = [Account](repeating: Account(), count: Work.allCases.count)

        func limit(of work: Work) -> Int { (work.limit.base + work.limit.perByte * bytesRead) * factor }

        subscript(work: Work) -> Account {
            get { accounts[work.rawValue] }
            set { accounts[work.rawValue] = newValue }
        }
    }

    private let state: Lock<State>
    /// Suggestions have a share of their own. Work beyond it is left out without a finding.
    package let suggestions = NearMiss(budget: 100_000_000)

    package init(_ limits: ProjectLimits = ProjectLimits()) { state = Lock(State(factor: limits.work)) }

    /// Sets the factor of all limits. `"limits": {"work": ...}` in `themepack.json` sets it.
    package func raise(by factor: Int) { state.withLock { $0.factor = factor } }

    /// Raises the limits in proportion to a file's length, or to the length of a name.
    package func addInput(bytes: Int) { state.withLock { $0.bytesRead += bytes } }

    /// Spends steps before the work is done. Returns `false` if they exceed the limit; the caller leaves the work out.
    package func spend(_ steps: Int, on work: Work) -> Bool {
        state.withLock { state in
            guard !state[work].isExceeded else { return false }
            state[work].spent += steps
            state[work].isExceeded = state[work].spent > state.limit(of: work)
            return !state[work].isExceeded
        }
    }

    /// The steps that are left for a kind of work.
    package func rest(of work: Work) -> Int {
        state.withLock { state in
            state[work].isExceeded ? 0 : max(0, state.limit(of: work) - state[work].spent)
        }
    }

    package func spent(on work: Work) -> Int { state.withLock { $0[work].spent } }

    package func limit(of work: Work) -> Int { state.withLock { $0.limit(of: work) } }

    package var isExceeded: Bool { state.withLock { $0.accounts.contains { $0.isExceeded } } }

    /// Returns the kinds of work that exceed their limits and were not taken before.
    package func takeExceeded() -> [Work] {
        state.withLock { state in
            let new = Work.allCases.filter { state[$0].isExceeded && !state[$0].isReported }
            for work in new { state[work].isReported = true }
            return new
        }
    }

    /// Begins another run over the same project.
    package func restart() { state.withLock { $0.accounts = State.unused } }

    /// The image data that a file of this length can have without spending anything.
    package static func freeImageBytes(ofFile length: Int) -> Int { 1 << 20 + 128 * length }

    /// The bytes that each file of a tree adds to the input.
    static let bytesPerFile = 64
}

extension MergedSetting {
    /// - Parameter budget: pays for each member of each layer.
    package init?(_ layers: [Settings?], _ budget: WorkBudget) {
        self.init(layers) { budget.spend($0, on: .chains) }
    }
}
