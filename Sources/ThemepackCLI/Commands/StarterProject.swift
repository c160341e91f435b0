#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import ThemePreview

/// The files that `init` writes.
enum StarterProject {
    static var files: [(path: String, bytes: [UInt8])] {
        var files = texts.map { ($0.0, Array($0.1.utf8)) }
        for (index, scale) in ["", "@2x", "@3x"].enumerated() {
            files.append(("assets/common/button\(scale).png", bytes(ofBase64: defaultButton[index])))
            files.append(("themes/dark/common/dark_button\(scale).png", bytes(ofBase64: darkButton[index])))
        }
        return files.sorted { $0.0 < $1.0 }
    }

    static var ignoreList: (path: String, bytes: [UInt8]) { (".gitignore", Array("/dist/\n.themepack/\n".utf8)) }

    private static let texts: [(String, String)] = [
        (
            "themepack.json",
            """
            {
              "rules": {},
              "exemptions": [],
              "contrast": [{"text": "Color.title", "on": "Color.background", "min": 4.5}]
            }

            """
        ),
        (SampleScreens.fileName, SampleFile.example),
        (
            "themes/default/theme.json",
            """
            {
              "id": "default",
              "name": "Default",
              "version": "1.0.0",
              "config": "config.json"
            }

            """
        ),
        (
            "themes/default/config.json",
            """
            {
              "Color": {
                "background": "FFFFFF",
                "title": "222222"
              }
            }

            """
        ),
        (
            "themes/dark/theme.json",
            """
            {
              "id": "dark",
              "name": "Dark",
              "version": "1.0.0",
              "imageNamePrefix": "dark_",
              "config": "config.json"
            }

            """
        ),
        (
            "themes/dark/config.json",
            """
            {
              "Color": {
                "background": "16181D",
                "title": "F2F2F2"
              }
            }

            """
        ),
    ]

    private static let defaultButton = [
        """
        iVBORw0KGgoAAAANSUhEUgAAACwAAAAWBAMAAABJS2P5AAAAGFBMVEX/dhL/YCj4WCX5WCUAAAD4WCXMMzP0VR/8TXqYAAAACHRS\
        TlME//7KAHMFGBUKJGIAAABVSURBVHjaY2RJPPuBARUwGr9idH+NLsrAwBjIyMwvgCH8n585EFMxA+MfZs4fDFgAMyc2UQYmhpEs\
        LIBNlJFJAatiXNHgxoYZ4EzezA+93v/AiOLbAFGeEW+gxpeiAAAAAElFTkSuQmCC
        """,
        """
        iVBORw0KGgoAAAANSUhEUgAAAFgAAAAsBAMAAAATCGLQAAAAGFBMVEUAAAD6VhP4WCX4WCX/Pz/4WCR/fwD4WCVnP7BrAAAACHRS\
        TlMAFGSTBMEC/laJLEkAAACwSURBVHjaY2RgEPioEsRACNze9/E/AyMDI4OZAwNh8GcuwwdmBgd2DyLUMjDpH/7HzPIgmYEowPzY\
        gIlHlYFIEHSQJVCMWMWsokyLGIgGUkwixCt2ZFIgXjETDRUzkABGFY8qHlU8bBU/IF7tPxoqfkO84v1MccQrfsb84IkGkWp/72X5\
        8olYg9fZM/2x20CkwU8OMDM8fPubmDL6zzy2H8wMDAL3XmoSro7XffzBAABPgS72bEMJagAAAABJRU5ErkJggg==
        """,
        """
        iVBORw0KGgoAAAANSUhEUgAAAIQAAABCBAMAAABk22M9AAAAGFBMVEUAAAD8ZAz/Dwf4WCT5WCT6WiX/VVX4WCXdozwQAAAACHRS\
        TlMACwGtVtkD/usdXMAAAAEaSURBVHja7dg9TsMwGMbxx689ICHVbpWFLqQRB4gEiLl0YeVgXIUTFIUD8NED0BJ21CZFKpVobM5Q\
        Pxn9P8BP8msPr6wAwDXZ5BbH9rGuVABgAEw+Z1c4vgv8vIzWgAaUvb5EVMXZu91DA+50hshGuxoQqDZDdFProFGY+3hCBtuNSFOA\
        qAi5MW3OEGJL5W5KhkD3IOIoASqXbc4Rci4BZI1kLDGVkiW0NCwRJGcJ6YMAXSISkYhEJCIRiUhE70TNCr4PwrGEkgVLdPLNEpUo\
        lnAyIOfpv8STG3SotV+OmUvx8zs5WOokvn0W71YMsVK1RrP7i1/lD4+/e4PgiKdRtQECtN1brLBcWEADGL6ejKOEp/lwAyj+C+Qf\
        7rtQsgd1EOcAAAAASUVORK5CYII=
        """,
    ]

