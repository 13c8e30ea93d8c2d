import CGtk
import CalendarDocument
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

/// The contents of the dialog that previews an import: what the files contain, what the import would do with
/// the events, and the calendars to choose from.
@MainActor
final class ImportDialog {
  let gtkWidget: WidgetPointer = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
  /// Called when a different calendar has been chosen.
  var onChoose: () -> Void = {}
  /// Called when the user has pressed Enter on a calendar.
  var onEnter: () -> Void = {}
  /// Whether events that have changed are updated.
  private var updatesEvents = true
  /// Whether canceled events are removed. By default, they stay and are marked.
  private var removesCanceledEvents = false
  /// The chosen calendar.
  var calendar: CalendarID? { calendarList.chosen }

  private let phrases: Phrases
  private let summaryLabel: WidgetPointer
  private let countsLabel = nonNull(gtk_label_new(nil))
  private let calendarList: CalendarList
  private let updateCheckButton = nonNull(gtk_check_button_new())
  private let removalCheckButton = nonNull(gtk_check_button_new())
  private var plan: ImportPlan?
  /// The reason why nothing can be imported into the chosen calendar; nil if there is none.
  private var failure: String?

  /// - Parameters:
  ///   - summary: the number of events, and the first and the last date.
  ///   - calendars: the calendars to choose from.
  init(_ summary: String, _ calendars: [TransferOption], _ phrases: Phrases) {
    self.phrases = phrases
    calendarList = CalendarList(calendars, phrases)
    summaryLabel = nonNull(gtk_label_new(summary))
    gtk_widget_add_css_class(countsLabel, "dim-label")
    let labelBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
    for label in [summaryLabel, countsLabel] {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      gtk_box_append(labelBox.as(GtkBox.self), label)
    }
    let t = phrases.translator
    gtk_check_button_set_label(
      updateCheckButton.as(GtkCheckButton.self), t.tr("Update events that have changed"))
    gtk_check_button_set_active(updateCheckButton.as(GtkCheckButton.self), 1)
    gtk_check_button_set_label(
      removalCheckButton.as(GtkCheckButton.self), t.tr("Remove events that are canceled"))
    Accessible.setDescription(removalCheckButton, t.tr("Otherwise, they stay and are marked as canceled."))
    for child in [updateCheckButton, removalCheckButton] { gtk_widget_set_visible(child, 0) }
    for child in [labelBox, calendarList.gtkWidget, updateCheckButton, removalCheckButton] {
      gtk_box_append(gtkWidget.as(GtkBox.self), child)
    }
    for button in [updateCheckButton, removalCheckButton] {
      onSignal(button.opaque, "toggled") { [weak self] in self?.readCheckButtons() }
    }
    calendarList.onChoose = { [weak self] in self?.onChoose() }
    calendarList.onEnter = { [weak self] in self?.onEnter() }
    calendarList.takeFocusWhenShown()
  }

  /// Shows what a plan would change in the chosen calendar; nil while the plan is being prepared.
  func show(_ plan: ImportPlan?) {
    (self.plan, failure) = (plan, nil)
    gtk_widget_set_visible(updateCheckButton, (plan?.updates.isEmpty == false).gboolean)
    gtk_widget_set_visible(removalCheckButton, (plan?.cancelsEvents == true).gboolean)
    showCounts()
  }

  /// Shows why nothing can be imported into the chosen calendar.
  func show(failure: String) {
    show(nil)
    self.failure = failure
    showCounts()
  }

  /// The plan to carry out.
  var chosenPlan: ImportPlan? {
    guard updatesEvents else { return plan?.withoutUpdates() }
    return removesCanceledEvents ? plan?.removingCanceled() : plan
  }

  private func readCheckButtons() {
    updatesEvents = gtk_check_button_get_active(updateCheckButton.as(GtkCheckButton.self)) != 0
    removesCanceledEvents = gtk_check_button_get_active(removalCheckButton.as(GtkCheckButton.self)) != 0
    // A cancellation is an update.
    gtk_widget_set_sensitive(removalCheckButton, updatesEvents.gboolean)
    showCounts()
  }

  private func showCounts() {
    let oldText = String(cString: gtk_label_get_text(countsLabel.opaque))
    let resultText =
      failure
      ?? chosenPlan.map { plan in
        // The dialog has room for a few.
        let messages = plan.ignoredMessages.prefix(3).map(phrases.explanation)
        return ([phrases.importCounts(plan.counts)] + messages).joined(separator: "\n")
      }
    let text = resultText ?? phrases.translator.tr("Comparing…")
    gtk_label_set_text(countsLabel.opaque, text)
    // Screen readers read the first counts when the dialog opens, so only later ones are announced: on behalf of the
    // focused widget, because Orca ignores what other widgets announce.
    if resultText != nil, !oldText.isEmpty, oldText != text {
      let focused = FocusedWidget.accessibleFocus(inWindowOf: countsLabel)
      Accessible.announce(text, on: focused ?? countsLabel)
    }
  }

  /// What the dialog shows about the files and the import.
  var text: String {
    [summaryLabel, countsLabel].map { String(cString: gtk_label_get_text($0.opaque)) }.joined(separator: "\n")
  }
}

/// The contents of the dialog that shows the progress of an import.
@MainActor
final class ImportProgressBar {
  let gtkWidget: WidgetPointer = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  private let bar = nonNull(gtk_progress_bar_new())
  private let label = nonNull(gtk_label_new(nil))
  private let phrases: Phrases

  init(_ phrases: Phrases) {
    self.phrases = phrases
    gtk_widget_add_css_class(label, "numeric")
    Accessible.setLabel(bar, phrases.translator.tr("Progress"))
    for child in [bar, label] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
    show(done: 0, total: 0)
  }

  func show(done: Int, total: Int) {
    gtk_progress_bar_set_fraction(bar.opaque, total > 0 ? Double(done) / Double(total) : 0)
    let text = total > 0 ? phrases.progress(done, of: total) : phrases.translator.tr("Preparing…")
    gtk_label_set_text(label.opaque, text)
    Accessible.setDescription(bar, text)
  }
}
