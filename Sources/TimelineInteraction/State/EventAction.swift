/// Actions on an event from a menu, a button or assistive technology. They have no parameters, because AT-SPI
/// does not support them.
package enum EventAction: String, CaseIterable, Hashable, Sendable {
  /// Open its details.
  case showDetails = "event.show-details"
  /// Open it in the host's editor.
  case edit = "event.edit"
  /// Lift it for the keyboard, or drop it.
  case lift = "event.lift"
  /// By one grid line.
  case moveEarlier = "event.move-earlier"
  /// By one grid line.
  case moveLater = "event.move-later"
  case movePreviousDay = "event.move-to-previous-day"
  case moveNextDay = "event.move-to-next-day"
  /// The end stays.
  case startEarlier = "event.start-earlier"
  /// The end stays.
  case startLater = "event.start-later"
  /// The start stays.
  case endEarlier = "event.end-earlier"
  /// The start stays.
  case endLater = "event.end-later"
  /// It follows the pointer until a click places it.
  case moveTo = "event.move-to"
  /// To the clipboard.
  case cut = "event.cut"
  /// To the clipboard.
  case copy = "event.copy"
  /// Next to the original.
  case duplicate = "event.duplicate"
  /// Immediately; the window offers undo.
  case delete = "event.delete"

  /// The corresponding key step; nil for other actions.
  var step: KeyStep? {
    switch self {
    case .moveEarlier: .lines(-1)
    case .moveLater: .lines(1)
    case .movePreviousDay: .days(-1)
    case .moveNextDay: .days(1)
    case .startEarlier: .start(-1)
    case .startLater: .start(1)
    case .endEarlier: .end(-1)
    case .endLater: .end(1)
    case .showDetails, .edit, .lift, .moveTo, .cut, .copy, .duplicate, .delete: nil
    }
  }
}
