import Testing
import ThemeManagement

@testable import Listing

@Suite("The listing")
struct ListingTests {
    @Test("Lists every image and setting of a theme with its origin", arguments: ["default", "partner"])
    func text(theme: String) throws {
        let text = try Listing(mounting: Packs.all(), theme: theme).text()
        #expect(try text == Packs.expected("listing-\(theme).txt"))
    }

    @Test("Another scale changes the images, not their number")
    func scales() throws {
        let two = try Listing(mounting: Packs.all(), theme: "year", scale: .two).text()
        let three = try Listing(mounting: Packs.all(), theme: "year", scale: .three).text()
        #expect(two.contains("@2x    88x44") && three.contains("@3x    132x66"))
        #expect(two.split(separator: "\n").count == three.split(separator: "\n").count)
    }

    @Test("Packs without a default theme are rejected")
    func noDefault() throws {
        let packs = try Packs.all().filter { !$0.contains("default") }
        #expect(throws: ThemeError.self) { _ = try Listing(mounting: packs) }
    }
}
