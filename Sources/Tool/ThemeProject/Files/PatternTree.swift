/// Patterns with wildcards as one tree: patterns that begin alike share nodes.
///
/// A path walks through all branches at once, character by character, with a slash after each component. So the cost is
/// that of the nodes that match the beginnings of the path, not that of all patterns.
struct PatternTree: Sendable {
    private typealias Number = Int32

    private struct Node: Sendable {
        /// The first child by a character; `others` has more.
        var scalar: UInt32 = .max
        var child: Number = 0
        var hasOthers = false
        // The children by `?`, `*` and `**`; 0 for none.
        var any: Number = 0
        var star: Number = 0
        var deep: Number = 0
        /// A node of `*` or `**` stays active while characters follow. These nodes have numbers of their own, from 1.
        var loop: Number = 0
        var isDeep = false
    }

    private struct Edge: Hashable, Sendable {
        let node: Number
        let scalar: UInt32
    }

    private static let slash = UInt32(UInt8(ascii: "/"))

    private var nodes = [Node()]
    private var others: [Edge: Number] = [:]
    /// The patterns that end at a node.
    private var ends: [Number: [Int]] = [:]
    private var loopCount = 0

    mutating func insert(_ pattern: String, _ index: Int) {
        var node: Number = 0
        for component in pattern.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
            if component.elementsEqual("**".unicodeScalars) {
                // Two in a row match what one does.
                if !nodes[Int(node)].isDeep { node = child(of: node, \.deep, isDeep: true) }
                continue
            }
            var isAfterStar = false
            for scalar in component {
                switch scalar {
                case "*": if !isAfterStar { node = child(of: node, \.star) }
                case "?": node = child(of: node, \.any)
                default: node = child(of: node, scalar.value)
                }
                isAfterStar = scalar == "*"
            }
            node = child(of: node, Self.slash)
        }
        ends[node, default: []].append(index)
    }

    private mutating func child(
        of node: Number, _ kind: WritableKeyPath<Node, Number>, isDeep: Bool = false
    ) -> Number {
        let known = nodes[Int(node)][keyPath: kind]
        guard known == 0 else { return known }
        var new = Node(isDeep: isDeep)
        if kind != \.any {
            loopCount += 1
            new.loop = Number(loopCount)
        }
        nodes[Int(node)][keyPath: kind] = Number(nodes.count)
        nodes.append(new)
        return Number(nodes.count - 1)
    }

    private mutating func child(of node: Number, _ scalar: UInt32) -> Number {
        if let known = literal(nodes[Int(node)], node, scalar) { return known }
        let new = Number(nodes.count)
        nodes.append(Node())
        if nodes[Int(node)].scalar == .max {
            nodes[Int(node)].scalar = scalar
            nodes[Int(node)].child = new
        } else {
            nodes[Int(node)].hasOthers = true
            others[Edge(node: node, scalar: scalar)] = new
        }
        return new
    }

    private func literal(_ node: Node, _ number: Number, _ scalar: UInt32) -> Number? {
        if node.scalar == scalar { return node.child }
        return node.hasOthers ? others[Edge(node: number, scalar: scalar)] : nil
    }

    /// Returns the indexes of the patterns that match. The budget pays a step for each node and character, and for each
    /// result.
    func indexes(matching path: String, _ budget: WorkBudget) -> [Int] {
        guard nodes.count > 1 else { return [] }
        let rest = budget.rest(of: .patterns)
        var steps = 0
        let reached = withUnsafeTemporaryAllocation(of: Number.self, capacity: loopCount + 1) { lastTimes in
            lastTimes.initialize(repeating: -1)
            var walk = Walk(nodes: nodes, lastTimes: lastTimes)
            walk.add(0)
            for scalar in path.unicodeScalars where steps <= rest { steps += advance(&walk, scalar.value) }
            steps += advance(&walk, Self.slash)
            return walk.active
        }
        let found = reached.compactMap { ends[$0] }
        guard budget.spend(found.reduce(steps) { $0 + $1.count }, on: .patterns) else { return [] }
        return Array(found.joined())
    }

    /// Returns the steps.
    private func advance(_ walk: inout Walk, _ scalar: UInt32) -> Int {
        let active = walk.begin()
        for number in active {
            if number < 0 {
                // Within a component that `**` skips.
                if scalar == Self.slash { walk.add(~number) } else { walk.active.append(number) }
                continue
            }
            let node = nodes[Int(number)]
            if node.isDeep, scalar != Self.slash {
                walk.active.append(~number)
            } else if node.loop > 0, node.isDeep || scalar != Self.slash {
                walk.add(number)
            }
            if let next = literal(node, number, scalar) { walk.add(next) }
            if node.any > 0, scalar != Self.slash { walk.add(node.any) }
        }
        return active.count
    }

    /// The nodes that match the path up to a character. A negative number is that of a node of `**`, inverted.
    private struct Walk {
        let nodes: [Node]
        /// When each node of `*` and `**` was added last.
        let lastTimes: UnsafeMutableBufferPointer<Number>
        var active: [Number] = []
        private var time: Number = 0

        init(nodes: [Node], lastTimes: UnsafeMutableBufferPointer<Number>) {
            self.nodes = nodes
            self.lastTimes = lastTimes
        }

        /// Returns the nodes before a character.
        mutating func begin() -> [Number] {
            time += 1
            defer { active = [] }
            return active
        }

        /// Adds a node, and the wildcards after it, which match nothing at first.
        mutating func add(_ number: Number) {
            let node = nodes[Int(number)]
            if node.loop > 0 {
                guard lastTimes[Int(node.loop)] != time else { return }
                lastTimes[Int(node.loop)] = time
            }
            active.append(number)
            if node.star > 0 { add(node.star) }
            if node.deep > 0 { add(node.deep) }
        }
    }
}
