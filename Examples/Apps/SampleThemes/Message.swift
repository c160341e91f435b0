/// A row of the inbox.
package struct Message: Hashable, Sendable {
    package let sender: String
    package let subject: String

    package static let samples = [
        Message(sender: "Ada", subject: "The analytical engine"), Message(sender: "Grace", subject: "A moth"),
        Message(sender: "Edsger", subject: "Go to"),
    ]
}
