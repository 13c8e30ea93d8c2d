import CGtk
import GtkSupport

// The connections between the search and the other parts of the window.
extension MainWindow {
  func connectSearch() {
    search.onChange = { [weak self] in
      guard let self else { return }
      if let action = self.actions["search"] {
        g_simple_action_set_state(action, g_variant_new_boolean(self.search.isOpen.gboolean))
      }
      self.updateActions()
      self.updateSidebarPlacement()
    }
  }
}
