import CGtk
import CalendarModel
import GtkSupport

// Cut, copy, paste and duplicate: the timeline says what is meant, the host has the clipboard.
extension TimelineView {
  /// What is to be done with an event and the clipboard.
  public enum Exchange: Hashable, Sendable { case cut, copy, paste, duplicate }

  /// The event that the keys are meant for: what was chosen, and not what merely has the focus since the window opened.
  public var chosenOccurrence: Occurrence? { isFocusIncidental ? nil : focusedOccurrence }

  func exchange(_ exchange: Exchange, _ occurrence: Occurrence?) {
    guard !isLifted else { return }
    popover.close()
    onExchange(exchange, occurrence)
  }

  /// Adds Paste to a menu, if there is something to paste.
  ///
  /// - Parameter group: the menu's group of actions.
  func appendPaste(to menu: OpaquePointer, of group: String) {
    if canPaste() { g_menu_append(menu, style.phrases.translator.tr("Paste"), "\(group).paste") }
  }
}
