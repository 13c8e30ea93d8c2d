/// The source text of an event in another calendar. When the event is added, this text preserves content that
/// Handspan does not understand.
///
/// Only `CalendarDocument` interprets the bytes.
package struct EventSourceText: Hashable, Sendable {
  /// The VEVENT, from BEGIN through the line break after END.
  package let component: [UInt8]
  /// The VTIMEZONEs to which the event refers, by TZID, including their line breaks.
  package let zones: [String: [UInt8]]

  package init(component: [UInt8], zones: [String: [UInt8]]) {
    self.component = component
    self.zones = zones
  }
}
