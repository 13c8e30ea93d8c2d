import CGtk
import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport

// Calendar files that are dropped on the window, and what is pasted and is more than one event: looked at first.
extension MainWindow {
  func installDrop() {
    onFilesDropped(pointer) { [weak self] paths in
      guard let self, let path = paths.first, !self.timeline.isLifted else { return false }
      Task { await self.importFile(path) }
      return true
    }
  }

  private func importFile(_ path: String) async {
    switch await session.contents(of: path) {
    case .success(let bytes): await take(bytes) { preview($0) }
    case .failure(let error): show(notice: error.message(phrases.translator.tr))
    }
  }

  /// Shows what would be added, and to which calendar; adds it when told to.
  func preview(_ found: EventImport) {
    let t = phrases.translator
    guard session.calendarForNewEvents != nil else { return show(notice: phrases.refusal(.noCalendar)) }
    let news = session.news(in: found, for: nil)
    guard !news.events.isEmpty else {
      return show(
        notice: t.trn(
          "The event is in your calendar already", "All {count} events are in your calendar already",
          news.known))
    }
    let heading = t.trn("Add {count} Event?", "Add {count} Events?", news.events.count)
    let widget = created(
      adw_message_dialog_new(
        pointer.as(GtkWindow.self), heading, leftOut(known: news.known, skipped: found.skipped)))
    let dialog = widget.as(AdwMessageDialog.self)
    let list = ImportPreview(
      news.events, zone: session.displayZone, calendars: calendarsToChoose, phrases: phrases)
    adw_message_dialog_set_extra_child(dialog, list.pointer)
    adw_message_dialog_add_response(dialog, "cancel", t.tr("Cancel"))
    adw_message_dialog_add_response(dialog, "add", t.tr("Add"))
    adw_message_dialog_set_response_appearance(dialog, "add", ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog, "add")
    adw_message_dialog_set_close_response(dialog, "cancel")
    onText(widget.opaque, "response") { [weak self] response in
      guard let self, response == "add" else { return }
      self.show(added: self.session.news(in: found, for: list.calendar).events)
    }
    gtk_window_present(widget.as(GtkWindow.self))
  }

  /// The calendars that can be written, the usual one first.
  private var calendarsToChoose: [CalendarInfo] {
    let usual = session.calendarForNewEvents
    return [usual].compactMap { $0 } + session.writableCalendars.filter { $0.id != usual?.id }
  }

  /// What is not among the events that would be added, and why; empty if all are.
  private func leftOut(known: Int, skipped: Int) -> String {
    let t = phrases.translator
    var sentences: [String] = []
    if known > 0 {
      sentences.append(
        t.trn("{count} is in your calendar already.", "{count} are in your calendar already.", known))
    }
    if skipped > 0 {
      sentences.append(t.trn("{count} cannot be read.", "{count} cannot be read.", skipped))
    }
    return sentences.joined(separator: " ")
  }
}
