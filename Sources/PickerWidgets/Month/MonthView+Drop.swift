import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Dropping a lifted event on a day of the month calendar.
extension MonthView {
  /// Returns the days of the shown month or, while the calendar is turning, of the target month, in the
  /// coordinates of `widget`; nil while the months of a year are shown.
  package func days(relativeTo widget: WidgetPointer) -> SidebarDropTargets.Days? {
    guard !isChoosingMonth, let content = targetPage?.content,
      let area = SidebarDropTargets.Area(of: area.gtkWidget, relativeTo: widget)
    else { return nil }
    return SidebarDropTargets.Days(
      content.days, area, hasWeekNumbers: !content.weekNumbers.isEmpty, isRightToLeft: isRightToLeft)
  }

  /// Returns the buttons that turn to the previous and to the next month, in the coordinates of `widget`.
  package func turnButtons(relativeTo widget: WidgetPointer)
    -> (previous: SidebarDropTargets.Area?, next: SidebarDropTargets.Area?)
  {
    (
      SidebarDropTargets.Area(of: header.previousButton, relativeTo: widget),
      SidebarDropTargets.Area(of: header.nextButton, relativeTo: widget)
    )
  }

  /// Shows the days of a month instead of the months of a year.
  package func showDays() { setChoosingMonth(false) }

  /// Turns by a number of months.
  ///
  /// - Returns: the name of the month.
  package func turn(byMonths count: Int) -> String {
    change { $0.move(.months(count)) }
    return title(of: state.month)
  }

  /// Highlights only the day or the button over which a lifted event is held; nil removes the highlight.
  package func setDropTarget(_ sidebarTarget: SidebarDropTarget?) {
    let target: WidgetPointer? =
      switch sidebarTarget {
      case .day(let day): targetPage?.cell(of: day)?.gtkWidget
      case .turningMonths(let count): count < 0 ? header.previousButton : header.nextButton
      case .calendar, .elsewhere, nil: nil
      }
    guard target != dropTarget else { return }
    if let dropTarget { gtk_widget_remove_css_class(dropTarget, "drop-target") }
    if let target { gtk_widget_add_css_class(target, "drop-target") }
    dropTarget = target
  }
}

extension SidebarDropTargets.Area {
  /// Creates the area of a widget, in the coordinates of another one; nil if the widget is not shown.
  @MainActor
  package init?(of widget: WidgetPointer, relativeTo other: WidgetPointer) {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0, gtk_widget_compute_bounds(widget, other, &bounds) != 0 else {
      return nil
    }
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    self.init(
      left: left, top: top, right: left + Double(bounds.size.width), bottom: top + Double(bounds.size.height))
  }
}
