import CGtk
import CalendarText
import GtkSupport

/// The parts of a window between which F6 moves the focus, in the order of Tab.
@MainActor
final class WindowPanes {
  struct Pane {
    /// Returns the pane's widget; nil if it has not been shown yet.
    let widget: @MainActor () -> WidgetPointer?
    /// Returns whether the pane is shown and can have the focus.
    var isAvailable: @MainActor () -> Bool = { true }
    let takeFocus: @MainActor () -> Void
  }

  private let panes: [Pane]

  init(_ panes: [Pane]) { self.panes = panes }

  /// Moves the focus to the next or previous pane, beginning again after the last one.
  func moveFocus(forward isForward: Bool) {
    let currentIndex = panes.firstIndex { $0.widget().map(containsFocus) ?? false }
    for offset in 1...panes.count {
      let index = (currentIndex ?? (isForward ? -1 : panes.count)) + (isForward ? offset : -offset)
      let pane = panes[(index % panes.count + panes.count) % panes.count]
      guard let widget = pane.widget(), gtk_widget_get_mapped(widget) != 0, pane.isAvailable() else {
        continue
      }
      return pane.takeFocus()
    }
  }

  private func containsFocus(_ widget: WidgetPointer) -> Bool {
    FocusedWidget.isIn(widget) || FocusedWidget.inWindow(of: widget) == widget
  }
}

extension MainWindow {
  /// The header bar, the sidebar, the view or the empty state, the search and the bar of the selected events.
  func makePanes() -> WindowPanes {
    func pane(_ widget: WidgetPointer) -> WindowPanes.Pane {
      .init(widget: { widget }) { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
    }
    return WindowPanes([
      pane(header.gtkWidget),
      .init(
        widget: { [weak self] in self?.sidebar.panel },
        isAvailable: { [weak self] in self?.sidebar.isOpen ?? false },
        takeFocus: { [weak self] in self?.sidebar.contents?.takeFocus() }),
      .init(
        widget: { [weak self] in self?.shownContents },
        isAvailable: { [weak self] in
          self.map { !$0.sidebar.coversView && !$0.search.coversTimeline } ?? false
        }, takeFocus: { [weak self] in self?.takeFocus() }),
      .init(
        widget: { [weak self] in self?.search.gtkWidget },
        isAvailable: { [weak self] in self.map { $0.search.isOpen && !$0.sidebar.coversView } ?? false },
        takeFocus: { [weak self] in self?.search.takeFocus() }),
      pane(selection.gtkWidget), pane(header.bottomBar),
    ])
  }
}
