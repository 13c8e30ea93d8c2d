import CGLib
import CalendarModel
import CalendarStore
import Synchronization

/// Talks to Evolution Data Server: lists and watches its calendars, and reads and writes their objects.
///
/// Nothing happens before the first call. All work is done on the thread of the bus; callers wait
/// asynchronously.
///
/// In its functions, `uid` is the identifier of a calendar's source, and `objectUID` the UID of an event.
actor EvolutionService {
  nonisolated let changes: AsyncStream<BackendChange>
  nonisolated let listings: AsyncStream<[ListedCalendar]>
  /// The names of the calendars, by the identifiers of their sources.
  nonisolated let names = Mutex<[String: String]>([:])
  /// The user's email addresses in the calendars, by the identifiers of their sources.
  nonisolated let addresses = Mutex<[String: Set<String>]>([:])
  /// The calendars that are known to be on this computer, by the identifiers of their sources.
  nonisolated let localCalendars = Mutex<Set<String>>([])

  private nonisolated let thread = BusThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  let changeContinuation: AsyncStream<BackendChange>.Continuation
  let listingContinuation: AsyncStream<[ListedCalendar]>.Continuation
  private let address: String?
  let timeouts: ServiceTimeouts
  private var openConnection: BusConnection?
  private var connectionTask: Task<Result<BusConnection, ServiceFault>, Never>?

  var catalog: SourceCatalog
  /// The calendars that were last published.
  var publishedCalendars: [CalendarSource] = []
  var listingTask: Task<Result<Void, ServiceFault>, Never>?
  /// The number of times that the connection of a source has changed, by object path.
  var connectionChangeCounts: [String: Int] = [:]
  /// Whether the list of sources is current and complete.
  var hasListedSources = false
  /// Whether reported changes to sources are applied to `catalog`. They are not while the sources are being listed.
  var followsSources = false
  /// Whether a change was reported while the sources were being listed.
  var hasMissedSignal = false

  /// The number of consecutive writes that a server did not answer, by the identifiers of the sources.
  var unansweredWriteCounts: [String: Int] = [:]
  /// The open calendars, by the identifiers of their sources.
  var openedCalendars: [String: OpenedCalendar] = [:]
  /// The calendar that the current task is opening.
  @TaskLocal static var uidBeingOpened: String?
  /// The requests to open calendars, by the identifiers of their sources.
  var openingTasks: [String: Task<Result<Void, ServiceFault>, Never>] = [:]
  /// The calendars that were open when the service stopped.
  var lostCalendars: [String: OpenedCalendar] = [:]
  /// The UIDs of changed objects that have not been reported yet, by calendar.
  var changedUIDs: [String: Set<ByteString>] = [:]
  /// The errors that the service has reported about calendars while they were being opened, by object path.
  var earlyErrors: [String: String] = [:]
  /// The D-Bus names whose owners are watched.
  private var watchedNames: Set<String> = []
  /// The calendars that could not be opened on the first attempt and are being tried again.
  var firstOpenings: Set<String> = []
  /// The calendars whose servers are being tried again.
  var retriedCalendars: Set<String> = []

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
    if let openConnection, !openConnection.isClosed { return openConnection }
    let task = connectionTask ?? Task { await self.connect() }
    connectionTask = task
    return try await task.value.get()
  }

  private func connect() async -> Result<BusConnection, ServiceFault> {
    defer { connectionTask = nil }
    do throws(ServiceFault) {
      let connection = try await BusConnection.open(address: address)
      openConnection = connection
      // Nothing that was learned through an earlier connection is watched anymore.
      (hasListedSources, followsSources) = (false, false)
      watchedNames = []
      for calendar in openedCalendars.values { keepLostCalendar(calendar) }
      openedCalendars = [:]
      watchSources(on: connection)
      watchCalendars(on: connection)
      watchOwner(of: ServiceNames.registry, on: connection)
      watchOwner(of: ServiceNames.calendars, on: connection)
      return .success(connection)
    } catch {
      return .failure(error)
    }
  }

  /// Calls a method on the bus.
  ///
  /// - Parameter timeout: the maximum time to wait for the results, in milliseconds; nil for that of read requests.
  /// - Returns: the tuple of its results.
  func call(
    _ method: BusConnection.Method, _ parameters: Variant? = nil, timeout: Int32? = nil
  ) async throws(ServiceFault) -> Variant {
    try await connection().call(method, parameters, timeout: timeout ?? timeouts.readMilliseconds)
  }

  /// Starts reporting when the process that owns a name on the bus ends or is replaced.
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
      // Calendars are held by processes other than the service, which may outlive it for a while.
      markCalendarsOffline(owner: name == ServiceNames.calendars ? nil : name)
    }
  }
}
