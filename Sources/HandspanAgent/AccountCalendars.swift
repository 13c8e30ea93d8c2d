import CAgent
import CalendarModel
import EvolutionBackend
import ReminderAgent

/// The calendars of accounts, which Evolution Data Server keeps. They are read only while they ring, and through calls on the bus
/// alone: `EvolutionBackend` uses tasks, after which libdispatch wakes the process each second.
@MainActor
final class AccountCalendars {
  /// An open calendar, which the service closes when this process ends.
  private struct Open {
    let path: String
    let owner: String
  }

  /// How long changes are collected, in milliseconds.
  private static let pause: UInt32 = 500
  /// The time in milliseconds after which a calendar that could not be read is tried again. It doubles each time.
  private static let retryPause: UInt32 = 60_000
  private static let maximumDoublings = 6

  private let bus: Bus
  private let listed: @MainActor @Sendable () -> Void
  private let changed: @MainActor @Sendable (Set<CalendarID>) -> Void
  private var catalog = AccountCatalog()
  private var openCalendars: [CalendarID: Open] = [:]
  private var waitingChanges: Set<CalendarID> = []
  /// How often each calendar could not be read.
  private var failureCounts: [CalendarID: Int] = [:]
  private var isListPending = false
  private var hasSubscribed = false

  /// Whether the calendars ring.
  var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      (catalog, isListed) = (AccountCatalog(), false)
      if isActive { start() }
    }
  }
  /// Whether the list has arrived since the calendars ring.
  private(set) var isListed = false

  /// The calendars, once they are listed.
  var entries: [AccountCatalog.Entry] { isActive ? catalog.entries : [] }

  /// - Parameters:
  ///   - listed: called when the list has changed.
  ///   - changed: called with calendars whose events have changed.
  init(
    _ bus: Bus, listed: @escaping @MainActor @Sendable () -> Void,
    changed: @escaping @MainActor @Sendable (Set<CalendarID>) -> Void
  ) {
    (self.bus, self.listed, self.changed) = (bus, listed, changed)
  }

  // MARK: The list

  private func start() {
    if !hasSubscribed { subscribe() }
    list()
  }

  private func subscribe() {
    hasSubscribed = true
    let (registry, properties) = (ServiceNames.registry, ServiceNames.properties)
    for signal in ["InterfacesAdded", "InterfacesRemoved"] {
      bus.subscribe(sender: registry, interface: ServiceNames.objectManager, signal: signal) {
        [weak self] _ in self?.listSoon()
      }
    }
    bus.subscribe(
      sender: registry, interface: properties, signal: "PropertiesChanged",
      argument: ServiceNames.source
    ) { [weak self] _ in self?.listSoon() }
    bus.watch(registry) { [weak self] hasOwner in if hasOwner { self?.listSoon() } }
    bus.watch(ServiceNames.calendars) { [weak self] _ in self?.factoryChanged() }
  }

  private func listSoon() {
    guard isActive, !isListPending else { return }
    isListPending = true
    MainThread.after(milliseconds: Self.pause) { [weak self] in
      self?.isListPending = false
      self?.list()
    }
  }

  private func list() {
    // Nothing is started if the service is not installed: the bus then knows no such name.
    bus.call(
      ServiceNames.registry, path: ServiceNames.registryPath,
      interface: ServiceNames.objectManager, method: "GetManagedObjects", nil
    ) { [weak self] answer in
      guard let self, isActive else { return }
      guard case .success(let values) = answer else {
        // Without the service, there are no accounts. Otherwise, it reports itself when it runs again.
        if case .failure(.nobody) = answer { take(AccountCatalog()) }
        return
      }
      var catalog = AccountCatalog()
      Variants.child(values, 0) { objects in
        Variants.forEachEntry(of: objects) { path, interfaces in
          Variants.forEachEntry(of: interfaces) { interface, source in
            guard interface == ServiceNames.source else { return }
            var properties: [String: String] = [:]
            Variants.forEachEntry(of: source) { properties[$0] = Variants.text(boxed: $1) }
            catalog.add(uid: properties["UID"] ?? "", data: properties["Data"] ?? "", at: path)
          }
        }
      }
      take(catalog)
    }
  }

  private func take(_ new: AccountCatalog) {
    let (old, wasListed) = (entries, isListed)
    (catalog, isListed) = (new, true)
    if entries != old || !wasListed { listed() }
  }

  // MARK: Events

  /// Reads the events of a calendar that reminders depend on; nil if it cannot be read.
  func read(_ calendar: CalendarID, _ answer: @escaping @MainActor @Sendable ([SharedEvent]?) -> Void) {
    open(calendar) { [weak self] open in
      guard let self else { return }
      guard let open else {
        retryLater(calendar)
        return answer(nil)
      }
      query("GetObjectList", [AccountCatalog.eventsQuery], open) { [weak self] texts in
        guard let self else { return }
        guard let texts else {
          openCalendars[calendar] = nil
          retryLater(calendar)
          return answer(nil)
        }
        failureCounts[calendar] = nil
        parse(texts, of: calendar, open) { events in
          answer(events.filter { RingingAgent.isNeeded($0.event) })
        }
      }
    }
  }

  private func retryLater(_ calendar: CalendarID) {
    let count = min(failureCounts[calendar, default: 0], Self.maximumDoublings)
    failureCounts[calendar] = count + 1
    MainThread.after(milliseconds: Self.retryPause << UInt32(count)) { [weak self] in
      self?.changeSoon(calendar)
    }
  }

  /// Reads what notifications say about events of a calendar.
  func readTexts(
    of ids: [EventID], in calendar: CalendarID,
    _ answer: @escaping @MainActor @Sendable ([EventID: ReminderText]) -> Void
  ) {
    guard let open = openCalendars[calendar] else { return answer([:]) }
    let collector = Collector<[EventID: ReminderText]>([:], count: ids.count, done: answer)
    for id in ids {
      query("GetObject", [id.uid.text, ""], open) { [weak self] texts in
        guard let self, let texts else { return collector.add { _ in } }
        parse(texts, of: calendar, open) { events in
          let event = events.first { $0.event.id == id }?.event
          collector.add { texts in texts[id] = event.map { ReminderText($0) } }
        }
      }
    }
  }

  /// Reads the events in texts, and before them the time zones that they use. As with files, this is not done on the main thread.
  private func parse(
    _ texts: [String], of calendar: CalendarID, _ open: Open,
    _ answer: @escaping @MainActor @Sendable ([SharedEvent]) -> Void
  ) {
    Background.run {
      let objects = AccountEvents(texts)
      let zones = objects.foreignZones
      MainThread.post { [weak self] in
        let collector = Collector<[String]>([], count: zones.count) { definitions in
          Background.run {
            let events = objects.events(of: calendar, zones: definitions)
            MainThread.post { answer(events) }
          }
        }
        for zone in zones {
          self?.query("GetTimezone", [zone], open) { texts in collector.add { $0 += texts ?? [] } }
        }
      }
    }
  }

  /// Calls a method of a calendar with texts, and returns the texts in its answer; nil if it failed.
  private func query(
    _ method: String, _ arguments: [String], _ open: Open,
    _ answer: @escaping @MainActor @Sendable ([String]?) -> Void
  ) {
    bus.call(
      open.owner, path: open.path, interface: ServiceNames.calendar, method: method,
      arguments.isEmpty ? nil : Variants.tuple(arguments.map(Variants.string))
    ) { values in
      let texts = (try? values.get()).map { values in
        Variants.child(values, 0) { value in
          Variants.count(value) == 0
            ? [Variants.text(value)].filter { !$0.isEmpty }
            : (0..<Variants.count(value)).map { Variants.text(value, $0) }
        }
      }
      answer(texts)
    }
  }

  // MARK: Opening

  private func open(_ calendar: CalendarID, _ answer: @escaping @MainActor @Sendable (Open?) -> Void) {
    if let open = openCalendars[calendar] { return answer(open) }
    guard let uid = AccountCatalog.uid(of: calendar) else { return answer(nil) }
    bus.call(
      ServiceNames.calendars, path: ServiceNames.factoryPath,
      interface: ServiceNames.factory, method: "OpenCalendar",
      Variants.tuple([Variants.string(uid)])
    ) { [weak self] values in
      guard let self, let values = try? values.get() else { return answer(nil) }
      let open = Open(path: Variants.text(values, 0), owner: Variants.text(values, 1))
      // A calendar on a server opens without the server, from the service's copy.
      query("Open", [], open) { [weak self] texts in
        guard let self, texts != nil, !open.owner.isEmpty else { return answer(nil) }
        openCalendars[calendar] = open
        follow(calendar, open)
        // Each kind of account may have a process of its own.
        if open.owner != ServiceNames.calendars {
          bus.watch(open.owner) { [weak self] _ in self?.ended(calendar, open) }
        }
        answer(open)
      }
    }
  }

  /// Lets the service report changes.
  private func follow(_ calendar: CalendarID, _ open: Open) {
    query("GetView", [AccountCatalog.eventsQuery], open) { [weak self] paths in
      guard let self, let path = paths?.first else { return }
      for signal in ["ObjectsAdded", "ObjectsModified", "ObjectsRemoved"] {
        bus.subscribe(
          sender: open.owner, path: path, interface: ServiceNames.view, signal: signal
        ) { [weak self] _ in self?.changeSoon(calendar) }
      }
      // Without the flag for existing objects, only changes are reported.
      for (method, parameters) in [
        ("SetFlags", Variants.tuple([g_variant_new_uint32(0)])), ("Start", nil),
      ] {
        bus.call(
          open.owner, path: path, interface: ServiceNames.view, method: method, parameters
        ) { _ in }
      }
    }
  }

  /// Reports a change once nothing has changed for a moment.
  private func changeSoon(_ calendar: CalendarID) {
    guard isActive else { return }
    let isFirst = waitingChanges.isEmpty
    waitingChanges.insert(calendar)
    guard isFirst else { return }
    MainThread.after(milliseconds: Self.pause) { [weak self] in
      guard let self else { return }
      let calendars = waitingChanges
      waitingChanges = []
      changed(calendars.intersection(entries.map(\.calendar)))
    }
  }

  /// The service has ended, or was started again: all calendars have to be opened again.
  private func factoryChanged() {
    for (calendar, open) in openCalendars where open.owner == ServiceNames.calendars { ended(calendar, open) }
  }

  private func ended(_ calendar: CalendarID, _ open: Open) {
    guard openCalendars[calendar]?.path == open.path else { return }
    openCalendars[calendar] = nil
    changeSoon(calendar)
  }
}
