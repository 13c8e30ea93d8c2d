import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets

/// Imports files into a calendar, with a preview and progress, and writes calendars and events to files.
@MainActor
final class WindowImportExport {
  /// The time in ms after which the progress of an import is shown. Most imports are complete by then.
  private static let progressDelay: UInt32 = 150
  /// The time in ms between two updates of the progress.
  private static let progressInterval: UInt32 = 60
  /// The maximum number of skipped files that are named.
  private static let maximumNamedFileCount = 3

  /// Whether files are being read or an import is being carried out.
  private(set) var isImporting = false { didSet { onChange() } }
  /// Called when `isImporting` has changed.
  var onChange: () -> Void = {}

  private let session: CalendarSession
  private let view: ViewStack
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts
  /// The contents of the open dialog.
  private var dialog: ImportDialog?

  init(
    _ session: CalendarSession, _ view: ViewStack, _ dialogs: WindowDialogs,
    _ toasts: WindowToasts
  ) {
    (self.session, self.view, self.dialogs, self.toasts) = (session, view, dialogs, toasts)
    view.callbacks.onExport = { [weak self] in self?.export($0) }
  }

  private var t: Translator { session.phrases.translator }

  // MARK: Importing

  /// Lets the user choose files, and imports them.
  func chooseFiles() {
    guard session.writableCalendars.first != nil else {
      return toasts.showToast(session.phrases.refusal(.noCalendar))
    }
    dialogs.choose(.files(.calendars(t)), title: t.tr("Import"), acceptLabel: t.tr("_Import")) {
      [weak self] paths in self?.importFiles(paths)
    }
  }

  /// Reads files and shows the preview.
  func importFiles(_ paths: [String]) {
    guard !isImporting else { return }
    isImporting = true
    Task {
      let files = await session.readFilesToImport(at: paths)
      isImporting = false
      guard !files.contents.objects.isEmpty else { return showNothingToImport(files) }
      await preview(files)
    }
  }

  private func showNothingToImport(_ files: FilesToImport) {
    if files.skippedFiles.count == 1, let skippedFile = files.skippedFiles.first {
      return dialogs.showMessage(t.tr("Nothing to Import"), skippedFile.line(t))
    }
    dialogs.showMessage(t.tr("Nothing to Import"), remarks(files).joined(separator: "\n"))
  }

  /// Returns what the user should know about the files before they are imported.
  private func remarks(_ files: FilesToImport) -> [String] {
    var lines: [String] = []
    let contents = files.contents
    if let unshown = session.phrases.unshownObjectsMessage(contents.counts) { lines.append(unshown) }
    lines += files.skippedFiles.prefix(Self.maximumNamedFileCount).map { $0.line(t) }
    let unnamedCount = files.skippedFiles.count - Self.maximumNamedFileCount
    if unnamedCount > 0 { lines.append(session.phrases.moreFileCount(unnamedCount)) }
    // Those with losses are named first.
    let convertedFiles = files.convertedFiles.sorted { $0.conversion > $1.conversion }
    return lines
      + convertedFiles.prefix(Self.maximumNamedFileCount).compactMap {
        session.phrases.conversionMessage($0.conversion, of: $0.name)
      }
  }

