import CalendarModel
import CalendarStore

/// What the user has chosen about calendars, whether or not they are open: which are hidden, their names and colors, the
/// one to which new events are added, and which are opened at the next launch.
///
/// Most of it is remembered from one run of the program to the next. Choices about the sample are not, because its file
/// is temporary.
@MainActor
package final class CalendarChoices {
  private var value = RememberedCalendars() {
    didSet {
      let remembered = remembered
      if remembered != withoutSample(oldValue) { reports.send(.remembered(remembered)) }
    }
  }
  /// The history of `lastUsed`, for undo and redo.
  private var lastCalendar = LastCalendar()
  private var temporaryCalendars: Set<CalendarID> = []
  /// The sample, if it is open, and the calendar that was used before it.
  private var sample: (calendar: CalendarID, lastUsed: CalendarID?)?
  private let reports: SessionReports

  init(_ reports: SessionReports) { self.reports = reports }

  // MARK: Remembering

  /// What should be remembered until the next run.
  package var remembered: RememberedCalendars { withoutSample(value) }

  /// Restores what the previous run remembered. Call this before calendars are opened.
  package func restore(_ remembered: RememberedCalendars) {
    lastCalendar = LastCalendar(remembered.lastUsed)
    value = remembered
  }

  private func withoutSample(_ value: RememberedCalendars) -> RememberedCalendars {
    guard let sample else { return value }
    var value = value
    value.hidden.remove(sample.calendar)
    for property in [CalendarProperty.name(nil), .color(nil)] {
      _ = value.chosenProperties.choose(property, for: sample.calendar)
    }
    if value.lastUsed == sample.calendar { value.lastUsed = sample.lastUsed }
    return value
  }

  /// Begins or ends to use the sample. When it ends, the choices about it are forgotten.
  func setSample(_ calendar: CalendarID?) {
    if remembered != value { restore(remembered) }
    sample = calendar.map { ($0, value.lastUsed) }
  }

  // MARK: Opening

  /// The files and folders that are opened at the next launch.
  package var opened: [CalendarID] { value.opened }

  /// Sets the files and folders that are opened at the next launch.
  func rememberOpened(_ calendars: [CalendarID]) { value.opened = calendars }

  /// Makes sure that a calendar is not opened at the next launch.
  func doNotReopen(_ calendar: CalendarID) { value.opened.removeAll { $0 == calendar } }

  /// Returns whether a calendar is shown only until the window is closed.
  package func isTemporary(_ calendar: CalendarID) -> Bool { temporaryCalendars.contains(calendar) }

  /// Sets whether calendars are shown only until the window is closed.
  ///
  /// - Returns: whether that was different for one of them.
  @discardableResult
  func setTemporary(_ isTemporary: Bool, for calendars: [CalendarID]) -> Bool {
    let previous = temporaryCalendars
    if isTemporary { temporaryCalendars.formUnion(calendars) } else { temporaryCalendars.subtract(calendars) }
    return temporaryCalendars != previous
  }

  /// Forgets which calendars are temporary. Call this when other calendars are opened instead.
  func forgetTemporary() { temporaryCalendars = [] }

  // MARK: Hiding

  /// The hidden calendars, whose events are not shown. They may include calendars that are not open.
  package var hidden: Set<CalendarID> { value.hidden }

  /// Returns whether the events of a calendar are hidden.
  package func isHidden(_ calendar: CalendarID) -> Bool { value.hidden.contains(calendar) }

  /// Sets the hidden calendars.
  ///
  /// - Returns: whether they were different.
  @discardableResult
  func hide(_ calendars: Set<CalendarID>) -> Bool {
    guard calendars != value.hidden else { return false }
    value.hidden = calendars
    return true
  }

  // MARK: The calendar for new events

  /// The calendar to which an event was last added or moved, or which the user has since made the default for new
  /// events.
  package var lastUsed: CalendarID? { value.lastUsed }

  /// Makes a calendar the default for new events.
  package func use(_ calendar: CalendarID) { changeLast { $0 = LastCalendar(calendar) } }

  /// Records that an edit added an event to a calendar, or moved one there.
  func recordUse(of calendar: CalendarID, by edit: EditID) {
    changeLast { $0.recordUse(of: calendar, by: edit) }
  }

  /// Restores the calendar used before an edit that was undone or rejected.
  func undoUse(by edit: EditID) { changeLast { $0.undo(edit) } }

  /// Restores the calendar used by an edit that was redone.
  func redoUse(by edit: EditID) { changeLast { $0.redo(edit) } }

  /// Forgets an edit that can no longer be undone or redone.
  func forgetUse(by edit: EditID) { lastCalendar.forget(edit) }

  private func changeLast(_ change: (inout LastCalendar) -> Void) {
    change(&lastCalendar)
    value.lastUsed = lastCalendar.calendar
  }

  // MARK: Names and colors

  /// Sets a property of a calendar that cannot store it.
  ///
  /// - Returns: the property with its previous value.
  func choose(_ property: CalendarProperty, for calendar: CalendarID) -> CalendarProperty {
    value.chosenProperties.choose(property, for: calendar)
  }

  /// The color that a new calendar would get beside calendars with these colors.
  func colorOfNewCalendar(beside colors: [EventColor]) -> EventColor {
    value.assignedColors.leastUsedColor(colors)
  }

  /// Returns a snapshot with the names and colors that the user chose, in which every available calendar has a color.
  func applied(to snapshot: StoreSnapshot) -> StoreSnapshot {
    var (snapshot, colors) = (snapshot, value.assignedColors)
    snapshot.apply(value.chosenProperties)
    snapshot.applyColors(&colors)
    // The sample is a temporary copy, whose path is never used again.
    if sample == nil { value.assignedColors = colors }
    return snapshot
  }

  // MARK: Calendars of other programs and of accounts

  /// The calendars of other programs that are no longer offered.
  package var dismissed: Set<CalendarID> { value.dismissed }

  /// Stops offering a calendar of another program, or offers it again.
  package func setDismissed(_ isDismissed: Bool, for path: String) {
    if isDismissed {
      value.dismissed.insert(CalendarID(path))
    } else {
      value.dismissed.remove(CalendarID(path))
    }
  }

  /// Records that calendars of accounts, or subscriptions, are listed. One that is listed for the first time is hidden
  /// if the user has hidden it in another program.
  func recordListed(_ calendars: [ListedCalendar]) {
    let newCalendars = calendars.filter { !value.everListed.contains($0.id) }
    guard !newCalendars.isEmpty else { return }
    var changed = value
    changed.everListed.formUnion(newCalendars.map(\.id))
    changed.hidden.formUnion(newCalendars.filter { !$0.isSelected }.map(\.id))
    value = changed
  }

  /// Forgets everything about a subscription that has ended. An identifier is never used again.
  func forgetListed(_ calendar: CalendarID) {
    var changed = value
    changed.everListed.remove(calendar)
    changed.hidden.remove(calendar)
    value = changed
  }
}
