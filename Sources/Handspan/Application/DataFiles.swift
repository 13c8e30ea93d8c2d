import CGtk
import FoundationEssentials
import GtkSupport

/// Finds the application's data files, whether or not it is installed.
///
/// The search order is: the folder named by `HANDSPAN_DATA_DIR`, `share/handspan` beside the binary's `bin`,
/// and the sources from which the binary was built. A missing file is not an error, because the application
/// also works without it.
enum DataFiles {
  /// The folder of the running binary.
  static let binaryFolder: URL = {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }()

  /// The `share` folder of the prefix in which the binary is installed.
  static let share = binaryFolder.deletingLastPathComponent().appendingPathComponent("share")

  /// The project's `data` folder, if the binary runs from a build tree.
  static let sourceData: URL? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = root.appendingPathComponent("data")
    return FileManager.default.fileExists(atPath: data.path) ? data : nil
  }()

  static func find(_ name: String) -> URL? {
    var folders: [URL] = []
    if let named = ProcessInfo.processInfo.environment["HANDSPAN_DATA_DIR"] {
      folders.append(URL(fileURLWithPath: named))
    }
    folders.append(share.appendingPathComponent("handspan"))
    if let sourceData { folders.append(sourceData) }
    return folders.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The folder of the translations: the installed one, or the one given by `HANDSPAN_LOCALE_DIR`.
  static let locales: URL = {
    let installed = share.appendingPathComponent("locale")
    if FileManager.default.fileExists(atPath: installed.path) { return installed }
    return URL(
      fileURLWithPath: ProcessInfo.processInfo.environment["HANDSPAN_LOCALE_DIR"] ?? "/usr/share/locale")
  }()
}
