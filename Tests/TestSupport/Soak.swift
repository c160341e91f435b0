import Foundation

/// How long tests go on that could go on for ever: a moment in `make test`, minutes in `make soak`.
public enum Soak {
    public static let isOn = ProcessInfo.processInfo.environment["THEMEPACK_SOAK"] != nil

    public static func rounds(_ usual: Int, soaking: Int) -> Int { isOn ? soaking : usual }
}
