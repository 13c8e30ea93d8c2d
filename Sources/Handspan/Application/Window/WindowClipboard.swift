import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets

/// Cut, copy, paste and duplicate, by keys and by the timeline's menus.
@MainActor
final class WindowClipboard {
  /// The MIME type of events on the clipboard. Plain text can also be pasted, because many programs treat
  /// calendars as text.
  private static let calendarType = "text/calendar"
  private static let plainType = "text/plain;charset=utf-8"
  static let actions: [(name: String, keys: String, action: ClipboardAction)] = [
    ("cut", "<Control>x", .cut), ("copy", "<Control>c", .copy), ("paste", "<Control>v", .paste()),
    ("duplicate", "<Control>d", .duplicate),
  ]

  private let window: WidgetPointer
  private let session: CalendarSession
  private let view: any CalendarPresenting
  private let toasts: WindowToasts
  private let imports: WindowImport
  private let newEventCalendar: NewEventCalendar

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ view: any CalendarPresenting,
    _ toasts: WindowToasts,
    _ imports: WindowImport, _ newEventCalendar: NewEventCalendar
  ) {
    (self.window, self.session, self.view) = (window, session, view)
    (self.toasts, self.imports, self.newEventCalendar) = (toasts, imports, newEventCalendar)
    view.callbacks.onClipboardAction = { [weak self] action, occurrence in self?.perform(action, occurrence)
    }
    view.callbacks.canPaste = { [weak self] in
      guard let self else { return false }
      return Clipboard(of: self.window).contains(anyOf: [Self.calendarType, Self.plainType])
    }
  }

  /// Performs an action for a key press, unless a text field has the focus, to which the keys belong.
  func performByKey(_ action: ClipboardAction) {
    guard FocusedText.find(in: window) == nil else { return }
    perform(action, view.selectedOccurrence)
  }

  private func perform(_ action: ClipboardAction, _ occurrence: Occurrence?) {
    view.finishKeyboardEdit()
    switch (action, occurrence) {
    case (.paste(let target), _): Task { await paste(at: target ?? .day(view.day)) }
    case (.copy, let occurrence?): Task { await copy(occurrence, showsNotice: true) }
    case (.cut, let occurrence?): Task { await cut(occurrence) }
    case (.duplicate, let occurrence?): Task { await duplicate(occurrence) }
    case (_, nil): break
    }
  }

  // MARK: Copying

  @discardableResult
  private func copy(_ occurrence: Occurrence, showsNotice: Bool) async -> Bool {
    guard let object = await session.copy(of: occurrence) else {
      toasts.showToast(session.phrases.refusal(.vanished))
      return false
    }
    session.lastCopied = (object, occurrence.event.id.calendar)
    Clipboard(of: window).offer([
      "text/calendar;charset=utf-8": object, Self.calendarType: object,
      Self.plainType: Array(plainText(for: occurrence).utf8),
    ])
    if showsNotice {
      let (t, title) = (session.phrases.translator, session.phrases.shortTitle(occurrence.event))
      let words =
        occurrence.event.isRepeating
        ? t.tr("“{title}” was copied as a single event", ["title": title])
        : t.tr("“{title}” was copied", ["title": title])
      toasts.showToast(words)
    }
    return true
  }

  private func cut(_ occurrence: Occurrence) async {
    // If the event cannot be deleted, `delete` shows the reason, and the clipboard stays unchanged.
    if session.refusal(for: occurrence) == nil {
      guard await copy(occurrence, showsNotice: false) else { return }
    }
    view.delete(occurrence)
  }

  /// An event as plain text, for pasting into other programs.
  private func plainText(for occurrence: Occurrence) -> String {
    let event = occurrence.event
    let lines = [
      session.phrases.title(event), session.phrases.details(occurrence), event.location, event.link,
      event.notes,
    ]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private func duplicate(_ occurrence: Occurrence) async {
    guard let object = await session.copy(of: occurrence),
      let event = try? EventImport(object, zones: SystemZones.shared).events.first
    else { return toasts.showToast(session.phrases.refusal(.vanished)) }
    let calendar = occurrence.event.id.calendar
    add(session.placed(event, isCopy: true, from: calendar), from: calendar)
  }

  // MARK: Pasting

  private func paste(at target: PasteTarget) async {
    let limit = EventImport.Limits.standard.bytes
    let types = ["text/calendar;charset=utf-8", Self.calendarType, Self.plainType, "text/plain"]
    guard let bytes = await Clipboard(of: window).read(types, limit: limit) else {
      return toasts.showToast(ImportRefusal.noCalendar.message(session.phrases.translator))
    }
    await readEvents(in: bytes) { found in
      // A single event is moved to the paste target. Several events or a series keep their times and are
      // shown in a preview first.
      guard found.events.count == 1, let event = found.events.first, event.series == nil else {
        return self.imports.preview(DroppedFiles(found))
      }
      let origin = self.session.origin(of: bytes)
      self.add(self.session.placed(event, at: target, from: origin), from: origin)
    }
  }

  /// Parses events from other programs, or shows why they cannot be pasted.
  private func readEvents(in bytes: [UInt8], _ use: (EventImport) -> Void) async {
    switch await EventImport.reading(bytes) {
    case .success(let found): use(found)
    case .failure(let refusal): toasts.showToast(refusal.message(session.phrases.translator))
    }
  }

  private func add(_ copy: CalendarEvent?, from origin: CalendarID?) {
    guard let copy else { return newEventCalendar.ask() }
    if let occurrence = session.addCopy(copy, from: origin) { view.reveal(occurrence) }
  }
}
