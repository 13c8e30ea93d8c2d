import CalendarSession
import CalendarStore
import UserSettings

// What the session reports.
extension MainWindow {
  func handle(_ report: SessionReport) {
    switch report {
    case .changed: contentChanged()
    case .changedExternally: contentChangedExternally()
    case .colorsChanged: colorChanged()
    case .displayChanged: calendarVisibilityChanged()
    case .zoneChanged: currentTimeMonitor.displayZoneChanged()
    case .truncated: banners.update()
    case .savedStateChanged:
      view.isSaved = session.isSaved
      banners.savedStateChanged()
    case .nextUndoChanged: toasts.dismissUndo()
    case .calendarListChanged:
      sidebar.contents?.update()
      updateActions()
    case .remembered(let calendars):
      let previous = preferences.rememberedCalendars
      preferences.rememberedCalendars = calendars
      if calendars.dismissed != previous.dismissed { sidebar.contents?.findCalendars() }
    // An earlier run may have kept changes to a calendar that has just been opened.
    case .accountsOpened:
      calendarOpening.offerPendingChanges()
      calendarOpening.calendarsWereListed()
    case .notice(let notice): show(notice)
    case .failure(let text, let canSaveCopy):
      toasts.showToast(text, button: canSaveCopy ? .saveCopy : nil)
    case .doubled(let double): doubledEventOffer.present(double)
    }
  }

  private func show(_ notice: CalendarSession.Notice) {
    toasts.showToast(
      notice.text, button: notice.canUndo ? .undo : nil, announcing: notice.announcement,
      beside: { [weak self] in
        guard let self, let id = notice.subject, let frame = self.view.frame(of: id) else { return nil }
        return (frame: frame, widget: self.view.gtkWidget)
      })
  }
}
