import CGtk

/// Collects the warnings and critical messages of GLib, GDK and GTK.
///
/// GTK logs them when a widget that still has children is disposed of, and when a widget is drawn without an allocation
/// or removed twice. A widget test fails if there are any.
package enum GLibWarnings {
  // GLib calls back on the logging thread; only GTK's main thread is expected to log.
  nonisolated(unsafe) private static var messages: [String] = []

  /// Starts collecting; GLib allows this once per process.
  package static func startCollecting() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let severeLevels =
          G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
        guard level.rawValue & severeLevels != 0,
          let text = g_log_writer_format_fields(level, fields, count, 0)
        else { return G_LOG_WRITER_HANDLED }
        GLibWarnings.messages.append(String(cString: text))
        g_free(text)
        return G_LOG_WRITER_HANDLED
      }, nil, nil)
  }

  /// Returns and removes the messages since the last call.
  package static func takeAll() -> [String] {
    defer { messages.removeAll() }
    return messages
  }
}
