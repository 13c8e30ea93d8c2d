extension CalendarDocument {
  /// Whether the file's last component has its END. If not, the file is truncated or is still being written.
  package var isClosed: Bool {
    text.components.last { $0.parent == nil }?.isClosed ?? false
  }

  /// The number of complete VCALENDARs in the file: a stream may have several (RFC 5545 3.4).
  package var calendarCount: Int {
    text.components.count { $0.parent == nil && $0.name == "VCALENDAR" && $0.isClosed }
  }
}
