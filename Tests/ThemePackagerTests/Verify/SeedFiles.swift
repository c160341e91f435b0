/// Complete settings files as METhemeKit and DDSkin have them.
enum SeedFiles {
    static let themeDefault = """
        {
            "Color":{
                "ThemeColorMode_Default":"F85825",
                "ThemeColorMode_Default_Highlight":"D34D21"
            },
            "UINavigationBar": {
                "NavBarDefault":{
                    "tintColor":"FF6E40",
                    "backgroundImageColor":"FF6E40",
                    "shadowImageColor":"00",
                    "titleLabelColor":"FFFFFF"
                },
                "NavBarLevel1":{
                    "tintColor":"F85825",
                    "backgroundImageColor":"F8F8F8",
                    "shadowImageColor":"4DB2B2B2",
                    "titleLabelColor":"333333"
                }
            },
            "Button":{
                "ThemeMode_Button_NoBackgroundImage_SureButton":{
                    "titleColor":{
                        "UIControlStateNormal":"F85825",
                        "UIControlStateHighlight":"D34D21",
                        "UIControlStateDisabled":"666666",
                        "UIControlStateSelected":""
                    }
                },
                "ThemeMode_Button_NavBarRight":{
                    "titleColor":{
                        "UIControlStateNormal":"F85825",
                        "UIControlStateHighlight":"4DF85825",
                        "UIControlStateDisabled":"7FF85825"
                    }
                }
            }
        }
        """

    static let themeOrange =
        themeDefault.replacing("F85825", with: "F8F8F8").replacing("D34D21", with: "EEE").replacing(
            "666666", with: "#8666")

    static let darkPlist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>super</key>
            <string>year.plist</string>
            <key>Color</key>
            <dict>
                <key>ThemeColorMode_Default</key>
                <string>#112233</string>
                <key>ThemeColorMode_Default_Highlight</key>
                <string>rgba(17, 34, 51, 0.5)</string>
            </dict>
        </dict>
        </plist>
        """
}
