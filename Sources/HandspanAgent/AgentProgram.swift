import CAgent
import CalendarModel
import CalendarStore
import CalendarText
import EvolutionBackend
import Glibc
import ReminderAgent
import Reminders
import UserSettings

/// Connects the agent with the clock, the calendars, the settings and the message buses.
@MainActor
final class AgentProgram: AgentSurroundings {
  /// Reminders ring after this time in milliseconds even if a calendar does not answer.
  private static let maximumWait: UInt32 = 5_000
  /// For this time in milliseconds after login, another program that rings may still be starting.
  private static let loginTime: UInt32 = 30_000

  private let preferences = Preferences()
  private let bus: Bus
  private let systemBus = Bus.system()
  private var zone = SystemZones.shared.local
  private var agent: RingingAgent?
  private var timer: WakeTimer?
  private var notifications: NotificationServer?
  private var others: OtherRingers?
  private var accounts: AccountCalendars?
  private var watcher: CalendarWatcher?
  private var zoneWatcher: LocalZoneWatcher?
  /// The calendars that are files or folders and ring.
  private var files: [CalendarID] = []
  /// The paths of the copies of the subscriptions that ring.
  private var copies: [CalendarID: String] = [:]
  /// The latest request to read a calendar: answers to earlier ones are ignored.
  private var readings: [CalendarID: Int] = [:]
  private var lastReading = 0

  /// Whether other programs may still be starting.
  private var isLogin: Bool
  private let onSwitchedOff: @MainActor () -> Void

  /// - Parameters:
  ///   - isLogin: whether the session has just begun.
  ///   - onSwitchedOff: called when the user no longer wants reminders.
  init(_ bus: Bus, isLogin: Bool, onSwitchedOff: @escaping @MainActor () -> Void) {
    (self.bus, self.isLogin, self.onSwitchedOff) = (bus, isLogin, onSwitchedOff)
  }

  func start() {
    let agent = RingingAgent(
      ReminderRecordFile(), finder: finder, snooze: snooze, surroundings: self)
    self.agent = agent
    timer = WakeTimer { agent.wake() }
    notifications = NotificationServer(
      bus, act: { agent.act($1, on: $0) }, token: { agent.setToken($1, of: $0) }, closed: { agent.closed($0) }
    )
    notifications?.hasSound = preferences[Preferences.reminderSound]
    others = OtherRingers(on: bus.connection) { [weak self] in self?.listCalendars() }
    if isLogin {
      MainThread.after(milliseconds: Self.loginTime) { [weak self] in
        self?.isLogin = false
        self?.listCalendars()
      }
    }
    if Accounts.areEnabled {
      accounts = AccountCalendars(
        bus, listed: { [weak self] in self?.listCalendars() },
        changed: { [weak self] in self?.readCalendars($0) })
    }
    watcher = CalendarWatcher { calendars in
      MainThread.post { [weak self] in self?.changed(calendars) }
    }
    zoneWatcher = LocalZoneWatcher(
      files: LocalZoneWatcher.files(tzVariable: getenv("TZ").map { String(cString: $0) })
    ) {
      MainThread.post { [weak self] in self?.zoneChanged() }
    }
    // The timer also notices what was due while the computer slept; some computers set their clock only later.
    systemBus?.subscribe(
      sender: "org.freedesktop.login1", interface: "org.freedesktop.login1.Manager", signal: "PrepareForSleep"
    ) { _ in agent.wake() }
    watchPreferences()
    listCalendars()
  }

  /// Saves what has rung, before the program ends.
  func save() { agent?.save() }

  // MARK: Settings

  private var finder: ReminderFinder {
    var settings = ReminderSettings()
    settings.allDayTime = preferences.allDayReminderSecond
    settings.ringsForHiddenCalendars = preferences[Preferences.hiddenCalendarsRing]
    return ReminderFinder(zone: zone, settings: settings)
  }

  private var snooze: Snooze { Snooze(word: preferences[Preferences.reminderSnooze]) ?? .minutes(15) }

