import CGLib
import CalendarModel
import CalendarStore
import Synchronization

/// Talks to Evolution Data Server: lists and watches its calendars, and reads and writes their objects.
///
/// Nothing happens before the first call. All work is done on the thread of the bus; callers wait
/// asynchronously.
actor EvolutionService {
  nonisolated let changes: AsyncStream<BackendChange>
  nonisolated let listings: AsyncStream<[AccountCalendar]>
  /// The names of the calendars, by the identifiers of their sources.
  nonisolated let names = Mutex<[String: String]>([:])
  /// The user's mail addresses, by the identifiers of the sources.
  nonisolated let addresses = Mutex<[String: Set<String>]>([:])

  private nonisolated let thread = BusThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  let changeContinuation: AsyncStream<BackendChange>.Continuation
  let listingContinuation: AsyncStream<[AccountCalendar]>.Continuation
  private let address: String?
  let timeouts: ServiceTimeouts
  private var current: BusConnection?
  private var connecting: Task<Result<BusConnection, ServiceFault>, Never>?

  var catalog: SourceCatalog
  /// The calendars that were last published.
  var listed: [CalendarSource] = []
  var listing: Task<Result<Void, ServiceFault>, Never>?
  /// The number of times that the connection of a source has changed, by object path.
  var connectionChanges: [String: Int] = [:]
  /// Whether the sources are known and watched.
  var isListed = false

  /// The opened calendars by the identifiers of their sources.
  var opened: [String: OpenedCalendar] = [:]
  var opening: [String: Task<Result<Void, ServiceFault>, Never>] = [:]
  /// The calendars that were open when the service stopped.
  var lost: [String: OpenedCalendar] = [:]
  /// The UIDs of the objects that were changed and are not reported yet, by calendar.
  var changedObjects: [String: Set<ByteString>] = [:]
  /// The errors that the service has reported about calendars while they were being opened, by object path.
  var earlyErrors: [String: String] = [:]
  /// The names on the bus whose owners are watched.
  private var watchedNames: Set<String> = []
  /// The calendars whose servers are being tried again.
  var retried: Set<String> = []

  /// - Parameter address: the address of the bus; nil for the session bus.
  init(address: String?, timeouts: ServiceTimeouts) {
    (self.address, self.timeouts) = (address, timeouts)
    (changes, changeContinuation) = AsyncStream.makeStream()
    (listings, listingContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    var languages: [String] = []
    var name = g_get_language_names()
    while let language = name?.pointee {
      languages.append(String(cString: language))
      name = name?.successor()
    }
    catalog = SourceCatalog(languages: languages)
  }

  deinit {
    changeContinuation.finish()
    listingContinuation.finish()
    thread.stop()
  }

  // MARK: The bus

  /// The connection to the bus, which is opened first if necessary.
  func connection() async throws(ServiceFault) -> BusConnection {
    if let current, !current.isClosed { return current }
    let task = connecting ?? Task { await self.connect() }
    connecting = task
    return try await task.value.get()
  }

  private func connect() async -> Result<BusConnection, ServiceFault> {
    defer { connecting = nil }
    do throws(ServiceFault) {
      let connection = try await BusConnection.open(address: address)
      current = connection
      // What was known through an earlier connection is no longer watched.
      isListed = false
      watchedNames = []
      for (uid, calendar) in opened { lost[uid] = calendar }
      opened = [:]
      watchSources(on: connection)
      watchCalendars(on: connection)
      watchOwner(of: ServiceNames.registry, on: connection)
      watchOwner(of: ServiceNames.calendars, on: connection)
      return .success(connection)
    } catch {
      return .failure(error)
    }
  }

  func call(
    _ method: BusConnection.Method, _ parameters: Variant? = nil, timeout: Int32? = nil
  ) async throws(ServiceFault) -> Variant {
    try await connection().call(method, parameters, timeout: timeout ?? timeouts.reading)
  }

  /// Notices if the process with a name on the bus ends or another one takes its place.
  func watchOwner(of name: String, on connection: BusConnection) {
    guard watchedNames.insert(name).inserted else { return }
    connection.subscribe(
      sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: "NameOwnerChanged",
      argument: name
    ) { [weak self] signal in
      guard let owner = signal.parameters[2]?.string else { return }
      self?.assumeIsolated { $0.ownerChanged(of: name, isPresent: !owner.isEmpty) }
    }
  }

  private func ownerChanged(of name: String, isPresent: Bool) {
    if name == ServiceNames.registry {
      registryChanged(isPresent: isPresent)
    } else if !isPresent {
      // The process that holds a calendar is another one than the service, and may go on for a while without it.
      calendarsLost(owner: name == ServiceNames.calendars ? nil : name)
    }
  }
}
