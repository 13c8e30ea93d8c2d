import CGtk
import GtkSupport

// The connections between the search and the other parts of the window.
extension MainWindow {
  func connectSearch() {
    search.onLeave = { [weak self] in self?.panes.moveFocus(forward: true) }
    search.onChange = { [weak self] in
      guard let self else { return }
      if let action = self.actions["search"] {
        g_simple_action_set_state(action, g_variant_new_boolean(self.search.isOpen.gboolean))
      }
      self.updateActions()
      self.updateSidebarPlacement()
      // In a window that has become narrow, the search covers the editor.
      if self.search.coversTimeline, self.editor.isOpen {
        self.editor.close()
        self.search.takeFocus()
      }
    }
  }

  /// Opens the search, or closes it if it has the focus. A sidebar that covers the view is closed first.
  func toggleSearch() {
    let wasCovered = sidebar.coversView && search.isOpen
    sidebar.closeIfCoveringView()
    if wasCovered { search.takeFocus() } else { search.toggle() }
  }
}
