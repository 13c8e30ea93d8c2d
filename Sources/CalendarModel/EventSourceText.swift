/// An event as written in another calendar, so that adding it keeps content that Handspan does not
/// understand.
///
/// Only `CalendarDocument` interprets the bytes.
package struct EventSourceText: Hashable, Sendable {
  /// The VEVENT, from BEGIN through the line break after END.
  package let component: [UInt8]
  /// The VTIMEZONEs that it refers to and that its calendar defines, by TZID, including their line breaks.
  package let zones: [String: [UInt8]]

  package init(component: [UInt8], zones: [String: [UInt8]]) {
    self.component = component
    self.zones = zones
  }
}
