import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

// The header, and the months of a year, which replace the days while the title button is active.
extension MonthView {
  func connectHeader() {
    header.onTurn = { [weak self] count in
      guard let self else { return }
      self.change { $0.move(.months(self.isChoosingMonth ? 12 * count : count)) }
    }
    header.onToday = { [weak self] in
      guard let self, let today = self.today else { return }
      self.setChoosingMonth(false)
      self.turn(to: today)
      self.focusCursor()
    }
    header.onToggle = { [weak self] isChoosingMonth in
      self?.setChoosingMonth(isChoosingMonth)
      if isChoosingMonth, let self { self.monthChooser?.takeFocus(month: self.state.month.number) }
    }
    gtk_widget_set_visible(header.todayButton, 0)
  }

  /// Whether the months of a year are shown instead of the days of a month.
  var isChoosingMonth: Bool { monthChooser.map { gtk_widget_get_child_visible($0.gtkWidget) != 0 } ?? false }

  /// Shows the months of a year, or the days of a month.
  func setChoosingMonth(_ isChoosing: Bool) {
    guard isChoosing != isChoosingMonth else { return }
    let chooser = monthChooser ?? makeMonthChooser()
    gtk_widget_set_child_visible(chooser.gtkWidget, isChoosing.gboolean)
    for widget in [weekdayRow, pageArea.gtkWidget] {
      gtk_widget_set_child_visible(widget, (!isChoosing).gboolean)
    }
    header.setChoosingMonth(isChoosing)
    gtk_widget_queue_allocate(gtkWidget)
    update()
  }

  private func makeMonthChooser() -> MonthChooser {
    let chooser = MonthChooser(phrases: style.phrases)
    chooser.onChoose = { [weak self] number in
      guard let self else { return }
      let month = Month(ordinal: self.state.month.year * 12 + number - 1)
      self.setChoosingMonth(false)
      self.change { $0.move(.months(month.ordinal - $0.month.ordinal)) }
      self.focusCursor()
    }
    gtk_widget_set_child_visible(chooser.gtkWidget, 0)
    add(chooser.gtkWidget)
    monthChooser = chooser
    return chooser
  }

  /// Announces the new month. This is called only if no day has the focus; if a day has it, the screen reader
  /// announces the newly focused day instead.
  func announceMonth() {
    guard let focus = FocusedWidget.inWindow(of: gtkWidget), FocusedWidget.isIn(gtkWidget) else { return }
    Accessible.announce(title(of: state.month), on: focus)
  }
}
