import CalendarModel
import CalendarStore

/// A calendar of an account, as Evolution Data Server lists it.
package struct CalendarSource: Hashable, Sendable {
  /// The identifier of the source, which does not change.
  package var uid: String
  package var name: String
  package var color: EventColor?
  /// The name of the account, or of the group of calendars on this computer; nil if it has none.
  package var account: String?
  /// The kind of account, such as `local`, `caldav`, `webcal` or `contacts`.
  package var backendName: String
  /// Whether the user wants to see it, as chosen in another program.
  package var isSelected: Bool
  /// Whether it and its account are switched on.
  package var isEnabled: Bool
  /// Whether its name and color can be changed.
  package var isEditable: Bool
  package var connection: ConnectionStatus
  /// The server's message about the error that prevented a connection; nil if there was none.
  package var connectionError: String?
  /// The email addresses that identify the user in the events of this calendar.
  package var userAddresses: Set<String> = []
  /// Whether its reminders are switched on, in the programs that ring them.
  package var hasReminders = true
  /// The path of the file that it is; nil for any other.
  package var file: String?
  /// Whether new events are added to it by default.
  package var isDefault = false

  /// Whether it is on a server, according to the kind of account.
  var isRemote: Bool { CalendarSource.isRemote(backendName) }

  static func isRemote(_ backendName: String) -> Bool {
    !["local", "contacts", "weather"].contains(backendName)
  }

  /// The calendar as the backend lists it. A calendar that is stored on this computer belongs to no account.
  var listedCalendar: ListedCalendar {
    ListedCalendar(
      id: id, name: name, account: backendName == "local" ? nil : account, isSelected: isSelected,
      isDefault: isDefault)
  }

  /// The identifier of the calendar for a `CalendarStore`.
  package var id: CalendarID { CalendarID(CalendarSource.keyPrefix + uid) }

  /// The prefix of the keys of these calendars.
  package static let keyPrefix = "eds:"

  /// Returns the source's identifier; nil for a calendar of another backend.
  static func uid(of calendar: CalendarID) -> String? {
    guard calendar.key.utf8.starts(with: keyPrefix.utf8) else { return nil }
    return String(Substring(calendar.key.utf8.dropFirst(keyPrefix.utf8.count)))
  }
}

/// The state of the connection between Evolution Data Server and the server of an account.
package enum ConnectionStatus: String, Hashable, Sendable {
  case disconnected
  case connecting
  case connected
  /// The server is waiting for a password or some other form of sign-in.
  case awaitingCredentials = "awaiting-credentials"
  /// The server's certificate is not trusted.
  case sslFailed = "ssl-failed"

  /// - Parameter name: the status as the service sends it over D-Bus. An unknown one counts as disconnected.
  init(name: String) { self = ConnectionStatus(rawValue: name) ?? .disconnected }

  /// Whether there is no connection, and the service may know why.
  var mayHaveFailed: Bool { self == .awaitingCredentials || self == .disconnected }

  /// Whether the user has to do something in the account settings first.
  var needsUser: Bool { self == .awaitingCredentials || self == .sslFailed }
}

/// What determines the state of an account's calendar.
struct CalendarCondition: Hashable, Sendable {
  /// Whether it is listed, and switched on.
  var isListed: Bool
  var isWritable: Bool
  /// Whether Evolution Data Server is working online.
  var isOnline: Bool
  /// Whether the server answered the last request without an error.
  var isReachable = true
  /// The error message with which the server answered; nil if there was none.
  var serverError: String?
  /// The service's message about an error in the background; nil if there was none.
  var backgroundError: String?
  var connection: ConnectionStatus
  /// Whether the calendar is on a server.
  var isRemote = false
  /// Whether a connection to the server has been established since the calendar was opened, or since the connection was
  /// last lost. Before that, it is not known whether the server will ask for a password, and the service would queue
  /// writes.
  var hasConnected = true

  /// Whether the service is establishing a connection to the server.
  var isConnecting: Bool { isRemote && isOnline && connection == .connecting }

  /// Whether a write should be attempted. An error in the background does not prevent this.
  var mayBeWritable: Bool {
    var condition = self
    condition.backgroundError = nil
    return condition.state == .ready
  }

  var state: CalendarState {
    if !isListed { return .notAvailable }
    if connection.needsUser { return .needsSignIn }
    let isConnected = isReachable && (!isRemote || hasConnected && connection != .disconnected)
    if !isOnline || !isConnected {
      return isOnline ? serverError.map { .serverError($0) } ?? .offline : .offline
    }
    if isRemote, let backgroundError { return .serverError(backgroundError) }
    return isWritable ? .ready : .readOnly
  }
}
