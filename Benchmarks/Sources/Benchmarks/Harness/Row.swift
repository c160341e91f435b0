/// A line of the table: what was measured, beside whom, and whether that is what was promised.
struct Row {
    let what: String
    /// The corpus, or the circumstances.
    let on: String
    let ours: Quantity
    let peer: (name: String, quantity: Quantity)?
    let ratio: Double?
    let target: Target

    /// - Parameter ratio: of `ours` to `peer`; worked out from these if it is left out.
    init(
        _ what: String, on: String, ours: Quantity, peer: (name: String, quantity: Quantity)? = nil,
        ratio: Double? = nil, target: Target = .none
    ) {
        (self.what, self.on, self.ours, self.peer, self.target) = (what, on, ours, peer, target)
        self.ratio = ratio ?? peer.map { ours.number / $0.quantity.number }
    }

    init(_ what: String, on: String, ours: Timing, peer: Timing, target: Target = .none) {
        self.init(
            what, on: on, ours: .seconds(ours.median), peer: (peer.name, .seconds(peer.median)),
            ratio: ours.ratio(to: peer), target: target)
    }

    /// `nil` if nothing was promised.
    var holds: Bool? {
        switch target {
        case .none: nil
        case .ratio(let limit): ratio.map { $0 <= limit }
        case .atMost(let limit): ours.number <= limit.number
        }
    }
}

/// What a row promises.
enum Target {
    /// Nothing: the row is for information.
    case none
    /// Ours divided by the peer's is no more than this.
    case ratio(Double)
    case atMost(Quantity)
}

/// A measured number with its unit.
enum Quantity {
    case seconds(Double)
    case bytes(Double)
    case count(Double)

    var number: Double {
        switch self {
        case .seconds(let number), .bytes(let number), .count(let number): number
        }
    }
}
