import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// The dialogs that rename, create and remove calendars.
@MainActor
final class CalendarDialogs {
  /// Called after a calendar was created.
  var onCreated: (CalendarID) -> Void = { _ in }

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let calendarOpening: CalendarOpening
  private let closing: WindowClosing

  init(
    _ session: CalendarSession, _ dialogs: WindowDialogs, _ calendarOpening: CalendarOpening,
    _ closing: WindowClosing
  ) {
    (self.session, self.dialogs, self.calendarOpening, self.closing) = (
      session, dialogs, calendarOpening, closing
    )
  }

  private var translator: Translator { session.phrases.translator }

  // MARK: Renaming

  /// Asks for a new name, or says why the calendar cannot be renamed.
  func rename(_ calendar: CalendarInfo) {
    guard !dialogs.hasOpenAlert else { return }
    let t = translator
    Task {
      if let reason = await session.renameRefusal(of: calendar) {
        return dialogs.showMessage(
          t.tr("“{calendar}” Cannot Be Renamed", ["calendar": calendar.name]), reason)
      }
      guard !dialogs.hasOpenAlert else { return }
      let alert = dialogs.makeAlert(t.tr("Rename Calendar"), "")
      let entry = NameEntry(t, text: calendar.name)
      alert.add(entry.gtkWidget)
      askForName(alert, entry, confirm: ("rename", t.tr("Rename")), isValid: { $0 != calendar.name }) {
        [session] name in
        Task { await session.rename(calendar.id, to: name) }
      }
    }
  }

  /// Shows an alert with an entry for a name. The button that confirms the name is enabled only while the
  /// name is valid.
  private func askForName(
    _ alert: Alert, _ entry: NameEntry, confirm: (id: String, label: String),
    isValid: @escaping @MainActor (String) -> Bool, then handler: @escaping @MainActor (String) -> Void
  ) {
    alert.add("cancel", translator.tr("Cancel"))
    alert.add(confirm.id, confirm.label, ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: confirm.id, onClose: "cancel")
    let update = { [weak entry] in
      guard let entry else { return }
      alert.setEnabled(confirm.id, !entry.name.isEmpty && isValid(entry.name))
    }
    update()
    entry.onType = update
    entry.focusWhenShown()
    dialogs.ask(alert) { response in
      let name = entry.name
      // Waits until the dialog has returned the focus to the window.
      afterMilliseconds(0) {
        if response == confirm.id { handler(name) }
        return false
      }
    }
  }

  // MARK: New calendars

  /// Asks for the name and the color of a new calendar, and creates it.
  func create() {
    guard !dialogs.hasOpenAlert else { return }
    let t = translator
    let alert = dialogs.makeAlert(
      t.tr("New Calendar"), t.tr("The calendar will be stored on this computer."))
    let entry = NameEntry(t)
    let colors = ColorGrid(session.phrases, selected: session.colorOfNewCalendar)
    gtk_widget_set_halign(colors.gtkWidget, GTK_ALIGN_CENTER)
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    for child in [entry.gtkWidget, colors.gtkWidget] { gtk_box_append(box.as(GtkBox.self), child) }
    alert.add(box)
    askForName(alert, entry, confirm: ("create", t.tr("Create")), isValid: { _ in true }) {
      [weak self] name in
      self?.create(named: name, colors.selected)
    }
  }

  private func create(named name: String, _ color: EventColor?) {
    Task {
      // The new calendar replaces the sample, like any other calendar that is opened.
      if session.source.isSample {
        guard let path = await session.createFolder(named: name, color: color) else { return }
        return calendarOpening.open(OpenRequest(paths: [path]))
      }
      guard let calendar = await session.createCalendar(named: name, color: color) else { return }
      onCreated(calendar.id)
    }
  }

  // MARK: The Trash

  /// Asks whether to move a calendar to the Trash.
  func moveToTrash(_ calendar: CalendarInfo) {
    guard !dialogs.hasOpenAlert, let path = calendar.location.path else { return }
    let t = translator
    Task {
      let otherCount = await session.countOtherItems(of: calendar.id)
      guard !dialogs.hasOpenAlert else { return }
      var lines = [
        t.trn(
          "It has {count} event and is at “{path}”.", "It has {count} events and is at “{path}”.",
          calendar.eventCount, ["path": path])
      ]
      if otherCount > 0 {
        lines.append(
          t.trn(
            "Its folder also contains {count} other file or folder, which will also be moved.",
            "Its folder also contains {count} other files and folders, which will also be moved.", otherCount)
        )
      }
      lines.append(t.tr("You can undo this, or restore the calendar from the Trash in Files."))
      let alert = dialogs.makeAlert(
        t.tr("Move “{calendar}” to the Trash?", ["calendar": calendar.name]), lines.joined(separator: "\n\n"))
      alert.add("cancel", t.tr("Cancel"))
      alert.add("trash", t.tr("Move to Trash"), ADW_RESPONSE_DESTRUCTIVE)
      alert.setResponses(onClose: "cancel")
      dialogs.ask(alert) { [weak self] response in
        if response == "trash" { self?.moveToTrashNow(calendar) }
      }
    }
  }

  private func moveToTrashNow(_ calendar: CalendarInfo) {
    Task {
      closing.closeEditor()
      closing.endInteraction()
      let reason = await session.moveToTrash(calendar)
      guard let reason else { return }
      dialogs.showMessage(
        translator.tr("“{calendar}” Was Not Moved to the Trash", ["calendar": calendar.name]), reason)
    }
  }
}
