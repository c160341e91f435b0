import Foundation
public import ThemeManagement

extension PackFolder {
    /// The folder of the app's resources, with the packs that the app ships.
    public static var appResources: PackFolder {
        PackFolder(Bundle.main.resourcePath ?? Bundle.main.bundlePath)
    }
}
