import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeProject

@Suite("Resolver documents of design tokens")
struct TokenResolverTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func writeResolver(_ extra: String = "") throws {
        try sandbox.write("base.tokens.json", ##"{"c": {"$type": "color", "$value": "#111111"}, "n": {"$value": 1}}"##)
        try sandbox.write("night.tokens.json", ##"{"c": {"$type": "color", "$value": "#EEEEEE"}}"##)
        try sandbox.write(
            "r.json",
            ##"""
            {"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}\##(extra)]}},
             "modifiers": {"theme": {"default": "light", "contexts": {"light": [], "night": [
               {"$ref": "./night.tokens.json"}, {"d": {"$type": "number", "$value": 2}}]}}},
             "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]}
            """##)
    }

    @Test("Contexts of modifiers become themes that have only what differs")
    func resolver() throws {
        try writeResolver()
        try CatalogMaker.write(try read("r.json"), into: project)
        #expect(
            try sandbox.text("project/themes/night/config.json") == """
                {
                  "c": "#EEEEEE",
                  "d": 2
                }

                """)
        #expect(try sandbox.text("project/themes/default/config.json").contains("\"c\": \"#111111\""))
    }

    @Test(
        "A resolver document reads no file outside its folder",
        arguments: ["/etc/hostname", "../t.json", "./../t.json", "http://a/b"])
    func outside(_ reference: String) throws {
        try writeResolver(", {\"$ref\": \"\(reference)\"}")
        let change = try CatalogMaker.write(try read("r.json"), into: project)
        #expect(change.line("r.json").contains("'\(reference)'"))
        try change.check("r.json", of: reference)
        #expect(change.item("c")?.outcome == .taken)
    }

    @Test("A resolver document reads no file through a folder that is a link")
    func linkedFolder() throws {
        try sandbox.write("outside/t.json", #"{"stolen": {"$type": "number", "$value": 1}}"#)
        try sandbox.write("in/r.json", #"{"resolutionOrder": [{"sources": [{"$ref": "f/t.json"}]}]}"#)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/in/f", withDestinationPath: "../outside")
        let items = try read("in/r.json").items
        #expect(items.map(\.name) == ["r.json"])
        try items.check()
    }

    @Test("No context can be the default theme")
    func defaultContext() throws {
        try writeResolver()
        let error = #expect(throws: UserError.self) { try read("r.json", themes: ["night=default"]) }
        try error.check()
    }

    @Test("A context without tokens of its own has a row")
    func emptyContext() throws {
        try sandbox.write(
            "r.json",
            #"{"resolutionOrder": [{"sources": [{"a": {"$value": 1}}]}, {"name": "m", "default": "x", "#
                + #""contexts": {"x": [], "y": [], "z": [{"a": {"$value": 2}}]}}]}"#)
        let change = try CatalogMaker.write(try read("r.json"), into: project)
        try change.check("y", are: .notTaken)
        #expect(change.line("z") == "taken")
    }

    @Test("A context has what differs from the theme that it extends")
    func combinedContext() throws {
        func token(_ value: Int) -> String { "[{\"a\": {\"$value\": \(value)}, \"b\": {\"$value\": \(value)}}]" }
        let contexts = "{\"x\": [], \"dark\": \(token(2)), \"dark-high-contrast\": [{\"b\": {\"$value\": 2}}]}"
        try sandbox.write(
            "r.json",
            "{\"resolutionOrder\": [{\"sources\": \(token(1))}, {\"default\": \"x\", \"contexts\": \(contexts)}]}")
        try CatalogMaker.write(try read("r.json"), into: project)
        #expect(
            try sandbox.text("project/themes/dark-high-contrast/config.json") == "{\n  \"a\": 1\n}\n")
        #expect(try sandbox.text("project/themes/dark-high-contrast/theme.json").contains(#""extends": "dark""#))
    }

    @Test("Sets that refer to themselves end")
    func circularSets() throws {
        try writeResolver(", {\"$ref\": \"#/sets/base\"}")
        try CatalogMaker.write(try read("r.json"), into: project).check("r.json")
    }
}
