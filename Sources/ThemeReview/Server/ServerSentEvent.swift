/// An event as the HTML standard defines it for `EventSource`.
package struct ServerSentEvent: Sendable {
    package let name: String
    /// One line.
    package let data: String

    package init(_ name: String, data: String) { (self.name, self.data) = (name, data) }

    package var text: String { "event: \(name)\ndata: \(data)\n\n" }
}
