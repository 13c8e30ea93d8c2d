import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport

/// Imports calendar files that are dropped on the window, and pasted text with more than one event, after a
/// preview.
@MainActor
final class WindowImport {
  /// Shows an event that was added.
  var reveal: (Occurrence) -> Void = { _ in }
  /// Returns whether files can be dropped now.
  var allowsActions: () -> Bool = { true }

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts
  private let newEventCalendar: NewEventCalendar

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts,
    _ newEventCalendar: NewEventCalendar
  ) {
    (self.session, self.dialogs, self.toasts) = (session, dialogs, toasts)
    self.newEventCalendar = newEventCalendar
    onFilesDropped(window) { [weak self] paths in
      guard let self, !paths.isEmpty, self.allowsActions() else { return false }
      Task { await self.importFiles(paths) }
      return true
    }
  }

  private func importFiles(_ paths: [String]) async {
    let t = session.phrases.translator
    let dropped = await session.read(dropped: paths)
    if !dropped.files.isEmpty { return preview(dropped) }
    if paths.count == 1, let refusal = dropped.refusals.first { return toasts.showToast(refusal.message(t)) }
    showNothingAdded(
      t.trn("The file cannot be added", "None of the {count} files can be added", paths.count),
      skippedSummary(existingCount: 0, of: dropped))
  }

  /// Shows why nothing is added, in a toast, or in an alert if there are details.
  private func showNothingAdded(_ notice: String, _ reasons: String) {
    guard !reasons.isEmpty else { return toasts.showToast(notice) }
    dialogs.showMessage(session.phrases.translator.tr("Nothing to Add"), notice + "\n" + reasons)
  }

  /// Shows a preview of the events to be added, and adds them when the user confirms.
  func preview(_ dropped: DroppedFiles) {
    let t = session.phrases.translator
    guard session.calendarForNewEvents != nil else {
      return newEventCalendar.ask { [weak self] in self?.preview(dropped) }
    }
    let newEvents = session.newEvents(in: dropped, for: nil)
    let count = newEvents.files.reduce(0) { $0 + $1.events.count }
    guard count > 0 else {
      return showNothingAdded(
        t.trn(
          "The event is already in your calendar", "All {count} events are already in your calendar",
          newEvents.existingCount),
        skippedSummary(existingCount: 0, of: dropped))
    }
    let heading = t.trn("Add {count} Event?", "Add {count} Events?", count)
    let alert = dialogs.alert(heading, skippedSummary(existingCount: newEvents.existingCount, of: dropped))
    let list = ImportPreview(
      newEvents.files, zone: session.displayZone, calendars: calendarsToChoose, phrases: session.phrases)
    alert.add(list.pointer)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("add", t.tr("Add"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "add", onClose: "cancel")
    dialogs.ask(alert) { [weak self] response in
      guard let self, response == "add" else { return }
      let events = self.session.newEvents(in: dropped, for: list.calendar).files.flatMap(\.events)
      if let first = self.session.add(events) { self.reveal(first) }
    }
  }

  /// The writable calendars, the default one first.
  private var calendarsToChoose: [CalendarInfo] {
    let defaultCalendar = session.calendarForNewEvents
    return [defaultCalendar].compactMap { $0 }
      + session.writableCalendars.filter { $0.id != defaultCalendar?.id }
  }

  /// A text about the events and files that would not be added, and why; empty if all would.
  private func skippedSummary(existingCount: Int, of dropped: DroppedFiles) -> String {
    let t = session.phrases.translator
    var sentences: [String] = []
    if existingCount > 0 {
      sentences.append(
        t.trn("{count} is already in your calendar.", "{count} are already in your calendar.", existingCount))
    }
    if dropped.repeated > 0 {
      sentences.append(
        t.trn(
          "{count} is in more than one of the files.", "{count} are in more than one of the files.",
          dropped.repeated))
    }
    if dropped.skipped > 0 {
      sentences.append(t.trn("{count} cannot be read.", "{count} cannot be read.", dropped.skipped))
    }
    let shown = dropped.refusals.prefix(WindowImport.maximumRefusals).map { $0.line(t) }
    let more = dropped.refusals.count - shown.count
    let lines = [sentences.joined(separator: " ")] + shown + [more > 0 ? session.phrases.more(more) : ""]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The maximum number of skipped files that are named.
  private static let maximumRefusals = 3
}
