import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport

// Calendar files that are dropped on the window, and what is pasted and is more than one event: looked at first.
extension MainWindow {
  func installDrop() {
    onFilesDropped(pointer) { [weak self] paths in
      guard let self, !paths.isEmpty, self.isFree else { return false }
      Task { await self.importFiles(paths) }
      return true
    }
  }

  private func importFiles(_ paths: [String]) async {
    let t = phrases.translator
    var dropped = DroppedFiles()
    for path in paths {
      switch await read(path, into: dropped) {
      case .success(let more): dropped = more
      case .failure(let left) where paths.count == 1: return show(notice: left.reason)
      case .failure(let left): dropped.refusals.append(left.line(t))
      }
    }
    if !dropped.files.isEmpty { return preview(dropped) }
    tell(
      t.trn("The file cannot be added", "None of the {count} files can be added", paths.count),
      leftOut(known: 0, of: dropped))
  }

  /// Tells why nothing is added: in passing, or until it is closed where there is more to read.
  private func tell(_ notice: String, _ reasons: String) {
    guard !reasons.isEmpty else { return show(notice: notice) }
    let t = phrases.translator
    let alert = Alert(t.tr("Nothing to Add"), notice + "\n" + reasons, over: pointer.as(GtkWindow.self))
    alert.add("close", t.tr("Close"))
    ask(alert)
  }

  /// A file that is left out, and why.
  private struct LeftOut: Error {
    let name: String
    let reason: String

    func line(_ t: Translator) -> String {
      t.tr("“{file}” is left out: {reason}", ["file": name, "reason": reason])
    }
  }

  private func read(_ path: String, into dropped: DroppedFiles) async -> Result<DroppedFiles, LeftOut> {
    let t = phrases.translator
    let name = CalendarLocation.path(path).lastName
    switch await session.contents(of: path) {
    case .failure(let error): return .failure(LeftOut(name: name, reason: error.message(t.tr)))
    case .success(let bytes):
      var dropped = dropped
      do throws(ImportRefusal) {
        try dropped.take(await MainWindow.events(in: bytes).get(), named: name, size: bytes.count)
        return .success(dropped)
      } catch {
        return .failure(LeftOut(name: name, reason: error.messageOfFile(t)))
      }
    }
  }

  /// Shows what would be added, and to which calendar; adds it when told to.
  func preview(_ dropped: DroppedFiles) {
    let t = phrases.translator
    guard session.calendarForNewEvents != nil else {
      return askForCalendar { [weak self] in self?.preview(dropped) }
    }
    let news = session.news(in: dropped, for: nil)
    let count = news.files.reduce(0) { $0 + $1.events.count }
    guard count > 0 else {
      return tell(
        t.trn(
          "The event is in your calendar already", "All {count} events are in your calendar already",
          news.known),
        leftOut(known: 0, of: dropped))
    }
    let heading = t.trn("Add {count} Event?", "Add {count} Events?", count)
    let alert = Alert(heading, leftOut(known: news.known, of: dropped), over: pointer.as(GtkWindow.self))
    let list = ImportPreview(
      news.files, zone: session.displayZone, calendars: calendarsToChoose, phrases: phrases)
    alert.add(list.pointer)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("add", t.tr("Add"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "add", onClose: "cancel")
    ask(alert) { [weak self] response in
      guard let self, response == "add" else { return }
      self.show(added: self.session.news(in: dropped, for: list.calendar).files.flatMap(\.events))
    }
  }

  /// The calendars that can be written, the usual one first.
  private var calendarsToChoose: [CalendarInfo] {
    let usual = session.calendarForNewEvents
    return [usual].compactMap { $0 } + session.writableCalendars.filter { $0.id != usual?.id }
  }

  /// What is not among the events that would be added, and why; empty if all are.
  private func leftOut(known: Int, of dropped: DroppedFiles) -> String {
    let t = phrases.translator
    var sentences: [String] = []
    if known > 0 {
      sentences.append(
        t.trn("{count} is in your calendar already.", "{count} are in your calendar already.", known))
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
    let shown = dropped.refusals.prefix(MainWindow.mostRefusals)
    let more = dropped.refusals.count - shown.count
    let lines = [sentences.joined(separator: " ")] + shown + [more > 0 ? phrases.more(more) : ""]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The most files of which it is told one by one that they are left out.
  private static let mostRefusals = 3
}
