extension CalendarDocument {
  /// Whether the file's last top-level component has an END. If not, the file is truncated or still being
  /// written.
  package var isComplete: Bool {
    text.components.last { $0.parent == nil }?.hasEnd ?? false
  }

  /// The number of complete VCALENDARs in the file. A stream may contain several (RFC 5545 3.4).
  package var calendarCount: Int {
    text.components.count { $0.parent == nil && $0.name == "VCALENDAR" && $0.hasEnd }
  }
}