  private func preview(_ files: FilesToImport) async {
    guard let target = session.calendarForNewEvents ?? session.writableCalendars.first else {
      return toasts.showToast(session.phrases.refusal(.noCalendar))
    }
    let plan: ImportPlan
    switch await session.plan(files.contents, into: target.id) {
    case .success(let initialPlan): plan = initialPlan
    case .failure(let error): return toasts.showToast(error.importFailureMessage(t))
    }
    let summary = session.phrases.importSummary(files.contents.counts, files.contents.days)
    let dialog = ImportDialog(summary, transferOptions(chosen: target.id), session.phrases)
    self.dialog = dialog
    let body = remarks(files).joined(separator: "\n")
    let alert = dialogs.makeAlert(t.tr("Import Events"), body)
    alert.add(dialog.gtkWidget)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("import", t.tr("Import"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "import", onClose: "cancel")
    dialog.show(plan)
    alert.describe([body, dialog.text].filter { !$0.isEmpty }.joined(separator: "\n"))
    alert.setEnabled("import", !plan.isEmpty)
    dialog.onChoose = { [weak self, weak dialog] in
      guard let self, let dialog, let calendar = dialog.calendar else { return }
      dialog.show(nil)
      alert.setEnabled("import", false)
      Task {
        let result = await self.session.plan(files.contents, into: calendar)
        // The user may have chosen a different calendar in the meantime.
        guard dialog.calendar == calendar else { return }
        switch result {
        case .success(let plan):
          dialog.show(plan)
          alert.setEnabled("import", !plan.isEmpty)
        case .failure(let error): dialog.show(failure: error.importFailureMessage(self.t))
        }
      }
    }
    var wasEnterPressed = false
    dialog.onEnter = { [weak dialog] in
      guard dialog?.chosenPlan?.isEmpty == false else { return }
      wasEnterPressed = true
      alert.close()
    }
    dialogs.ask(alert) { [weak self] response in
      self?.dialog = nil
      guard response == "import" || wasEnterPressed, let calendar = dialog.calendar,
        let plan = dialog.chosenPlan,
        !plan.isEmpty
      else { return }
      // Waits until the dialog has returned the focus to the window.
      afterMilliseconds(0) {
        self?.confirmAndPerform(plan, into: calendar)
        return false
      }
    }
  }

  private func transferOptions(chosen: CalendarID) -> [TransferOption] {
    session.calendars.map { calendar in
      TransferOption(
        calendar.option, isCurrent: calendar.id == chosen,
        obstacle: !calendar.isAvailable ? .unavailable : calendar.isReadOnly ? .readOnly : nil)
    }
  }

  private func confirmAndPerform(_ plan: ImportPlan, into calendar: CalendarID) {
    Task {
      guard let consent = await session.confirmImport(of: plan, into: calendar) else {
        return toasts.showToast(t.tr("Nothing was imported"))
      }
      perform(plan, into: calendar, consent)
    }
  }

  private func perform(_ plan: ImportPlan, into calendar: CalendarID, _ consent: Consent) {
    isImporting = true
    let progress = ImportProgress()
    let progressDialog = ProgressDialog(dialogs, session.phrases, progress)
    afterMilliseconds(Self.progressDelay) { [weak self] in
      if self?.isImporting == true { progressDialog.open(every: Self.progressInterval) }
      return false
    }
    Task {
      let failure = await session.perform(plan, into: calendar, progress, consent: consent)
      isImporting = false
      progressDialog.close()
      switch failure {
      case nil: break
      // The user canceled the import.
      case ""?: toasts.showToast(t.tr("Nothing was imported"))
      case let message?: dialogs.showMessage(t.tr("Import Failed"), message)
      }
    }
  }

  // MARK: Exporting

  /// Lets the user choose one of the open calendars, and writes it to a file.
  func exportCalendar() {
    let availableCalendars = session.calendars.filter(\.isAvailable)
    guard availableCalendars.count > 1 else {
      if let calendar = availableCalendars.first { export(calendar) }
      return
    }
    let initialCalendar = session.calendarForNewEvents ?? availableCalendars[0]
    let question = CalendarQuestion(
      heading: t.tr("Export Calendar"), confirmLabel: t.tr("Export…"),
      options: availableCalendars.map { TransferOption($0.option, isCurrent: $0.id == initialCalendar.id) })
    dialogs.ask(question, session.phrases) { [weak self] id in
      if let calendar = availableCalendars.first(where: { $0.id == id }) { self?.export(calendar) }
    }
  }

  /// Writes a calendar to a file that the user chooses.
  func export(_ calendar: CalendarInfo) {
    export(.calendar(calendar.id), named: calendar.name, t.tr("Export Calendar"))
  }

  /// Writes events to a file that the user chooses; a repeating event is written with its whole series.
  private func export(_ occurrences: [Occurrence]) {
    let selections = Dictionary(grouping: occurrences.map(\.event.id), by: \.calendar)
      .mapValues { ObjectSelection(containing: $0) }
    let phrases = session.phrases
    if occurrences.count == 1, let event = occurrences.first?.event {
      export(.events(selections), named: phrases.shortTitle(event), t.tr("Export Event"))
    } else {
      let name = phrases.objectCounts([.event: occurrences.count])
      export(.events(selections), named: name, t.tr("Export Events"))
    }
  }

  private func export(_ contents: ExportContents, named name: String, _ title: String) {
    let fileName = name.replacing("/", with: "-") + ".ics"
    dialogs.choose(.calendars(t), title: title, name: fileName, acceptLabel: t.tr("_Export")) {
      [weak self] path in
      Task {
        guard let self else { return }
        self.toasts.showToast(await self.session.export(contents, to: path))
      }
    }
  }
}

/// The dialog that shows the progress of an import.
@MainActor
private final class ProgressDialog {
  private let dialogs: WindowDialogs
  private let phrases: Phrases
  private let progress: ImportProgress
  private let bar: ImportProgressBar
  private var alert: Alert?

  init(_ dialogs: WindowDialogs, _ phrases: Phrases, _ progress: ImportProgress) {
    (self.dialogs, self.phrases, self.progress) = (dialogs, phrases, progress)
    bar = ImportProgressBar(phrases)
  }

  /// Shows the dialog, and updates it at the given interval in ms.
  func open(every interval: UInt32) {
    let alert = dialogs.makeAlert(phrases.translator.tr("Importing"), "")
    self.alert = alert
    alert.add(bar.gtkWidget)
    alert.add("cancel", phrases.translator.tr("Cancel"))
    alert.setResponses(onClose: "cancel")
    dialogs.ask(alert) { [weak self] _ in
      // This closure is also called when the dialog is closed after the import, and canceling then has no
      // effect.
      self?.progress.cancel()
      self?.alert = nil
    }
    afterMilliseconds(interval) { [weak self] in
      guard let self, self.alert != nil else { return false }
      let counts = self.progress.counts
      self.bar.show(done: counts.written, total: counts.total)
      return true
    }
  }

  func close() { alert?.close() }
}

extension MainWindow {
  func installImportActions() {
    func add(_ name: String, _ handler: @escaping @MainActor (MainWindow) -> Void) {
      actions[name] = addAction(to: gtkWidget.opaque, name) { [weak self] in self.map(handler) }
    }
    add("import") { $0.importExport.chooseFiles() }
    add("open-folder") { $0.chooseFolder() }
    add("export-any-calendar") { $0.importExport.exportCalendar() }
    actions["export-calendar"] = addAction(
      to: gtkWidget.opaque, "export-calendar",
      text: { [weak self] key in
        guard let self, let calendar = self.session.calendars.first(where: { $0.id.key == key }) else {
          return
        }
        self.importExport.export(calendar)
      })
    importExport.onChange = { [weak self] in self?.updateActions() }
  }

  private func chooseFolder() {
    let t = session.phrases.translator
    dialogs.choose(.folder, title: t.tr("Open Folder"), acceptLabel: t.tr("_Open")) { [weak self] paths in
      self?.calendarOpening.open(OpenRequest(paths: paths))
    }
  }
}
