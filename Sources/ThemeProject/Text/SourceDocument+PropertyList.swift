import ThemeModel

extension SourceDocument {
    init(propertyList bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) {
        guard !bytes.starts(with: "bplist".utf8) else {
            throw SourceError(
                message: PropertyListError.Defect.binary.description, hint: "convert it: plutil -convert xml1 FILE")
        }
        let text = try SourceText(bytes)
        do throws(PropertyListError) {
            let (value, places) = try PropertyListReader.placedValue(of: bytes, limits.settings)
            self.init(value, places, in: text)
        } catch {
            throw SourceError(error, at: text.position(of: error.offset), limits)
        }
    }
}

extension SourceError {
    fileprivate init(_ error: PropertyListError, at position: SourcePosition, _ limits: ProjectLimits) {
        self.init(position: position, key: error.path, message: error.defect.description)
        switch error.defect {
        case .notAPropertyList, .xml(.noRoot):
            hint = "it starts with <?xml ...?> and <plist>; JSON settings belong in a .json file"
        case .xml(.invalidText(.marks)): hint = SourceError.marksHint
        case .dateOrData, .notANumber: hint = "write it as a string"
        case .inexactInteger: self = .inexactInteger(error.path, at: position)
        case .tooDeep: hint = "flatten it"
        case .tooManyValues: hint = "split it, or raise the limit"
        case .longPaths:
            message = limits.longPaths
            hint = ProjectLimits.pathsHint
        case .unexpectedElement:
            hint = "a property list has <dict>, <array>, <string>, <integer>, <real>, <true/> and <false/>"
        default: hint = "'plutil -lint FILE' reports more on macOS"
        }
    }
}
