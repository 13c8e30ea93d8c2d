import FoundationEssentials

/// Finds the application's data files, whether or not the application is installed.
///
/// The search order is: the folder named by `HANDSPAN_DATA_DIR`, `share/handspan` beside the binary's `bin`,
/// and the sources from which the binary was built. A missing file is not an error, because the application
/// works without it.
package enum DataFiles {
  /// The folder of the running binary.
  package static let binaryFolder: URL = {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }()

  /// The `share` folder of the prefix in which the binary is installed.
  static let shareFolder = binaryFolder.deletingLastPathComponent().appendingPathComponent("share")

  /// The `data` folder of the sources from which the binary was built; nil if it does not exist.
  package static let sourceDataFolder: URL? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = root.appendingPathComponent("data")
    return FileManager.default.fileExists(atPath: data.path) ? data : nil
  }()

  /// Returns the data file with the given name, or nil if it does not exist.
  package static func find(_ name: String) -> URL? {
    var folders: [URL] = []
    if let dataFolder = ProcessInfo.processInfo.environment["HANDSPAN_DATA_DIR"] {
      folders.append(URL(fileURLWithPath: dataFolder))
    }
    folders.append(shareFolder.appendingPathComponent("handspan"))
    if let sourceDataFolder { folders.append(sourceDataFolder) }
    return folders.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The folder that contains the translations: the installed folder if it exists, otherwise the folder given
  /// by `HANDSPAN_LOCALE_DIR`, or the system's folder if that variable is not set.
  static let localeFolder: URL = {
    let installedFolder = shareFolder.appendingPathComponent("locale")
    if FileManager.default.fileExists(atPath: installedFolder.path) { return installedFolder }
    return URL(
      fileURLWithPath: ProcessInfo.processInfo.environment["HANDSPAN_LOCALE_DIR"] ?? "/usr/share/locale")
  }()
}
