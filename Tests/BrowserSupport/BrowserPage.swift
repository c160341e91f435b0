public import Foundation
import TestSupport

/// A page of the browser.
public struct BrowserPage: Sendable {
    let browser: Browser
    let session: String
    let target: String

    init(_ browser: Browser, session: String, target: String) {
        (self.browser, self.session, self.target) = (browser, session, target)
    }

    @discardableResult
    public func send(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
        try await browser.send(method, parameters, session: session)
    }

    public func close() async throws {
        try await browser.send("Target.closeTarget", ["targetId": .string(target)])
    }

    /// Loads a page and waits for its `load` event. Forgets the messages and requests of earlier pages.
    public func open(_ address: String) async throws {
        browser.forgetEvents(of: session)
        let result = try await send("Page.navigate", ["url": .string(address)])
        if let error = result["errorText"].string { throw Browser.Failure(description: "\(address): \(error)") }
        // Another fragment of the same document has no new loader.
        guard result["loaderId"].string != nil else { return }
        try await wait(for: "the load event of \(address)") { hasFired("Page.loadEventFired") }
    }

    func hasFired(_ method: String) -> Bool {
        browser.events(of: session).contains { $0["method"].string == method }
    }

    /// Waits until `condition` holds.
    public func wait(for what: String, _ condition: () async throws -> Bool) async throws {
        guard try await suspendUntil(condition) else { throw Browser.Failure(description: "timeout: \(what)") }
    }

    public func wait(until expression: String) async throws {
        try await wait(for: expression) {
            do { return try await evaluate("Boolean(\(expression))").bool == true } catch let failure as Browser.Failure
            {
                // A click can lead to another page, which ends an evaluation in the page before.
                guard failure.description.hasSuffix("navigated or closed") else { throw failure }
                return false
            }
        }
    }

    /// Returns the value of an expression. Waits for it if it is a promise.
    @discardableResult
    public func evaluate(_ expression: String) async throws -> JSON {
        let result = try await send(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
        if let text = result["exceptionDetails"]["exception"]["description"].string
            ?? result["exceptionDetails"]["text"].string
        {
            throw Browser.Failure(description: text)
        }
        return result["result"]["value"]
    }

    /// The lines of the console: messages of scripts, exceptions, and reports of the browser itself, such as violations
    /// of the content security policy.
    public var consoleMessages: [String] {
        browser.events(of: session).compactMap { event in
            let parameters = event["params"]
            return switch event["method"].string {
            case "Runtime.consoleAPICalled":
                parameters["args"].array.map { $0["value"].string ?? $0["description"].string ?? "?" }
                    .joined(separator: " ")
            case "Runtime.exceptionThrown":
                parameters["exceptionDetails"]["exception"]["description"].string
                    ?? parameters["exceptionDetails"]["text"].string
            case "Log.entryAdded": parameters["entry"]["text"].string
            default: nil
            }
        }
    }

    /// The addresses that the page has requested, without the page itself and without `data:` addresses.
    public var requests: [String] {
        browser.events(of: session).compactMap { event in
            guard event["method"].string == "Network.requestWillBeSent",
                event["params"]["type"].string != "Document"
            else { return nil }
            return event["params"]["request"]["url"].string.flatMap { $0.hasPrefix("data:") ? nil : $0 }
        }
    }

    public func press(_ key: String) async throws {
        let codes = ["Enter": 13, "Escape": 27, "Tab": 9, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40]
        var event: [String: JSON] = ["type": "keyDown", "key": .string(key)]
        if let code = codes[key] {
            event["windowsVirtualKeyCode"] = .number(Double(code))
            event["code"] = .string(key)
            if key == "Enter" { event["text"] = "\r" }
        } else {
            event["text"] = .string(key)
        }
        try await send("Input.dispatchKeyEvent", .object(event))
        event["type"] = "keyUp"
        event["text"] = nil
        try await send("Input.dispatchKeyEvent", .object(event))
    }

    /// Clicks the middle of an element.
    public func click(_ selector: String) async throws {
        let place = try await evaluate(
            """
            (async () => { const it = document.querySelector(\(JSON.string(selector).source));
              // Elements near the window get their height in the first frame.
              for (let count = 0; count < 3; count += 1) {
                it.scrollIntoView({ block: "center", behavior: "instant" });
                await new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 100); });
              }
              const box = it.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2]; })()
            """)
        guard let x = place.array[0].number, let y = place.array[1].number else { return }
        try await drag([(x, y)])
    }

    /// Presses the left button at the first point, moves to the others, and releases the button at the last one.
    public func drag(_ points: [(x: Double, y: Double)]) async throws {
        guard let first = points.first, let last = points.last else { return }
        func send(_ type: String, _ point: (x: Double, y: Double)) async throws {
            try await self.send(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": .number(point.x), "y": .number(point.y), "button": "left",
                    "clickCount": 1,
                ])
        }
        try await send("mousePressed", first)
        for point in points.dropFirst() { try await send("mouseMoved", point) }
        try await send("mouseReleased", last)
    }

    public func setScriptEnabled(_ isEnabled: Bool) async throws {
        try await send("Emulation.setScriptExecutionDisabled", ["value": .bool(!isEnabled)])
    }

    public enum Scheme: String, CaseIterable, Sendable { case light, dark }

    public func emulate(
        _ scheme: Scheme, reducedMotion: Bool = false, moreContrast: Bool = false, media: String = ""
    ) async throws {
        try await send(
            "Emulation.setEmulatedMedia",
            [
                "media": .string(media),
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(scheme.rawValue)],
                    ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
                    ["name": "prefers-contrast", "value": moreContrast ? "more" : "no-preference"],
                ],
            ])
    }

    public func resize(width: Int, height: Int) async throws {
        try await send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Returns a PNG of the visible part of the page.
    public func screenshot() async throws -> Data {
        let text = try await send("Page.captureScreenshot", ["format": "png"])["data"].string ?? ""
        return Data(base64Encoded: text) ?? Data()
    }
}
