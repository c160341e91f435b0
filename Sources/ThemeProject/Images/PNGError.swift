package enum PNGError: Error, Equatable {
    case notPNG
    /// The file is Xcode's variant for devices, which the PNG standard does not allow.
    case crushed
    case broken(String)
    /// The bytes end within the header.
    case incomplete
}
