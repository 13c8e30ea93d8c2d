/// What can be done with an event by a menu, a button or assistive technology, without a parameter (AT-SPI knows no others).
package enum EventAction: String, CaseIterable, Hashable, Sendable {
  /// Open what it says.
  case showDetails = "event.show-details"
  /// Let the host edit it.
  case edit = "event.edit"
  /// Lift it for the keyboard, or drop it.
  case lift = "event.lift"
  /// By a line of the grid.
  case moveEarlier = "event.move-earlier"
  /// By a line of the grid.
  case moveLater = "event.move-later"
  case movePreviousDay = "event.move-to-previous-day"
  case moveNextDay = "event.move-to-next-day"
  /// Its end stays.
  case startEarlier = "event.start-earlier"
  /// Its end stays.
  case startLater = "event.start-later"
  /// Its start stays.
  case endEarlier = "event.end-earlier"
  /// Its start stays.
  case endLater = "event.end-later"
  /// It follows the pointer until a click places it.
  case moveTo = "event.move-to"
  /// To the clipboard.
  case cut = "event.cut"
  /// To the clipboard.
  case copy = "event.copy"
  /// Beside itself.
  case duplicate = "event.duplicate"
  /// At once; the window offers the way back.
  case delete = "event.delete"

  /// The step that it is; nil if it is something else.
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
