/// An action on an event from a menu, a button or assistive technology. Actions have no parameters, because
/// AT-SPI does not support them.
package enum EventAction: String, CaseIterable, Hashable, Sendable {
  /// Opens the event's details.
  case showDetails = "event.show-details"
  /// Opens the event in the host's editor.
  case edit = "event.edit"
  /// Lifts the event, so that keys can move it, or drops it.
  case lift = "event.lift"
  /// Moves the event earlier by one grid line.
  case moveEarlier = "event.move-earlier"
  /// Moves the event later by one grid line.
  case moveLater = "event.move-later"
  case moveToPreviousDay = "event.move-to-previous-day"
  case moveToNextDay = "event.move-to-next-day"
  /// Moves the start earlier. The end does not change.
  case startEarlier = "event.start-earlier"
  /// Moves the start later. The end does not change.
  case startLater = "event.start-later"
  /// Moves the end earlier. The start does not change.
  case endEarlier = "event.end-earlier"
  /// Moves the end later. The start does not change.
  case endLater = "event.end-later"
  /// Makes the event follow the pointer until a click drops it.
  case moveWithPointer = "event.move-with-pointer"
  /// Asks the user which day to move the event to.
  case moveToDate = "event.move-to-date"
  /// Asks the user which calendar to move the event to.
  case moveToCalendar = "event.move-to-calendar"
  /// Adds the event to the selection or removes it. From then on, clicking an event does the same, until the
  /// selection ends.
  case toggleSelection = "event.toggle-selection"
  /// Moves the event to the clipboard.
  case cut = "event.cut"
  /// Copies the event to the clipboard.
  case copy = "event.copy"
  /// Creates a copy of the event next to it.
  case duplicate = "event.duplicate"
  /// Writes the event, its whole series or all selected events to a file.
  case export = "event.export"
  /// Deletes the event. The window then offers to undo this.
  case delete = "event.delete"

  /// The corresponding key step; nil if there is none.
  var step: KeyStep? {
    switch self {
    case .moveEarlier: .lines(-1)
    case .moveLater: .lines(1)
    case .moveToPreviousDay: .days(-1)
    case .moveToNextDay: .days(1)
    case .startEarlier: .start(-1)
    case .startLater: .start(1)
    case .endEarlier: .end(-1)
    case .endLater: .end(1)
    case .showDetails, .edit, .lift, .moveWithPointer, .moveToDate, .moveToCalendar, .toggleSelection, .cut,
      .copy, .duplicate, .export, .delete:
      nil
    }
  }
}
