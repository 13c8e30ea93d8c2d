import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// A button that shows the title of the window and opens a popover for going to any day. The popover contains
/// a month calendar and an entry for a date.
@MainActor
final class DateChooser {
  /// The button, for the header bar.
  let gtkWidget: WidgetPointer
  /// Called with the chosen day.
  var onChoose: (Day) -> Void = { _ in }
  /// Called when the popover was closed without a choice, to return the focus to what had it when the popover opened.
  /// Not called if the button itself had it.
  var onReturnFocus: () -> Void = {}
  /// Returns whether the popover may open now.
  var mayOpen: () -> Bool = { true }
  /// Returns the day that the month calendar shows when the popover opens.
  var dayToShow: () -> Day? = { nil }

  private let monthFactory: MonthViewFactory
  private let phrases: Phrases
  private let title = nonNull(adw_window_title_new("", ""))
  /// Created on demand, because a month calendar is expensive and would slow down the startup.
  private var month: MonthView?
  private var entry: DateEntry?
  private let popover = nonNull(gtk_popover_new())
  private let popoverReference: ObjectReference
  private let reference: ObjectReference
  /// The day used to complete a typed date without a year or month: the day of the cursor. Typing
  /// moves the cursor, but does not change this day.
  private var referenceDay: Day
  private var isTyping = false
  /// Whether the focus is to return when the popover is closed.
  private var returnsFocus = false

  init(_ monthFactory: MonthViewFactory, _ phrases: Phrases) {
    (self.monthFactory, self.phrases) = (monthFactory, phrases)
    referenceDay = monthFactory.today
    gtkWidget = nonNull(gtk_menu_button_new())
    reference = ObjectReference(gtkWidget.opaque)
    popoverReference = ObjectReference(popover.opaque)
    gtk_menu_button_set_child(OpaquePointer(gtkWidget), title)
    gtk_widget_add_css_class(gtkWidget, "flat")
    gtk_widget_add_css_class(gtkWidget, "title-button")
    gtk_widget_set_tooltip_text(gtkWidget, phrases.translator.tr("Go to Date"))
    // While the popover is open, GTK 4.18 would describe the button with a tooltip in it.
    Accessible.setDescription(gtkWidget, phrases.translator.tr("Go to Date"))
    onOpening(menuOf: gtkWidget) { [weak self] in
      guard let self, self.mayOpen() else { return false }
      self.prepare()
      return true
    }
  }

  /// Sets the title and the subtitle.
  func setHeading(_ text: String, subtitle: String) {
    adw_window_title_set_title(OpaquePointer(title), text)
    adw_window_title_set_subtitle(OpaquePointer(title), subtitle)
    Accessible.setLabel(gtkWidget, text)
  }

  func open() {
    let hadFocus = FocusedWidget.isIn(gtkWidget)
    gtk_menu_button_popup(OpaquePointer(gtkWidget))
    returnsFocus = !hadFocus
  }

  // MARK: Contents

  /// Creates the contents of the popover, or updates them for the day that the window shows.
  private func prepare() {
    let day = dayToShow() ?? monthFactory.today
    let month = self.month ?? makeMonth(day)
    referenceDay = day
    month.selectedDay = day
    monthFactory.refresh(month)
    month.jump(to: day)
    entry?.reset()
  }

  private func makeMonth(_ day: Day) -> MonthView {
    let month = monthFactory.make(day, on: .popover)
    let entry = DateEntry(phrases: phrases) { [weak self, monthFactory] in
      (self?.referenceDay ?? monthFactory.today, monthFactory.today)
    }
    (self.month, self.entry) = (month, entry)
    month.onChoose = { [weak self] day in self?.choose(day) }
    month.onCursorMoved = { [weak self] day in
      if let self, !self.isTyping { self.referenceDay = day }
    }
    entry.onEnter = { [weak self] day in self?.choose(day) }
    entry.onType = { [weak self] day in
      guard let self else { return }
      self.isTyping = true
      self.month?.selectedDay = day
      self.month?.turn(to: day)
      self.isTyping = false
    }
    build(month, entry)
    return month
  }

  private func build(_ month: MonthView, _ entry: DateEntry) {
    gtk_popover_set_child(popover.as(GtkPopover.self), entry.makeBox(above: month))
    gtk_widget_add_css_class(popover, "date-chooser")
    Accessible.setLabel(popover, phrases.translator.tr("Go to Date"))
    gtk_menu_button_set_popover(OpaquePointer(gtkWidget), popover)
    onSignal(popover.opaque, "show") { [weak month] in month?.focusCursor() }
    onSignal(popover.opaque, "closed") { [weak self] in
      // GTK gives the focus to the button first.
      afterMilliseconds(0) {
        guard let self, self.returnsFocus else { return false }
        self.returnsFocus = false
        if FocusedWidget.isIn(self.gtkWidget) { self.onReturnFocus() }
        return false
      }
    }
  }

  private func choose(_ day: Day) {
    returnsFocus = false
    gtk_popover_popdown(popover.as(GtkPopover.self))
    onChoose(day)
  }
}
