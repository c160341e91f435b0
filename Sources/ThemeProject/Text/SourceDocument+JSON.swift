import ThemeModel

extension SourceDocument {
    init(json bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) {
        let text = try SourceText(bytes)
        do throws(JSONError) {
            let (value, places) = try JSONReader.placedValue(of: bytes, limits.settings)
            self.init(value, places, in: text)
        } catch {
            throw JSONMistake(in: text, at: error.offset)?.error
                ?? SourceError(error.defect, at: text.position(of: error.offset), limits)
        }
    }
}

extension ProjectLimits {
    /// `configBytes` is checked before a file is read.
    var settings: SettingsLimits {
        var settings = SettingsLimits(bytes: .max, depth: configDepth, pathBytes: configPathBytes)
        settings.keyBytes = configKeyBytes
        settings.values = configValues
        settings.integerMax = Double(SourceError.exactIntegerMax)
        return settings
    }
}

extension SourceError {
    fileprivate init(_ defect: JSONError.Defect, at position: SourcePosition, _ limits: ProjectLimits) {
        self.init(position: position, message: defect.description)
        switch defect {
        case .tooDeep: hint = "flatten it"
        case .tooManyValues: hint = "split it, or raise the limit"
        case .longPaths:
            message = limits.longPaths
            hint = ProjectLimits.pathsHint
        case .longNumber: hint = "write it with fewer digits, or as a string"
        case .endOfFile: hint = "was it truncated? {} is a file without settings"
        case .expectedKey(followsComma: true), .expectedValue: hint = "remove the comma before it"
        case .notAValue(let word):
            message = "'\(word)' is not a value"
            hint = "write strings in quotation marks, and numbers as 12, -0.5 or 1e3"
        case .inexactInteger: self = .inexactInteger(at: position)
        case .invalidText(.marks): hint = SourceError.marksHint
        case .controlCharacter:
            message = "a string contains a line break or another control character"
            hint = "write \\n for a line break"
        case .unclosedString:
            message = "the string that starts here has no end"
            hint = "close it with a quotation mark"
        case .unknownEscape, .halfSurrogatePair, .expectedHexDigits:
            message = "the string has an escape that does not exist"
            hint = "a backslash itself is written \\\\"
        default: break
        }
    }
}
