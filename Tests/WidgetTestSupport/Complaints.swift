import CGtk

/// What GLib, GDK and GTK complained of: every warning and every critical since the last look.
///
/// GTK says so when a widget is disposed of with children, drawn without an allocation or taken out twice. No test
/// of widgets may pass while it does.
package enum Complaints {
  // GLib calls back on the thread that logs; whoever is not GTK's own says nothing here.
  nonisolated(unsafe) private static var heard: [String] = []

  /// Listens from now on; GLib allows it once in a process.
  package static func listen() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let grave = G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
        guard level.rawValue & grave != 0, let text = g_log_writer_format_fields(level, fields, count, 0)
        else { return G_LOG_WRITER_HANDLED }
        Complaints.heard.append(String(cString: text))
        g_free(text)
        return G_LOG_WRITER_HANDLED
      }, nil, nil)
  }

  /// What was heard since the last call.
  package static func taken() -> [String] {
    defer { heard.removeAll() }
    return heard
  }
}
