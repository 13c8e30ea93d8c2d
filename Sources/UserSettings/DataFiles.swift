import CGLib

/// Finds the application's data files, whether or not the application is installed.
///
/// The search order is: the folder named by `HANDSPAN_DATA_DIR`, `share/handspan` beside the binary's `bin`,
/// and the sources from which the binary was built. A missing file is not an error, because the application
/// works without it.
package enum DataFiles {
  /// The folder of the running binary.
  package static let binaryFolder = folder(
    of: takeString(g_file_read_link("/proc/self/exe", nil)) ?? CommandLine.arguments[0])

  /// The `share` folder of the prefix in which the binary is installed.
  static let shareFolder = folder(of: binaryFolder) + "/share"

  /// The `data` folder of the sources from which the binary was built; nil if it does not exist.
  package static let sourceDataFolder: String? = {
    let data = folder(of: folder(of: folder(of: #filePath))) + "/data"
    return exists(data) ? data : nil
  }()

  /// Returns the path of the data file with the given name, or nil if it does not exist.
  package static func find(_ name: String) -> String? {
    [Environment["HANDSPAN_DATA_DIR"], shareFolder + "/handspan", sourceDataFolder].lazy
      .compactMap { $0.map { "\($0)/\(name)" } }
      .first(where: exists)
  }

  /// The folder that contains the translations: the installed folder if it exists, otherwise the folder given
  /// by `HANDSPAN_LOCALE_DIR`, or the system's folder if that variable is not set.
  static let localeFolder: String = {
    let installedFolder = shareFolder + "/locale"
    return exists(installedFolder)
      ? installedFolder : Environment["HANDSPAN_LOCALE_DIR"] ?? "/usr/share/locale"
  }()

  private static func folder(of path: String) -> String { takeString(g_path_get_dirname(path)) ?? "." }

  static func exists(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_EXISTS) != 0 }
}
