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
  /// The time in milliseconds after which a calendar that could not be opened is tried again.
  private static let retryPause: UInt32 = 60_000

  private let bus: Bus
  private let listed: @MainActor @Sendable () -> Void
  private let changed: @MainActor @Sendable (Set<CalendarID>) -> Void
  private var catalog = AccountCatalog()
  private var openCalendars: [CalendarID: Open] = [:]
  private var waitingChanges: Set<CalendarID> = []
  private var isListPending = false
  private var hasSubscribed = false

  /// Whether the calendars ring.
  var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive { start() } else { catalog = AccountCatalog() }
    }
  }

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
    let (registry, properties) = (AccountNames.registry.name, AccountNames.propertiesInterface)
    for signal in ["InterfacesAdded", "InterfacesRemoved"] {
      bus.subscribe(sender: registry, interface: AccountNames.objectManagerInterface, signal: signal) {
        [weak self] _ in self?.listSoon()
      }
    }
    bus.subscribe(
      sender: registry, interface: properties, signal: "PropertiesChanged",
      argument: AccountNames.sourceInterface
    ) { [weak self] _ in self?.listSoon() }
    bus.watch(registry) { [weak self] hasOwner in if hasOwner { self?.listSoon() } }
    bus.watch(AccountNames.calendars.name) { [weak self] _ in self?.factoryChanged() }
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
      AccountNames.registry.name, path: AccountNames.registry.path,
      interface: AccountNames.objectManagerInterface, method: "GetManagedObjects", nil
    ) { [weak self] answer in
      guard let self, isActive, let values = try? answer.get() else { return }
      var catalog = AccountCatalog()
      Variants.child(values, 0) { objects in
        Variants.forEachEntry(of: objects) { path, interfaces in
          Variants.forEachEntry(of: interfaces) { interface, source in
            guard interface == AccountNames.sourceInterface else { return }
            var properties: [String: String] = [:]
            Variants.forEachEntry(of: source) { properties[$0] = Variants.text(boxed: $1) }
            catalog.add(uid: properties["UID"] ?? "", data: properties["Data"] ?? "", at: path)
          }
        }
      }
      let old = entries
      self.catalog = catalog
      if entries != old { listed() }
    }
  }

  // MARK: Events

  /// Reads the events of a calendar that reminders depend on; nil if it cannot be read.
  func read(_ calendar: CalendarID, _ answer: @escaping @MainActor @Sendable ([SharedEvent]?) -> Void) {
    open(calendar) { [weak self] open in
      guard let self, let open else {
        MainThread.after(milliseconds: Self.retryPause) { [weak self] in self?.changeSoon(calendar) }
        return answer(nil)
      }
      query("GetObjectList", [AccountNames.eventsQuery], open) { [weak self] texts in
        guard let self, let texts else { return answer(nil) }
        parse(texts, of: calendar, open) { events in
          answer(events.filter { RingingAgent.isNeeded($0.event) })
        }
      }
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

  /// Reads the time zones that events use, and then the events.
  private func parse(
    _ texts: [String], of calendar: CalendarID, _ open: Open,
    _ answer: @escaping @MainActor @Sendable ([SharedEvent]) -> Void
  ) {
    let objects = AccountEvents(texts)
    let zones = objects.foreignZones
    let collector = Collector<[String]>([], count: zones.count) {
      answer(objects.events(of: calendar, zones: $0))
    }
    for zone in zones {
      query("GetTimezone", [zone], open) { definitions in
        collector.add { $0 += definitions ?? [] }
      }
    }
  }

  /// Calls a method of a calendar with texts, and returns the texts in its answer; nil if it failed.
  private func query(
    _ method: String, _ arguments: [String], _ open: Open,
    _ answer: @escaping @MainActor @Sendable ([String]?) -> Void
  ) {
    bus.call(
      open.owner, path: open.path, interface: AccountNames.calendarInterface, method: method,
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
      AccountNames.calendars.name, path: AccountNames.calendars.path,
      interface: AccountNames.factoryInterface, method: "OpenCalendar",
      Variants.tuple([Variants.string(uid)])
    ) { [weak self] values in
      guard let self, let values = try? values.get() else { return answer(nil) }
      let open = Open(path: Variants.text(values, 0), owner: Variants.text(values, 1))
      // A calendar on a server opens without the server, from the service's copy.
      query("Open", [], open) { [weak self] texts in
        guard let self, texts != nil, !open.owner.isEmpty else { return answer(nil) }
        openCalendars[calendar] = open
        follow(calendar, open)
        answer(open)
      }
    }
  }

  /// Lets the service report changes.
  private func follow(_ calendar: CalendarID, _ open: Open) {
    query("GetView", [AccountNames.eventsQuery], open) { [weak self] paths in
      guard let self, let path = paths?.first else { return }
      for signal in ["ObjectsAdded", "ObjectsModified", "ObjectsRemoved"] {
        bus.subscribe(
          sender: open.owner, path: path, interface: AccountNames.viewInterface, signal: signal
        ) { [weak self] _ in self?.changeSoon(calendar) }
      }
      // Without the flag for existing objects, only changes are reported.
      for (method, parameters) in [
        ("SetFlags", Variants.tuple([g_variant_new_uint32(0)])), ("Start", nil),
      ] {
        bus.call(
          open.owner, path: path, interface: AccountNames.viewInterface, method: method, parameters
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
      if isActive { changed(calendars) }
    }
  }

  /// The service has ended, or was started again: all calendars have to be opened again.
  private func factoryChanged() {
    let calendars = openCalendars.keys
    openCalendars = [:]
    for calendar in calendars { changeSoon(calendar) }
  }
}
