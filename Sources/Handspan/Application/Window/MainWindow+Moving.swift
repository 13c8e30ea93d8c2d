import CalendarModel
import GtkSupport
import TimelineWidgets

// The actions that move the selected events to a date or to a calendar.
extension MainWindow {
  func installMovingActions() {
    addMovingAction("move-to-date") { $0.view.askForDate(of: $1) }
    addMovingAction("move-to-calendar") { $0.view.askForCalendar(of: $1) }
  }

  private func addMovingAction(_ name: String, _ body: @escaping @MainActor (MainWindow, Occurrence) -> Void)
  {
    actions[name] = addAction(to: gtkWidget.opaque, name) { [weak self] in
      guard let self, self.allowsActions, !self.editor.isOpen, !self.view.isNamingEvent,
        let occurrence = self.view.primaryOccurrence
      else { return }
      body(self, occurrence)
    }
  }
}
