import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Cut, copy, paste and duplicate. The timeline reports what the user wants; the host has the clipboard.
extension TimelineView {
  /// The event that keyboard actions apply to: one that the user has selected, not one that merely got the
  /// focus when the window opened.
  package var chosenOccurrence: Occurrence? { state.isFocusIncidental ? nil : focusedOccurrence }

  /// Requests a paste from the clipboard.
  func paste(_ target: PasteTarget? = nil) {
    guard !isLifted else { return }
    popover.close()
    callbacks.onClipboardAction(.paste(at: target), nil)
  }

  func pasteTarget(at point: Point) -> PasteTarget {
    point.y < 0 ? .day(columns.day(atX: point.x)) : .time(viewport.time(pointedAt: point))
  }
}
