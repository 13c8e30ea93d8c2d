import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets

/// Performs Cut, Copy, Paste and Duplicate for keyboard shortcuts and for the timeline's menus.
@MainActor
final class WindowClipboard {
  /// The MIME type of events on the clipboard. Plain text can also be pasted, because many programs copy
  /// calendars as plain text.
  private static let calendarType = "text/calendar"
  private static let plainTextType = "text/plain;charset=utf-8"
  static let actions: [(name: String, keys: String, action: ClipboardAction)] = [
    ("cut", "<Control>x", .cut), ("copy", "<Control>c", .copy), ("paste", "<Control>v", .paste()),
    ("duplicate", "<Control>d", .duplicate),
  ]

  private let window: WidgetPointer
  private let session: CalendarSession
  private let view: ViewStack
  private let toasts: WindowToasts
  private let dropAndPasteImport: DropAndPasteImport
  private let newEventCalendarPrompt: NewEventCalendarPrompt
  /// The last clipboard object that was copied from several selected events. It is pasted without a preview.
  private var lastCopiedSelection: [UInt8]?
  /// The last task that uses the clipboard. These tasks run in the order in which they were started: a paste
  /// waits for the copy before it, and a copy does not replace what an earlier paste has yet to read.
  private var lastTask: Task<Void, Never>?

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ view: ViewStack,
    _ toasts: WindowToasts,
    _ dropAndPasteImport: DropAndPasteImport, _ newEventCalendarPrompt: NewEventCalendarPrompt
  ) {
    (self.window, self.session, self.view) = (window, session, view)
    (self.toasts, self.dropAndPasteImport) = (toasts, dropAndPasteImport)
    self.newEventCalendarPrompt = newEventCalendarPrompt
    view.callbacks.onClipboardAction = { [weak self] action, occurrence in self?.perform(action, occurrence)
    }
    view.callbacks.onCut = { [weak self] occurrence, edit, context in
      self?.enqueue { clipboard in
        guard await clipboard.copy(occurrence, scope: edit.scope, showsNotice: false) else { return }
        clipboard.view.delete(occurrence, applying: edit, in: context)
      }
    }
    view.callbacks.onCopySelection = { [weak self] occurrences in
      self?.enqueue { await $0.copy(occurrences, showsNotice: true) }
    }
    view.callbacks.onCutSelection = { [weak self] group, scope, context in
      self?.enqueue { clipboard in
        // Events that cannot be deleted stay where they are, and are not copied either.
        let occurrences = group.items.map(\.occurrence)
        guard await clipboard.copy(occurrences, scope: scope, showsNotice: false) else { return }
        clipboard.view.apply(group, scope: scope, in: context)
      }
    }
    view.callbacks.canPaste = { [weak self] in
      guard let self else { return false }
      return Clipboard(of: self.window).contains(anyOf: [Self.calendarType, Self.plainTextType])
    }
  }

  /// Performs an action for a keyboard shortcut, unless a text field has the focus and handles the keys
  /// itself.
  func performFromKeyboard(_ action: ClipboardAction) {
    guard FocusedText.find(in: window) == nil else { return }
    perform(action, view.selectedOccurrence)
  }

  private func perform(_ action: ClipboardAction, _ occurrence: Occurrence?) {
    view.finishKeyboardEdit()
    if !view.multipleSelection.isEmpty {
      switch action {
      case .cut: return view.perform(.cut)
      case .copy: return view.perform(.copy)
      case .duplicate, .copySeries, .duplicateSeries, .paste: break
      }
    }
    switch (action, occurrence) {
    case (.paste(let target), _):
      let target = target ?? .day(view.day)
      enqueue { await $0.paste(at: target) }
    case (.copy, let occurrence?): enqueue { await $0.copy(occurrence, showsNotice: true) }
    case (.cut, let occurrence?): enqueue { await $0.cut(occurrence) }
    case (.duplicate, let occurrence?): Task { await duplicate(occurrence) }
    case (.copySeries, let occurrence?):
      enqueue { await $0.copy(occurrence, scope: .all, showsNotice: true) }
    case (.duplicateSeries, let occurrence?): Task { await duplicateSeries(of: occurrence) }
    case (_, nil): break
    }
  }

  /// Uses the clipboard after all earlier tasks have finished. These may take a while if the store is busy,
  /// for example saving a change, or if another program provides what is pasted.
  private func enqueue(_ body: @escaping @MainActor (WindowClipboard) async -> Void) {
    let previousTask = lastTask
    lastTask = Task { [weak self] in
      await previousTask?.value
      if let self { await body(self) }
    }
  }

  // MARK: Copying

  @discardableResult
  private func copy(
    _ occurrence: Occurrence, scope: EventEdit.Scope = .thisOccurrence, showsNotice: Bool
  ) async -> Bool {
    guard let object = await session.copy(of: occurrence, scope: scope) else {
      toasts.showToast(session.phrases.refusal(.vanished))
      return false
    }
    session.lastCopied = (object, occurrence.event.id.calendar)
    Clipboard(of: window).offer([
      "text/calendar;charset=utf-8": object, Self.calendarType: object,
      Self.plainTextType: Array(plainText(for: occurrence).utf8),
    ])
    if showsNotice {
      let (t, title) = (session.phrases.translator, session.phrases.shortTitle(occurrence.event))
      let text =
        scope == .all
        ? t.tr("All events in the series “{title}” were copied", ["title": title])
        : occurrence.event.isRepeating
          ? t.tr("“{title}” was copied as a single event", ["title": title])
          : t.tr("“{title}” was copied", ["title": title])
      toasts.showToast(text)
    }
    return true
  }

  /// Copies several events as one iCalendar object.
  ///
  /// - Returns: whether all of them were copied.
  @discardableResult
  private func copy(
    _ occurrences: [Occurrence], scope: EventEdit.Scope = .thisOccurrence, showsNotice: Bool
  ) async -> Bool {
    guard let object = await session.copy(of: occurrences, scope: scope) else {
      toasts.showToast(session.phrases.refusal(.vanished))
      return false
    }
    lastCopiedSelection = object
    Clipboard(of: window).offer([
      "text/calendar;charset=utf-8": object, Self.calendarType: object,
      Self.plainTextType: Array(occurrences.map(plainText).joined(separator: "\n").utf8),
    ])
    if showsNotice { toasts.showToast(session.phrases.copyMessage(count: occurrences.count)) }
    return true
  }

  private func cut(_ occurrence: Occurrence) async {
    if occurrence.needsScope(for: .delete) { return view.cut(occurrence) }
    // If the event cannot be deleted, `delete` shows the reason, and the clipboard stays unchanged.
    if session.refusal(for: occurrence) == nil {
      guard await copy(occurrence, showsNotice: false) else { return }
    }
    view.delete(occurrence)
  }

  /// Returns an event as plain text, for pasting into other programs.
  private func plainText(for occurrence: Occurrence) -> String {
    let event = occurrence.event
    let lines = [
      session.phrases.title(event), session.phrases.fullTime(occurrence), event.location, event.link,
      event.notes,
    ]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private func duplicate(_ occurrence: Occurrence) async {
    guard let object = await session.copy(of: occurrence),
      let event = try? EventImport(object, zones: SystemZones.shared).events.first
    else { return toasts.showToast(session.phrases.refusal(.vanished)) }
    let calendar = occurrence.event.id.calendar
    add(session.eventForPasting(event, isCopy: true, from: calendar), from: calendar)
  }

  private func duplicateSeries(of occurrence: Occurrence) async {
    guard let object = await session.copy(of: occurrence, scope: .all),
      let events = try? EventImport(object, zones: SystemZones.shared).events
    else { return toasts.showToast(session.phrases.refusal(.vanished)) }
    addSeries(events, from: occurrence.event.id.calendar, showing: occurrence)
  }

  /// Adds a series and shows one of its occurrences: the copy of `original` if the series is a duplicate,
  /// otherwise the first one.
  private func addSeries(
    _ events: [CalendarEvent], from sourceCalendar: CalendarID?, showing original: Occurrence?
  ) {
    let copies = session.seriesForPasting(events, isCopy: original != nil, from: sourceCalendar)
    guard !copies.isEmpty else { return newEventCalendarPrompt.ask() }
    guard let firstOccurrence = session.add(copies, isCalendarChosen: false) else { return }
    var shownOccurrence = firstOccurrence
    if let original, let recurrenceID = original.recurrenceID, let master = copies.first {
      shownOccurrence = Occurrence(
        event: master, times: original.times, recurrenceID: recurrenceID, zone: session.displayZone)
    }
    view.reveal(shownOccurrence)
  }

  // MARK: Pasting

  private func paste(at target: PasteTarget) async {
    let limit = EventImport.Limits.standard.bytes
    let types = ["text/calendar;charset=utf-8", Self.calendarType, Self.plainTextType, "text/plain"]
    guard let bytes = await Clipboard(of: window).read(types, limit: limit) else {
      return toasts.showToast(ImportRefusal.noCalendar.message(session.phrases.translator))
    }
    await readEvents(in: bytes) { parsed in
      // A single event is moved to the paste target. Several events or a series keep their times and are
      // shown in a preview first.
      let sourceCalendar = self.session.sourceCalendar(of: bytes)
      if self.lastCopiedSelection == bytes { return self.pasteSelection(parsed.events, at: target) }
      guard parsed.events.count == 1, let event = parsed.events.first, event.series == nil else {
        // A preview would leave out a series whose UID is already in an open calendar.
        if self.session.isKnownSeries(parsed.events, from: sourceCalendar) {
          return self.addSeries(parsed.events, from: sourceCalendar, showing: nil)
        }
        return self.dropAndPasteImport.preview(EventsToPreview(parsed))
      }
      self.add(self.session.eventForPasting(event, at: target, from: sourceCalendar), from: sourceCalendar)
    }
  }

  /// Adds several events that were copied in one step. The earliest event is moved to the paste target, and
  /// the others are moved by the same amount of time.
  private func pasteSelection(_ events: [CalendarEvent], at target: PasteTarget) {
    let copies = session.eventsForPasting(events, at: target)
    guard !copies.isEmpty else { return newEventCalendarPrompt.ask() }
    if let occurrence = session.add(copies, isCalendarChosen: false) { view.reveal(occurrence) }
  }

  /// Parses the contents of the clipboard and passes the events to `handler`, or shows why they cannot be
  /// pasted.
  private func readEvents(in bytes: [UInt8], _ handler: (EventImport) -> Void) async {
    switch await EventImport.parse(bytes) {
    case .success(let parsed): handler(parsed)
    case .failure(let refusal): toasts.showToast(refusal.message(session.phrases.translator))
    }
  }

  private func add(_ copy: CalendarEvent?, from sourceCalendar: CalendarID?) {
    guard let copy else { return newEventCalendarPrompt.ask() }
    if let occurrence = session.addCopy(copy, from: sourceCalendar) { view.reveal(occurrence) }
  }
}
