import CGtk
import FoundationEssentials
import GtkSupport

/// Finds what comes with the application, installed or not.
///
/// Looked for in this order: the folder that `HANDSPAN_DATA_DIR` names, `share/handspan` beside the binary's
/// `bin`, and the sources that the binary was built from. Whatever is nowhere is done without.
enum DataFiles {
  /// The folder of the running binary.
  static let binaryFolder: URL = {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }()

  /// `share` of the prefix that the binary is installed under.
  static let share = binaryFolder.deletingLastPathComponent().appendingPathComponent("share")

  /// The project's `data` folder, while the binary is run from a build tree.
  static let sourceData: URL? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = root.appendingPathComponent("data")
    return FileManager.default.fileExists(atPath: data.path) ? data : nil
  }()

  /// The file of that name, or nil if there is none.
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

  /// Where the translations are: installed, or built beside the sources.
  static let locales: URL = {
    let installed = share.appendingPathComponent("locale")
    if FileManager.default.fileExists(atPath: installed.path) { return installed }
    return URL(
      fileURLWithPath: ProcessInfo.processInfo.environment["HANDSPAN_LOCALE_DIR"] ?? "/usr/share/locale")
  }()
}