  private func watchPreferences() {
    let list: @MainActor () -> Void = { [weak self] in self?.listCalendars() }
    preferences.onChange(Preferences.lastOpened, list)
    preferences.onChange(Preferences.hiddenCalendars, list)
    preferences.onChange(Preferences.hiddenCalendarsRing, list)
    preferences.onChange(Preferences.accountsRing, list)
    let settings: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      notifications?.hasSound = preferences[Preferences.reminderSound]
      agent?.change(finder: finder, snooze: snooze)
    }
    preferences.onChange(Preferences.ringsWhileClosed) { [weak self] in
      guard let self, !preferences[Preferences.ringsWhileClosed] else { return }
      onSwitchedOff()
    }
    preferences.onChange(Preferences.allDayReminderTime, settings)
    preferences.onChange(Preferences.reminderSnooze, settings)
    preferences.onChange(Preferences.reminderSound, settings)
  }

  private func zoneChanged() {
    let zone = SystemZones.shared.local
    guard zone != self.zone else { return }
    self.zone = zone
    agent?.change(finder: finder, snooze: snooze)
  }

  // MARK: Calendars

  /// Finds out which calendars ring.
  private func listCalendars() {
    guard let agent, let others else { return }
    // Until it is known who else rings, only those ring that nobody else would ring.
    let isKnown = others.isKnown && !isLogin
    func ringer(_ source: Ringer.Source) -> Ringer? {
      isKnown
        ? Ringer.of(source, on: others.desktop, ringsForAccounts: preferences[Preferences.accountsRing]) : nil
    }
    let opened = preferences[Preferences.lastOpened]
    let ofEvolution = EvolutionFiles.paths()
    files = (opened.isEmpty ? [UserFolders.personalPath] : opened).map { CalendarID($0) }
      .filter { !ofEvolution.contains($0.key) || ringer(.fileOfEvolution) == .handspan }
    copies = Subscriptions.copies
    accounts?.isActive = ringer(.account) == .handspan
    // A file that is a calendar of an account, too, rings once.
    let paths = Set(files.map(\.key))
    let entries = (accounts?.entries ?? []).filter { $0.file.map { !paths.contains($0) } ?? true }
    var ofAccounts = Set(entries.map(\.calendar))
    if !preferences[Preferences.hiddenCalendarsRing] {
      let hidden = Set(preferences[Preferences.hiddenCalendars])
      files.removeAll { hidden.contains($0.key) }
      copies = copies.filter { !hidden.contains($0.key.key) }
      ofAccounts = ofAccounts.filter { !hidden.contains($0.key) }
    }
    watcher?.watch(files + [CalendarID(Subscriptions.copiesFolder)])
    // What has rung of the others is still needed if they ring again.
    let isComplete = isKnown && (accounts.map { !$0.isActive || $0.isListed } ?? true)
    agent.setCalendars(Set(files).union(copies.keys).union(ofAccounts), isComplete: isComplete)
  }

  private func changed(_ calendars: Set<CalendarID>) {
    readCalendars(calendars.intersection(files))
    guard calendars.contains(CalendarID(Subscriptions.copiesFolder)) else { return }
    let old = Set(copies.keys)
    listCalendars()
    // Those that are new are read anyway.
    readCalendars(old.intersection(copies.keys))
  }

  // MARK: What the agent needs

  var now: Instant { .now }
  var phrases: Phrases { Language.phrases }

  func wake(at moment: Instant) { timer?.set(moment) }

  func readCalendars(_ calendars: Set<CalendarID>) {
    guard !calendars.isEmpty else { return }
    for calendar in calendars {
      lastReading += 1
      let reading = lastReading
      readings[calendar] = reading
      let answer: @MainActor @Sendable ([SharedEvent]?) -> Void = { [weak self] events in
        guard let self, let agent, readings[calendar] == reading else { return }
        readings[calendar] = nil
        if let events { agent.update(calendar, with: events) } else { agent.lose(calendar) }
        // The events are gone; what they took is given back once this function has returned.
        if readings.isEmpty { MainThread.post { malloc_trim(0) } }
      }
      if let accounts, AccountCatalog.uid(of: calendar) != nil {
        accounts.read(calendar, answer)
      } else {
        CalendarsThatRing.read(calendar, copy: copies[calendar], answer: answer)
      }
    }
    MainThread.after(milliseconds: Self.maximumWait) { [weak self] in self?.agent?.stopWaiting() }
  }

  func readTexts(
    of events: Set<EventID>, _ answer: @escaping @MainActor ([EventID: ReminderText]) -> Void
  ) {
    let ofAccounts = Dictionary(
      grouping: events.filter { AccountCatalog.uid(of: $0.calendar) != nil }, by: \.calendar)
    let collector = Collector<[EventID: ReminderText]>([:], count: ofAccounts.count + 1) { answer($0) }
    for (calendar, ids) in ofAccounts {
      guard let accounts else {
        collector.add { _ in }
        continue
      }
      accounts.readTexts(of: ids, in: calendar) { texts in collector.add { $0.merge(texts) { $1 } } }
    }
    CalendarsThatRing.readTexts(of: events.subtracting(ofAccounts.values.joined()), copies: copies) { texts in
      collector.add { $0.merge(texts) { $1 } }
    }
  }

  func show(_ notification: ReminderNotification, _ shown: @escaping @MainActor (UInt32) -> Void) {
    notifications?.show(notification, shown)
  }

  func open(_ target: ReminderTarget, token: String?) { Window.open(target, on: bus, token: token) }

  func join(_ link: ConferenceLink, token: String?) {
    let context = g_app_launch_context_new()
    defer { context.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
    if let token {
      for name in Window.tokenVariables { g_app_launch_context_setenv(context, name, token) }
    }
    g_app_info_launch_default_for_uri_async(link.target, context, nil, nil, nil)
  }
}
