import CalendarModel
import CalendarText
import Reminders

/// What the agent needs from the system.
@MainActor
package protocol AgentSurroundings: AnyObject {
  var now: Instant { get }
  var phrases: Phrases { get }

  /// Calls the agent's `wake` at a moment, and whenever the clock was set or the computer has slept. It replaces the moment
  /// that was set before.
  func wake(at moment: Instant)

  /// Reads calendars, and calls the agent's `update` or `lose` for each of them, after this function has returned.
  func readCalendars(_ calendars: Set<CalendarID>)

  /// Reads what notifications say about events. Those that cannot be read are left out of the answer.
  func readTexts(
    of events: Set<EventID>, _ answer: @escaping @MainActor ([EventID: ReminderText]) -> Void)

  /// Shows a notification, and calls back with its number. If there is nobody to show it, it is shown later.
  func show(_ notification: ReminderNotification, _ shown: @escaping @MainActor (UInt32) -> Void)

  /// Shows something in the window, which is opened if necessary.
  ///
  /// - Parameter token: lets the window take the focus; nil if there is none.
  func open(_ target: ReminderTarget, token: String?)

  /// Opens the address of a meeting in the user's browser.
  ///
  /// - Parameter token: lets the browser take the focus; nil if there is none.
  func join(_ link: ConferenceLink, token: String?)
}

/// Rings the reminders of the user's calendars: decides with `ReminderBell`, saves what has rung, and only then shows it.
///
/// It keeps no events and no texts.
@MainActor
package final class RingingAgent {
  private let file: ReminderRecordFile
  private unowned let surroundings: any AgentSurroundings
  private var bell: ReminderBell
  private var finder: ReminderFinder
  private var snooze: Snooze
  /// The record on the disk.
  private var saved: ReminderRecord?
  /// The calendars that ring.
  private var calendars: Set<CalendarID> = []
  /// Those of them that have not been read yet. Until then nothing rings, so that what was missed is one notification.
  private var awaited: Set<CalendarID> = []
  /// What the notifications that are shown are about, by their numbers.
  private var shown: [UInt32: (reminders: [Reminder], conference: ConferenceLink?)] = [:]
  private var tokens: [UInt32: String] = [:]

  package init(
    _ file: ReminderRecordFile, finder: ReminderFinder, snooze: Snooze, surroundings: any AgentSurroundings
  ) {
    (self.file, self.finder, self.snooze, self.surroundings) = (file, finder, snooze, surroundings)
    file.removeUnfinished()
    let now = surroundings.now
    saved = file.read()
    bell = ReminderBell(record: saved ?? ReminderRecord(checked: now), events: [], finder: finder, at: now)
  }

  // MARK: Calendars

  /// Whether a reminder may depend on an event.
  package nonisolated static func isNeeded(_ event: CalendarEvent) -> Bool {
    !event.alarms.isEmpty || !event.alarmNotes.isEmpty || event.series != nil
  }

  /// Sets which calendars ring, and reads those that are new.
  ///
  /// - Parameter isComplete: whether a calendar that is missing no longer rings. Otherwise, it may come back.
  package func setCalendars(_ new: Set<CalendarID>, isComplete: Bool = true) {
    if isComplete {
      for calendar in Set(bell.record.calendars.keys).union(calendars).subtracting(new) {
        bell.remove(calendar)
        awaited.remove(calendar)
      }
    }
    let added = new.subtracting(calendars)
    calendars = isComplete ? new : calendars.union(new)
    awaited.formUnion(added)
    if added.isEmpty { wake() } else { surroundings.readCalendars(added) }
  }

  /// Takes over the events of a calendar, of which only those that `isNeeded` matter.
  package func update(_ calendar: CalendarID, with events: [SharedEvent]) {
    take(calendar) { bell, now in bell.update(calendar, with: events, at: now) }
  }

  /// Takes over that a calendar cannot be read.
  package func lose(_ calendar: CalendarID) {
    take(calendar) { bell, now in bell.lose(calendar, at: now) }
  }

  private func take(_ calendar: CalendarID, _ change: (inout ReminderBell, Instant) -> Void) {
    guard calendars.contains(calendar) else { return }
    // What is due by now rings first. What is added after its moment does not ring.
    wake()
    change(&bell, surroundings.now)
    awaited.remove(calendar)
    wake()
    if awaited.isEmpty { save() }
  }

  /// Rings without the calendars that have not answered yet.
  package func stopWaiting() {
    guard !awaited.isEmpty else { return }
    awaited = []
    wake()
  }

  /// Changes the display zone or what the user chose.
  package func change(finder: ReminderFinder, snooze: Snooze) {
    self.snooze = snooze
    guard finder.zone != self.finder.zone || finder.settings != self.finder.settings else { return }
    self.finder = finder
    restart()
  }

  /// Reads everything again.
  private func restart() {
    bell = ReminderBell(record: bell.record, events: [], finder: finder, at: surroundings.now)
    awaited = calendars
    if calendars.isEmpty { wake() } else { surroundings.readCalendars(calendars) }
  }

  // MARK: Ringing

  /// Rings what is due, and sets when to look again.
  package func wake() {
    guard awaited.isEmpty else { return }
    let now = surroundings.now
    if bell.isAhead(of: now) || bell.needsEvents(at: now) { return restart() }
    let rings = bell.ring(at: now)
    if !rings.isEmpty || bell.record.snoozed != saved?.snoozed { save() }
    for ring in rings { show(ring) }
    surroundings.wake(at: bell.nextMoment)
  }

  /// Saves what has rung, in particular before the program ends.
  package func save() {
    guard bell.record != saved else { return }
    // If the disk is full, the reminder still rings; it would ring again only after a restart.
    if file.write(bell.record) { saved = bell.record }
  }

  private func show(_ ring: Ring) {
    surroundings.readTexts(of: Set(ring.reminders.map(\.event))) { [weak self] texts in
      guard let self else { return }
      let notification = surroundings.phrases.notification(
        for: ring, texts: texts, snooze: snooze, at: surroundings.now, in: finder.zone)
      surroundings.show(notification) { [weak self] number in
        self?.shown[number] = (ring.reminders, notification.conference)
      }
    }
  }

  // MARK: Answers

  /// Takes over that the user has chosen an action of a notification. Notifications of other programs are ignored.
  package func act(_ key: String, on number: UInt32) {
    guard let (reminders, conference) = shown[number],
      let action = ReminderNotification.Action(rawValue: key)
    else { return }
    let token = tokens.removeValue(forKey: number)
    switch action {
    case .open:
      if let target = ReminderTarget(reminders, in: finder.zone) { surroundings.open(target, token: token) }
    case .join:
      if let conference { surroundings.join(conference, token: token) }
      shown[number] = nil
    case .snooze:
      for reminder in reminders { bell.snooze(reminder, snooze, at: surroundings.now) }
      shown[number] = nil
      save()
      wake()
    case .dismiss: shown[number] = nil
    }
  }

  /// Takes over the token with which an action may give the focus to a window; it comes before the action.
  package func setToken(_ token: String, of number: UInt32) {
    if shown[number] != nil { tokens[number] = token }
  }

  /// Takes over that a notification is no longer shown.
  package func closed(_ number: UInt32) {
    shown[number] = nil
    tokens[number] = nil
  }
}
