/// An event as another calendar wrote it, so that what nobody here understands of it comes along when it is added.
///
/// The bytes are for `CalendarDocument` alone; nothing else looks into them.
public struct WrittenEvent: Hashable, Sendable {
  /// The VEVENT, from its BEGIN through the line end of its END.
  public let component: [UInt8]
  /// The VTIMEZONEs that it names, by TZID, each with its line ends; those that its calendar defined.
  public let zones: [String: [UInt8]]

  /// An event of those bytes.
  public init(component: [UInt8], zones: [String: [UInt8]]) {
    self.component = component
    self.zones = zones
  }
}
