import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineInteraction
import TimelineWidgets
import UserSettings

/// The contents of the sidebar: a month calendar; the open calendars, grouped by where they are stored;
/// calendars of other programs that can be added; and a button for adding calendars.
@MainActor
final class SidebarContents {
  let gtkWidget = nonNull(gtk_scrolled_window_new())
  /// The button for adding calendars, which does not scroll with the other contents.
  let addButton: WidgetPointer
  /// Called with a day that the user chose in the month calendar.
  var onChooseDay: (Day) -> Void = { _ in }
  /// Announces a message to assistive technology.
  var announce: (String) -> Void = { _ in }

  private let session: CalendarSession
  private let monthFactory: MonthViewFactory
  private let popoverGate: PopoverGate
  let month: MonthView
  private let list = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
  /// Says why the calendars of accounts are not shown.
  private let accountsNote: AccountsNote
  /// The calendars of other programs that can be added.
  let discoveredCalendars: DiscoveredCalendarList
  private let reference: ObjectReference
  private var shownGroups: [CalendarGroup]?
  private(set) var rows: [SidebarRow] = []
  private var isReloadPending = false

  init(_ session: CalendarSession, _ monthFactory: MonthViewFactory, day: Day, popoverGate: PopoverGate) {
    (self.session, self.monthFactory, self.popoverGate) = (session, monthFactory, popoverGate)
    reference = ObjectReference(gtkWidget.opaque)
    discoveredCalendars = DiscoveredCalendarList(session)
    accountsNote = AccountsNote(session)
    addButton = AddCalendarButton.make(session.phrases, popoverGate)
    month = monthFactory.make(day, on: .window)
    month.selectedDay = day
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    gtk_widget_add_css_class(box, "contents")
    for child in [month.gtkWidget, list, accountsNote.gtkWidget, discoveredCalendars.gtkWidget] {
      gtk_box_append(box.as(GtkBox.self), child)
    }
    gtk_scrolled_window_set_policy(gtkWidget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(gtkWidget.opaque, box)
    gtk_widget_set_vexpand(gtkWidget, 1)
    keepFocusedRowInSight()
    month.onChoose = { [weak self] day in self?.onChooseDay(day) }
    discoveredCalendars.onFocusLost = { [weak self] in self?.rows.last?.takeFocus() }
    update()
    findCalendars()
  }

  /// Moves the focus to a calendar, or by default to the first one. If there is no calendar, the month
  /// calendar gets the focus.
  func takeFocus(_ calendar: CalendarID? = nil) {
    if let row = rows.first(where: { calendar == nil || $0.entry.calendar.id == calendar }) {
      row.takeFocus()
    } else if calendar == nil {
      _ = month.grabFocus()
    }
  }

  // MARK: The month calendar

  /// Shows the window's day in the month calendar.
  ///
  /// - Parameter keepsMonth: whether the shown month stays, because an event is lifted.
  func setDay(_ day: Day, keepsMonth: Bool = false) {
    monthFactory.updateSettings(of: month)
    guard day != month.selectedDay else { return }
    month.selectedDay = day
    if month.cursor != day, !keepsMonth { month.jump(to: day) }
  }

  /// Updates the marks of the days once the current frame has been drawn.
  func reloadMonth() {
    guard !isReloadPending else { return }
    isReloadPending = true
    betweenFrames { [weak self] in
      guard let self else { return }
      self.isReloadPending = false
      self.monthFactory.updateSettings(of: self.month)
      self.month.reloadGradually()
    }
  }

  // MARK: The calendars

  /// Updates the list to show the current calendars.
  func update() {
    accountsNote.update()
    let groups = CalendarGroup.groups(
      of: session.calendars, listed: session.listed.calendars,
      isTemporary: { [session] in session.choices.isTemporary($0) },
      state: { [session] in session.accountState(of: $0) },
      age: { [session] in session.age(of: $0, now: .now) })
    if groups != shownGroups {
      if hasSameCalendars(groups) {
        for (row, entry) in zip(rows, groups.flatMap(\.entries)) { row.entry = entry }
      } else {
        let focusedIndex = rows.firstIndex { $0.hasFocus }
        let calendar = focusedIndex.map { rows[$0].entry.calendar.id }
        rebuild(groups)
        if let focusedIndex { restoreFocus(to: calendar, at: focusedIndex) }
        findCalendars()
      }
      shownGroups = groups
    }
    for row in rows { row.isShown = !session.choices.isHidden(row.entry.calendar.id) }
  }

  /// Opens a popover with colors for a calendar below its row.
  func chooseColor(of calendar: CalendarID) {
    rows.first { $0.entry.calendar.id == calendar }?.chooseColor()
  }

  /// Restores the focus after the rows have been rebuilt: to the row of the same calendar or, if the calendar
  /// was closed, to the row in the same position.
  private func restoreFocus(to calendar: CalendarID?, at position: Int) {
    let row = rows.first { $0.entry.calendar.id == calendar } ?? rows.dropFirst(position).first ?? rows.last
    if let row { row.takeFocus() } else { _ = month.grabFocus() }
  }

  /// Looks for calendars of other programs, and offers them.
  func findCalendars() { discoveredCalendars.find() }

  /// Returns whether the rows already show the same groups with the same calendars in the same order.
  private func hasSameCalendars(_ groups: [CalendarGroup]) -> Bool {
    func ids(_ groups: [CalendarGroup]) -> [[CalendarID]] { groups.map { $0.entries.map(\.calendar.id) } }
    return shownGroups.map { ids($0) == ids(groups) && $0.map(\.place) == groups.map(\.place) } ?? false
  }

  private func rebuild(_ groups: [CalendarGroup]) {
    while let child = gtk_widget_get_first_child(list) { gtk_box_remove(list.as(GtkBox.self), child) }
    rows = []
    for group in groups {
      let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      SidebarGroup.setTitle(title(of: group.place), of: box)
      for entry in group.entries {
        let row = SidebarRow(entry, session, popoverGate)
        row.announce = { [weak self] text in self?.announce(text) }
        gtk_box_append(box.as(GtkBox.self), row.gtkWidget)
        rows.append(row)
      }
      gtk_box_append(list.as(GtkBox.self), box)
    }
  }

  private func title(of place: CalendarGroup.Place) -> String {
    let t = session.phrases.translator
    return switch place {
    case .computer: t.tr("On This Computer")
    case .account(let name): name
    case .subscriptions: t.tr("Subscriptions")
    case .elsewhere: t.tr("Other Calendars")
    }
  }
}
