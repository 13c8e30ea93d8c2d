/// A calendar that the user can choose for an event.
package struct CalendarOption: Hashable, Sendable {
  package let id: CalendarID
  package let name: String
  /// The calendar's color; nil for the accent color.
  package let color: EventColor?

  package init(id: CalendarID, name: String, color: EventColor?) {
    (self.id, self.name, self.color) = (id, name, color)
  }
}
