enum Product {
    static let name = "themepack"
    static let version = "0.1.0"
}
