import Foundation

extension ProjectFiles {
    /// Writes a sound project whose theme `year` has resources of 1 GiB. They have no blocks, so they take no room.
    public static func writeLarge(_ count: Int, to sandbox: Sandbox) throws {
        try ProjectFiles.sound.write(to: sandbox)
        try sandbox.write("themepack.json", #"{"limits": {"resourceBytes": 1073741824}}"#)
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["*.bin"]}"#)
        for number in 0..<count {
            try sandbox.write("themes/year/\(number).bin", "")
            guard truncate("\(sandbox.path)/themes/year/\(number).bin", 1 << 30) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }
}
