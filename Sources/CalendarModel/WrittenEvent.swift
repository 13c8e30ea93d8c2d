/// An event as another calendar wrote it, so that content that Handspan does not understand is kept when it is added.
///
/// Only `CalendarDocument` interprets the bytes.
package struct WrittenEvent: Hashable, Sendable {
  /// The VEVENT, from its BEGIN through the line end of its END.
  package let component: [UInt8]
  /// The VTIMEZONEs that it names, by TZID, each with its line ends; those that its calendar defined.
  package let zones: [String: [UInt8]]

  package init(component: [UInt8], zones: [String: [UInt8]]) {
    self.component = component
    self.zones = zones
  }
}
