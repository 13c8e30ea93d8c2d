import CGLib

/// The calendar for new events, which GNOME's programs share as a setting of Evolution Data Server.
enum DefaultCalendar {
  private static let schemaName = "org.gnome.Evolution.DefaultSources"
  private static let key = "default-calendar"
  /// The calendar that the service itself uses if the chosen one does not exist.
  private static let builtIn = "system-calendar"

  /// Returns the identifier of the source; nil if there is none, or if the setting is not installed.
  static func uid(among uids: Set<String>) -> String? {
    guard let chosen = setting else { return nil }
    return [chosen, builtIn].first(where: uids.contains)
  }

  private static var setting: String? {
    // Without this check, GIO ends the program if the schema is missing.
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, schemaName, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, key) != 0, let settings = g_settings_new(schemaName) else {
      return nil
    }
    defer { g_object_unref(UnsafeMutableRawPointer(settings)) }
    guard let value = g_settings_get_string(settings, key) else { return nil }
    defer { g_free(value) }
    return String(cString: value)
  }
}
