import CGLib

@testable import EvolutionBackend

/// A key file has the groups and values that GLib's parser reads.
enum KeyFileTarget {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self).withoutNUL
    try checkReading(text)
    try checkWrittenValue(text)
  }

  private static func checkReading(_ text: String) throws(Violation) {
    guard let parser = g_key_file_new() else { return }
    defer { g_key_file_free(parser) }
    let flags = GKeyFileFlags(rawValue: G_KEY_FILE_KEEP_TRANSLATIONS.rawValue)
    let file = KeyFile(text)
    guard !text.isEmpty, g_key_file_load_from_data(parser, text, gsize(text.utf8.count), flags, nil) != 0
    else {
      return
    }
    for group in names(g_key_file_get_groups(parser, nil)) {
      for key in names(g_key_file_get_keys(parser, group, nil, nil)) {
        var error: UnsafeMutablePointer<GError>?
        let pointer = g_key_file_get_string(parser, group, key, &error)
        defer { g_free(pointer) }
        // The parser refuses unknown escapes.
        if let error {
          g_error_free(error)
          continue
        }
        let expected = pointer.map { String(cString: $0) } ?? ""
        try require(
          Array((file.string(key, in: group) ?? "").utf8) == Array(expected.utf8),
          "[\(group)] \(key) is \(file.string(key, in: group) ?? "nil"), not \(expected)")
      }
    }
  }

  /// Checks the reading of a file that has a text as a value. GLib does not read each value as it was written.
  private static func checkWrittenValue(_ value: String) throws(Violation) {
    guard let writer = g_key_file_new() else { return }
    defer { g_key_file_free(writer) }
    g_key_file_set_string(writer, "Data Source", "DisplayName", value)
    g_key_file_set_string(writer, "Data Source", "Other", "other")
    guard let data = g_key_file_to_data(writer, nil, nil) else { return }
    defer { g_free(data) }
    let text = String(cString: data)
    try checkReading(text)
    try require(
      KeyFile(text).string("Other", in: "Data Source") == "other", "the next value is read as another one")
  }

  /// Returns the strings of a list, and frees the list.
  private static func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
    defer { g_strfreev(list) }
    var (names, index) = ([String](), 0)
    while let name = list?[index] {
      names.append(String(cString: name))
      index += 1
    }
    return names
  }
}
