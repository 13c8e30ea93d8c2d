extension CalendarDocument {
  /// Whether the file's last component has its END. Where it has none the file was cut off, or is just being
  /// written.
  package var isClosed: Bool {
    text.components.last { $0.parent == nil }?.isClosed ?? false
  }

  /// How many whole VCALENDARs the file has: a stream has several (RFC 5545 3.4).
  package var calendarCount: Int {
    text.components.count { $0.parent == nil && $0.name == "VCALENDAR" && $0.isClosed }
  }
}
