import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineInteraction
import TimelineWidgets

/// Moves events to a date or to a calendar that the user chooses in a dialog.
@MainActor
final class EventMoveDialogs {
  /// The minimum width in px of the month calendar. It is the width of the narrowest window minus the margins
  /// of the dialog, so the month calendar's header fits on one row in most languages.
  private static let minimumWidth: Int32 = 296
  /// The minimum visible height in px of the month calendar.
  private static let minimumHeight: Int32 = 160

  private let session: CalendarSession
  private let view: ViewStack
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts
  private let monthFactory: MonthViewFactory
  /// The contents of the open dialog.
  private var month: MonthView?
  private var entry: DateEntry?

  init(
    _ session: CalendarSession, _ view: ViewStack, _ dialogs: WindowDialogs,
    _ toasts: WindowToasts,
    _ monthFactory: MonthViewFactory
  ) {
    (self.session, self.view, self.dialogs, self.toasts) = (session, view, dialogs, toasts)
    self.monthFactory = monthFactory
    view.callbacks.onMoveToDate = { [weak self] in self?.askForDate(of: $0) }
    view.callbacks.onMoveToCalendar = { [weak self] in self?.askForCalendar(of: $0) }
    view.callbacks.onMoveSelectionToCalendar = { [weak self] in self?.askForCalendar(of: $0) }
  }

  /// Whether more than one calendar is open, so there may be a calendar to move an event to.
  var hasOtherCalendars: Bool { session.calendars.count > 1 }

  // MARK: Dates

  private func askForDate(of occurrence: Occurrence) {
    guard !dialogs.hasOpenAlert else { return }
    let (phrases, day) = (session.phrases, occurrence.start.wall.day)
    let selectedEvents = view.multipleSelection
    let isGroup = selectedEvents.contains { $0.id == occurrence.id }
    let alert = dialogs.makeAlert(
      phrases.moveToDate, phrases.eventToMove(occurrence, andOthers: isGroup ? selectedEvents.count - 1 : 0))
    var chosenDay: Day?
    let choose: @MainActor (Day) -> Void = {
      chosenDay = $0
      alert.close()
    }
    alert.add(makeDateContents(day, choose))
    alert.add("cancel", phrases.translator.tr("Cancel"))
    alert.setResponses(onClose: "cancel")
    dialogs.ask(alert) { [weak self] _ in
      self?.month = nil
      self?.entry = nil
      guard let chosenDay else { return }
      // The dialog returns the focus to the window before the view moves the focus to the event.
      afterMilliseconds(0) {
        self?.view.move(occurrence, to: chosenDay)
        return false
      }
    }
  }

  /// Creates a month calendar with the cursor on a day, and an entry for a date.
  private func makeDateContents(_ day: Day, _ choose: @escaping @MainActor (Day) -> Void) -> WidgetPointer {
    let month = monthFactory.make(day, on: .window)
    let entry = DateEntry(phrases: session.phrases) { [weak month, monthFactory] in
      (month?.cursor ?? day, monthFactory.today)
    }
    (self.month, self.entry) = (month, entry)
    month.selectedDay = day
    month.onChoose = choose
    entry.onEnter = choose
    // A date that is typed without a month or year is relative to the event's day, not to the previous
    // result.
    entry.referenceDays = { [monthFactory] in (day, monthFactory.today) }
    entry.onType = { [weak month] in month?.turn(to: $0) }
    entry.reset()
    let box = entry.makeBox(above: month)
    gtk_widget_set_size_request(box, Self.minimumWidth, -1)
    whenShown(month.gtkWidget.opaque) { [weak month] in month?.focusCursor() }
    return makeScrolledWindow(around: box)
  }

  /// Creates a scrolled window around a month calendar, which may be too tall for a small monitor if the text is large.
  private func makeScrolledWindow(around box: WidgetPointer) -> WidgetPointer {
    let window = nonNull(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(window.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(window.opaque, 1)
    gtk_scrolled_window_set_min_content_height(window.opaque, Self.minimumHeight)
    gtk_scrolled_window_set_child(window.opaque, box)
    gtk_widget_set_vexpand(window, 1)
    return window
  }

  // MARK: Calendars

  private func askForCalendar(of occurrence: Occurrence) {
    guard !dialogs.hasOpenAlert else { return }
    let (phrases, event) = (session.phrases, occurrence.event)
    guard hasOtherCalendars else { return toasts.showToast(phrases.noOtherCalendar) }
    if let refusal = session.transferRefusal(of: event) {
      return dialogs.showMessage(phrases.moveToCalendar, phrases.shortTitle(event) + "\n" + refusal)
    }
    chooseCalendar(phrases.eventToTransfer(event), session.transferOptions(for: event)) { [weak self] in
      self?.move(occurrence, to: $0)
    }
  }

  /// Asks for the calendar to move several events to, and moves those that can be moved.
  private func askForCalendar(of occurrences: [Occurrence]) {
    guard !dialogs.hasOpenAlert else { return }
    guard hasOtherCalendars else { return toasts.showToast(session.phrases.noOtherCalendar) }
    let text = session.phrases.eventsToTransfer(occurrences.map(\.event))
    chooseCalendar(text, session.transferOptions(for: occurrences)) { [weak self] calendar in
      self?.move(occurrences, to: calendar)
    }
  }

  /// Asks for one of several calendars.
  private func chooseCalendar(
    _ text: String, _ options: [TransferOption], _ move: @escaping @MainActor (CalendarID) -> Void
  ) {
    let phrases = session.phrases
    let currentCalendar = options.first(where: \.isCurrent)?.calendar.id
    let question = CalendarQuestion(
      heading: phrases.moveToCalendar, text: text, confirmLabel: phrases.translator.tr("Move"),
      options: options,
      canChoose: { $0 != currentCalendar })
    dialogs.ask(question, phrases, then: move)
  }

  /// Returns the open calendars as destinations for one or more events. The rules are the same as in the dialogs.
  func destinations(of occurrences: [Occurrence]) -> [SidebarCalendar] {
    let refusal = session.transferRefusal(of: occurrences)
    return session.transferOptions(for: occurrences).map { option in
      let (id, name) = (option.calendar.id, option.calendar.name)
      return SidebarCalendar(
        id, name: name, isCurrent: option.isCurrent,
        refusal: option.obstacle.map { session.phrases.obstacle($0, of: name) } ?? refusal)
    }
  }

  /// Moves several events to a calendar that the user has chosen, shows the first of them, and ends the selection.
  func move(_ occurrences: [Occurrence], to calendar: CalendarID) {
    let movedEvents = session.transfer(occurrences, to: calendar)
    view.perform(.cancel(isAnnounced: false))
    if let first = movedEvents.first { view.reveal(first) }
  }

  /// Moves an event to a calendar that the user has chosen, and shows it.
  func move(_ occurrence: Occurrence, to calendar: CalendarID) {
    // Another program may have changed the event while the dialog was open.
    guard session.event(occurrence.event.id) != nil else {
      return toasts.showToast(session.phrases.refusal(.vanished))
    }
    guard calendar != occurrence.event.id.calendar,
      let movedEvent = session.transfer(occurrence, to: calendar)
    else { return }
    view.reveal(movedEvent)
  }
}