    private static let darkButton = [
        """
        iVBORw0KGgoAAAANSUhEUgAAACwAAAAWBAMAAABJS2P5AAAAGFBMVEU6RmERERE6RWAAAH81Sl9ISG06RmA5RV8JAjo7AAAACHRS\
        TlPKAXMCGAf++z0yoLcAAABxSURBVHjaYzR8+CWBARX8OviJ+c9ndFEGZlkOFhtx/g9owoxiS5n/GaCLMjD81GF6wIAF/GMs+4BF\
        mJEJmyjDfyYGrGDICgtgE2VkPu3wA1P0J5MCVjOYtD5iGMPIv5j5zUkNDMWf+JnVv58ywIjiRwDO/R7iT5VK6wAAAABJRU5ErkJg\
        gg==
        """,
        """
        iVBORw0KGgoAAAANSUhEUgAAAFgAAAAsBAMAAAATCGLQAAAAGFBMVEUGBgY5RV83RF45Rl86RmBVVVUAAH86RmDRQ//ZAAAACHRS\
        TlMA7SJkkwMC/jbGrUwAAADtSURBVHja7dWhTgNBFAXQu+9txxAQlWAgiKaKSUr9GrBsgqsg8wP8UcWoKppsaqqa9AMqqggCAoIi\
        SUhaM7tT+glzUZi9+uTmqvcyoJxd3SKV8fGmRoZOvLFIJz7ZSlAPbUhbr/cVBFp4k8Yu5BZanpwOiBVQX66kW0xAZZRfZPmj4TB8\
        P+uVYFPLOW0hul1b0oZfgWOLDcTxM4zgD2lxi1v8v1hfLW2DwNMWuaWbTZQPfvJef66VPbmNPBhydHBf8r0ccXjSvEu14qqDW9SC\
        uHTMazPNGorO59FZGts4LV4U+7v57jL9jt82zzgAeIBAwp+08ssAAAAASUVORK5CYII=
        """,
        """
        iVBORw0KGgoAAAANSUhEUgAAAIQAAABCBAMAAABk22M9AAAAGFBMVEUCAgI5RV86RmA5Rl9cXFwMD3UrU2o6RmBL+U6cAAAACHRS\
        TlMA561WAgYY/hWrARgAAAE3SURBVHja7dixS8NAFMfx712uBbeIi2MUB9HB6i5k6aJLB3EuOAguTv4hutYhFCooIg5ODpJN1LXg\
        oqVQqKNBByGNiX9D7t0k9/sDPry7e8O9pwDi9OBhn7rprTybAlCAKbba2OT6PU5BQ6PYbOdJfSBP9hbSDijo9k+wzeU0R9FguWNN\
        zEbcGnbnQ2uBQfVJwOLrS8uaWNt4KpUpj5v2VZDMRSr+iZGkONWMRQIlweRIRgTfukKYTB2GQqIKTCQkfnUmPUjlgkAc3ZUKTRdV\
        eMITnvCEJzzhiX9EBG8toZC7OIj0z4hyQbTEt6l7UuJKKykR6u1E+KZDTSTtTReDFfFHZv8DztVZYQiXBK1xUSk3o+6s27ev4maa\
        o2FQ3mM39nM+3nGyfAiAMn5cvVuvvwL5GpoR8AdNHVi1hR2cyAAAAABJRU5ErkJggg==
        """,
    ]

    private static func bytes(ofBase64 text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
}
