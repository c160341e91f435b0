/// A row of the table: a measurement, the peer's, and the limit that it should meet.
struct Row {
    let what: String
    /// The corpus, or other conditions.
    let on: String
    let ours: Quantity
    let peer: (name: String, quantity: Quantity)?
    let ratio: Double?
    let target: Target

    /// - Parameter ratio: `ours` divided by the peer's; the default is computed from both.
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

    var holds: Bool? {
        switch target {
        case .none: nil
        case .ratio(let limit): ratio.map { $0 <= limit }
        case .atMost(let limit): ours.number <= limit.number
        }
    }
}

enum Target {
    case none
    /// A limit of ours divided by the peer's.
    case ratio(Double)
    case atMost(Quantity)
}

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
