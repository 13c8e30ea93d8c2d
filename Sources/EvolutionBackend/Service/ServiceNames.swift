import CalendarStore

/// The names of Evolution Data Server on the bus: of its programs, objects, interfaces and methods.
package enum ServiceNames {
  static let prefix = "org.gnome.evolution.dataserver."
  /// The program that lists the sources.
  package static let registry = prefix + "Sources5"
  /// The program that opens calendars.
  package static let calendars = prefix + "Calendar8"
  package static let registryPath = "/org/gnome/evolution/dataserver/SourceManager"
  package static let factoryPath = "/org/gnome/evolution/dataserver/CalendarFactory"
  // Interfaces.
  package static let factory = prefix + "CalendarFactory"
  package static let source = prefix + "Source"
  static let editableSource = prefix + "Source.Writable"
  package static let calendar = prefix + "Calendar"
  package static let view = prefix + "CalendarView"
  package static let properties = "org.freedesktop.DBus.Properties"
  package static let objectManager = "org.freedesktop.DBus.ObjectManager"

  /// Returns a method of the bus itself.
  static func bus(_ method: String) -> BusConnection.Method {
    .init(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      name: method)
  }

  static let listSources = BusConnection.Method(
    destination: registry, path: registryPath, interface: objectManager, name: "GetManagedObjects")

  static let openCalendar = BusConnection.Method(
    destination: calendars, path: factoryPath, interface: factory, name: "OpenCalendar")
}

/// How long requests may take, and when they are repeated.
package struct ServiceTimeouts: Sendable {
  /// The timeout of requests that the service answers from memory, including the time to start the service.
  package var readMilliseconds: Int32 = 20_000
  /// The timeout of requests for which the service has to ask a server.
  package var writeMilliseconds: Int32 = 60_000
  /// The pause before the next attempt to reach a calendar. It doubles each time, up to a minute.
  package var retry: Duration = .seconds(5)
  /// How long the service may take to report an error after a refresh was requested.
  package var refresh: Duration = .seconds(3)
  /// How long a write waits for a calendar that has just been opened to be connected to its server.
  package var connection: Duration = .seconds(3)
  /// How long to wait for the server's version after a conflict.
  package var conflict: Duration = .seconds(5)

  package init() {}
}

extension AccountsUnavailable {
  init(_ fault: ServiceFault) {
    switch fault {
    case .noBus: self = .noSessionBus
    case .noAnswer: self = .noAnswer
    case .notDelivered(let message), .rejected(let message): self = .failed(message)
    default: self = .unsupportedVersion
    }
  }
}
