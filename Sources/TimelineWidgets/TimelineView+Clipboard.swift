import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Cut, copy, paste and duplicate: the timeline says what is meant, the host has the clipboard.
extension TimelineView {
  /// The event that the keys are meant for: what was chosen, and not what merely has the focus since the window opened.
  package var chosenOccurrence: Occurrence? { state.isFocusIncidental ? nil : focusedOccurrence }

  /// Has something pasted from the clipboard.
  func paste(_ target: PasteTarget? = nil) {
    guard !isLifted else { return }
    popover.close()
    callbacks.onClipboardAction(.paste(at: target), nil)
  }

  func pasteTarget(at point: Point) -> PasteTarget {
    point.y < 0 ? .day(columns.day(atX: point.x)) : .time(viewport.time(pointedAt: point))
  }
}
