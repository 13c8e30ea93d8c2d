import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The month calendar as a destination of a lifted event.
extension MonthView {
  /// Returns the days of the shown month, or of the one that is being turned to, in px of `widget`; nil while the months
  /// of a year are shown.
  package func days(relativeTo widget: WidgetPointer) -> SidebarPlaces.Days? {
    guard !isChoosingMonth, let content = targetPage?.content,
      let area = SidebarPlaces.Area(of: area.gtkWidget, relativeTo: widget)
    else { return nil }
    return SidebarPlaces.Days(
      content.days, area, hasWeekNumbers: !content.weekNumbers.isEmpty, isRightToLeft: isRightToLeft)
  }

  /// Returns the buttons that turn to the previous and to the next month, in px of `widget`.
  package func turnButtons(relativeTo widget: WidgetPointer)
    -> (previous: SidebarPlaces.Area?, next: SidebarPlaces.Area?)
  {
    (
      SidebarPlaces.Area(of: header.previous, relativeTo: widget),
      SidebarPlaces.Area(of: header.next, relativeTo: widget)
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

  /// Highlights the day or the button that a lifted event is held over, and nothing else.
  package func setDropTarget(_ place: SidebarPlace?) {
    let target: WidgetPointer? =
      switch place {
      case .day(let day): targetPage?.cell(of: day)?.gtkWidget
      case .turningMonths(let count): count < 0 ? header.previous : header.next
      case .calendar, .elsewhere, nil: nil
      }
    guard target != dropTarget else { return }
    if let dropTarget { gtk_widget_remove_css_class(dropTarget, "drop-target") }
    if let target { gtk_widget_add_css_class(target, "drop-target") }
    dropTarget = target
  }
}

extension SidebarPlaces.Area {
  /// Returns the area of a widget in px of another one; nil if the widget is not shown.
  @MainActor
  package init?(of part: WidgetPointer, relativeTo widget: WidgetPointer) {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(part) != 0, gtk_widget_compute_bounds(part, widget, &bounds) != 0 else {
      return nil
    }
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    self.init(
      left: left, top: top, right: left + Double(bounds.size.width), bottom: top + Double(bounds.size.height))
  }
}
