/// A row of the inbox.
public struct Message: Hashable, Sendable {
    public let sender: String
    public let subject: String

    public static let samples = [
        Message(sender: "Ada", subject: "The analytical engine"), Message(sender: "Grace", subject: "A moth"),
        Message(sender: "Edsger", subject: "Go to"),
    ]
}
