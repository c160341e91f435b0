/// The reason why bytes have no readable PNG header.
package enum PNGError: Error, Equatable {
    case notPNG
    /// Apple's variant CgBI, which Xcode writes and the PNG standard does not allow.
    case crushed
    case broken(String)
    case incomplete
}
