import CAgent
import CalendarStore

/// The files that Evolution Data Server shows as calendars.
enum EvolutionFiles {
  /// The paths of the files that are also calendars of Evolution Data Server, for which its reminders are switched on.
  static func paths() -> Set<String> {
    let folder = String(cString: g_get_user_config_dir()) + "/evolution/sources"
    var paths: Set<String> = []
    for name in PrivateFile.names(in: folder) where name.hasSuffix(".source") {
      guard let file = g_key_file_new() else { continue }
      defer { g_key_file_free(file) }
      guard g_key_file_load_from_file(file, "\(folder)/\(name)", G_KEY_FILE_NONE, nil) != 0,
        g_key_file_has_group(file, "Calendar") != 0,
        isTrue(file, "Data Source", "Enabled"), isTrue(file, "Alarms", "IncludeMe"),
        let value = g_key_file_get_string(file, "Local Backend", "CustomFile", nil)
      else { continue }
      defer { g_free(value) }
      // It is written as a URI, and was once a path.
      let object = g_file_new_for_commandline_arg(value)
      defer { g_object_unref(object.map { UnsafeMutableRawPointer($0) }) }
      guard let path = g_file_get_path(object) else { continue }
      paths.insert(String(cString: path))
      g_free(path)
    }
    return paths
  }

  private static func isTrue(_ file: OpaquePointer, _ group: String, _ key: String) -> Bool {
    g_key_file_has_key(file, group, key, nil) == 0 || g_key_file_get_boolean(file, group, key, nil) != 0
  }
}
