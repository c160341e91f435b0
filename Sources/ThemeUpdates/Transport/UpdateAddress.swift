/// The rule for addresses: `https`, and `http` for this machine when that is allowed.
enum UpdateAddress {
    static func isAllowed(_ url: String, allowsLoopback: Bool) -> Bool {
        if url.hasPrefix("https://") { return true }
        guard allowsLoopback, url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return ["127.0.0.1", "localhost", "[::1]"].contains { host in
            let rest = authority.hasPrefix(host) ? authority.dropFirst(host.count) : "x"
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}
