import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// Shows the bar of the selected events, and carries out the actions of its buttons.
@MainActor
final class WindowSelection {
  private let session: CalendarSession
  private let view: ViewStack
  private let moveDialogs: EventMoveDialogs
  /// The bar, created when events are first selected.
  private var bar: SelectionBar?
  /// The widget that contains the bar.
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private var selectedEvents: [Occurrence] = []
  /// Whether the editor is open. If it is, the bar is hidden.
  var isEditing = false { didSet { if isEditing != oldValue { update() } } }

  init(_ session: CalendarSession, _ view: ViewStack, _ moveDialogs: EventMoveDialogs) {
    (self.session, self.view, self.moveDialogs) = (session, view, moveDialogs)
    gtk_widget_set_visible(gtkWidget, 0)
    view.callbacks.onSelectionChanged = { [weak self] in
      self?.selectedEvents = $0
      self?.update()
    }
  }

  private func makeBar() -> SelectionBar {
    let bar = SelectionBar(session.phrases)
    bar.onCommand = { [weak self] in self?.perform($0) }
    gtk_box_append(gtkWidget.as(GtkBox.self), bar.gtkWidget)
    gtk_widget_set_visible(gtkWidget, 1)
    self.bar = bar
    return bar
  }

  /// Updates the bar after the selection, the shown days or the calendars have changed.
  func update() {
    let count = isEditing ? 0 : selectedEvents.count
    guard let bar = bar ?? (count > 0 ? makeBar() : nil) else { return }
    let hadFocus = bar.hasFocus
    let days = TimeSpan(days: view.shownDays)
    let hiddenCount = selectedEvents.count { !$0.span.overlaps(days) }
    bar.show(
      count: count, hiddenCount: hiddenCount,
      canChange: selectedEvents.contains { session.refusal(for: $0) == nil },
      hasOtherCalendars: moveDialogs.hasOtherCalendars, textSize: view.textSize, session.phrases)
    if hadFocus, selectedEvents.isEmpty { view.takeFocus() }
  }

  private func perform(_ command: SelectionBar.Command) {
    guard let bar, !view.isEventLifted else { return }
    switch command {
    case .cancel: view.perform(.cancel())
    case .delete: view.perform(.delete)
    case .date: if let occurrence = view.primaryOccurrence { view.callbacks.onMoveToDate(occurrence) }
    case .calendar: view.callbacks.onMoveSelectionToCalendar(selectedEvents)
    case .color:
      let colors = Set(selectedEvents.map(\.event.color))
      ColorChooser.open(
        on: bar.colorButton, session.phrases, colors: session.phrases.eventColors,
        selected: colors.count == 1 ? colors.first ?? nil : nil,
        returnFocus: { [bar] in _ = gtk_widget_grab_focus(bar.colorButton) }
      ) { [view] color in view.perform(.set([.color(color.color)])) }
    }
  }
}
