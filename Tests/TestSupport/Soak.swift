import Foundation

/// The number of rounds of random tests: few in `make test`, many in `make soak`.
public enum Soak {
    public static let isOn = ProcessInfo.processInfo.environment["THEMEPACK_SOAK"] != nil

    public static func rounds(_ usual: Int, soaking: Int) -> Int { isOn ? soaking : usual }
}
