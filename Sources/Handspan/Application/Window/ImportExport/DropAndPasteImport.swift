import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport

/// Previews and imports the events of files that are dropped on the window, and several events or a series
/// from the clipboard.
@MainActor
final class DropAndPasteImport {
  /// Shows an event that was added.
  var reveal: (Occurrence) -> Void = { _ in }
  /// Returns whether files can be dropped now.
  var canDropFiles: () -> Bool = { true }

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts
  private let newEventCalendarPrompt: NewEventCalendarPrompt

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts,
    _ newEventCalendarPrompt: NewEventCalendarPrompt
  ) {
    (self.session, self.dialogs, self.toasts) = (session, dialogs, toasts)
    self.newEventCalendarPrompt = newEventCalendarPrompt
    onFilesDropped(window) { [weak self] paths in
      guard let self, !paths.isEmpty, self.canDropFiles() else { return false }
      Task { await self.importFiles(paths) }
      return true
    }
  }

  private func importFiles(_ paths: [String]) async {
    let t = session.phrases.translator
    let candidates = await session.readDroppedFiles(at: paths)
    if !candidates.files.isEmpty { return preview(candidates) }
    if paths.count == 1, let refusal = candidates.skippedFiles.first {
      return toasts.showToast(refusal.message(t))
    }
    showNothingAdded(
      t.trn("The file cannot be added", "None of the {count} files can be added", paths.count),
      skippedSummary(existingCount: 0, of: candidates))
  }

  /// Shows a toast that says why nothing is added, or an alert if there are details.
  private func showNothingAdded(_ notice: String, _ reasons: String) {
    guard !reasons.isEmpty else { return toasts.showToast(notice) }
    dialogs.showMessage(session.phrases.translator.tr("Nothing to Add"), notice + "\n" + reasons)
  }

  /// Shows a preview of the events to be added, and adds them when the user confirms.
  func preview(_ candidates: EventsToPreview) {
    let t = session.phrases.translator
    guard session.calendarForNewEvents != nil else {
      return newEventCalendarPrompt.ask { [weak self] in self?.preview(candidates) }
    }
    let newEvents = session.newEvents(in: candidates, for: nil)
    let count = newEvents.files.reduce(0) { $0 + $1.events.count }
    guard count > 0 else {
      return showNothingAdded(
        t.trn(
          "The event is already in your calendar", "All {count} events are already in your calendar",
          newEvents.existingCount),
        skippedSummary(existingCount: 0, of: candidates))
    }
    let heading = t.trn("Add {count} Event?", "Add {count} Events?", count)
    let alert = dialogs.makeAlert(
      heading, skippedSummary(existingCount: newEvents.existingCount, of: candidates))
    let list = EventsToAddList(
      newEvents.files, zone: session.displayZone, calendars: calendarsToChoose, phrases: session.phrases)
    alert.add(list.gtkWidget)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("add", t.tr("Add"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "add", onClose: "cancel")
    dialogs.ask(alert) { [weak self] response in
      guard let self, response == "add" else { return }
      let events = self.session.newEvents(in: candidates, for: list.chosenCalendar).files.flatMap(\.events)
      if let first = self.session.add(events) { self.reveal(first) }
    }
  }

  /// The writable calendars, the default one first.
  private var calendarsToChoose: [CalendarInfo] {
    let defaultCalendar = session.calendarForNewEvents
    return [defaultCalendar].compactMap { $0 }
      + session.writableCalendars.filter { $0.id != defaultCalendar?.id }
  }

  /// Returns a message that says which events and files will not be added, and why; empty if all will be
  /// added.
  private func skippedSummary(existingCount: Int, of candidates: EventsToPreview) -> String {
    let t = session.phrases.translator
    var sentences: [String] = []
    if existingCount > 0 {
      sentences.append(
        t.trn(
          "{count} event is already in your calendar.", "{count} events are already in your calendar.",
          existingCount))
    }
    if candidates.duplicateEventCount > 0 {
      sentences.append(
        t.trn(
          "{count} event is in more than one of the files.",
          "{count} events are in more than one of the files.",
          candidates.duplicateEventCount))
    }
    if candidates.skippedEventCount > 0 {
      sentences.append(
        t.trn("{count} event cannot be read.", "{count} events cannot be read.", candidates.skippedEventCount)
      )
    }
    if candidates.messageCount > 0 {
      sentences.append(
        t.trn(
          "{count} message about an event is left out. Use Import to let it change the event.",
          "{count} messages about events are left out. Use Import to let them change the events.",
          candidates.messageCount))
    }
    let skippedLines = candidates.skippedFiles.prefix(DropAndPasteImport.maximumNamedFileCount).map {
      $0.line(t)
    }
    let unnamedCount = candidates.skippedFiles.count - skippedLines.count
    let unnamedFiles = unnamedCount > 0 ? session.phrases.moreFileCount(unnamedCount) : ""
    let lines = [sentences.joined(separator: " ")] + skippedLines + [unnamedFiles]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The maximum number of skipped files that are named.
  private static let maximumNamedFileCount = 3
}
