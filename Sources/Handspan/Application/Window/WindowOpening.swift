import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

// Opening calendars in place of what is open.
extension MainWindow {
  /// Opens what was asked for, after what was asked for before.
  func open(_ request: OpenRequest) {
    let previous = opening
    opening = Task {
      await previous?.value
      await carryOut(request)
    }
  }

  private func carryOut(_ request: OpenRequest) async {
    if let view = request.view { show(view) }
    if request.paths.isEmpty, !request.isSample, session.source != .nothing {
      // The window was called; what it shows is open already.
      if let date = request.date { timeline.show(date) }
      return
    }
    guard await mayReplace(), !isClosing else { return }
    let wanted: (paths: [String], source: CalendarSession.Source)
    do throws(OpeningFailure) {
      wanted = try choose(request)
    } catch {
      show(notice: error.text)
      return
    }
    if session.source == .nothing, let date = request.date { timeline.show(date) }
    // It offers to undo what is no longer there.
    dismissToast()
    await session.open(wanted.paths, as: wanted.source)
    // What could not be opened, because there is nothing of that name, is no calendar to wait for the next time.
    let opened = session.calendars.map(\.id.key)
    if wanted.source == .chosen, !opened.isEmpty {
      preferences[Preferences.lastOpened] = opened
      for path in session.calendars.compactMap(\.location.path) { addRecent(path) }
    }
    timeline.show(request.date ?? today)
    timeline.scrollToOpening()
    timeline.takeFocus()
    Task { await offerPending() }
  }

  /// Ends what is in hand; asks before anything is lost.
  private func mayReplace() async -> Bool {
    guard session.source != .nothing, let reason = await settle().first else { return true }
    return await askAboutLoss(reason, button: phrases.translator.tr("Open without saving")) == .lose
  }

  /// Why there is nothing to open, in words.
  private struct OpeningFailure: Error {
    let text: String
  }

  /// What a request comes to: which paths, and where they come from.
  private func choose(
    _ request: OpenRequest
  ) throws(OpeningFailure) -> (paths: [String], source: CalendarSession.Source) {
    let t = phrases.translator
    if request.isSample {
      do {
        let file = try SampleCalendar.write(today: request.date ?? today, tr: { t.tr($0) })
        return ([file.path], .sample(file: file))
      } catch {
        throw OpeningFailure(
          text: t.tr(
            "The sample could not be written: {reason}", ["reason": SampleCalendar.reason(error)]))
      }
    }
    if !request.paths.isEmpty { return (request.paths, .chosen) }
    // Those that are not there stay: they may be on something that is not mounted yet. The store finds out, for here
    // a server that does not answer would hold up the window.
    let last = preferences[Preferences.lastOpened]
    if !last.isEmpty { return (last, .own) }
    do throws(StoreError) {
      return ([try UserFolders.personalCalendar()], .own)
    } catch {
      throw OpeningFailure(text: error.message(t.tr))
    }
  }

  private func addRecent(_ path: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
  }
}
