enum Product {
    static let name = "themepack"
    /// The start of addresses of documents. `Scripts/owner.sh` sets the owner.
    static let repository = "https://github.com/OWNER/themepack"
    static let version = "0.1.0"
}
