/// A calendar that an event can be in, as it is offered to be chosen.
public struct CalendarOption: Hashable, Sendable {
  /// The calendar.
  public let id: CalendarID
  /// What it is called.
  public let name: String
  /// Its colour; nil for the accent.
  public let color: EventColor?

  /// The calendar of that name and colour.
  public init(id: CalendarID, name: String, color: EventColor?) {
    (self.id, self.name, self.color) = (id, name, color)
  }
}
