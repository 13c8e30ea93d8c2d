import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// A row of the search results: the title, the date and time, and the location and the calendar. The first
/// upcoming and the first past event have a heading above them.
@MainActor
final class SearchRow {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Called with the row's position when it is clicked.
  var onClick: (Int) -> Void = { _ in }

  private let heading = SearchRow.makeLabel("heading")
  private let button = nonNull(gtk_button_new())
  private let dot = nonNull(gtk_label_new(nil))
  private let title = SearchRow.makeLabel("title")
  private let time = SearchRow.makeLabel("numeric", "dim-label")
  private let locationAndCalendar = SearchRow.makeLabel("dim-label")
  private var position = 0

  init() {
    let labelBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for label in [title, time, locationAndCalendar] { gtk_box_append(labelBox.as(GtkBox.self), label) }
    gtk_widget_set_hexpand(labelBox, 1)
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
    // Large text in a narrow window needs a second line, especially for the time.
    for label in [title, time] {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(label.opaque, 2)
    }
    gtk_widget_set_valign(dot, GTK_ALIGN_START)
    for child in [dot, labelBox] { gtk_box_append(content.as(GtkBox.self), child) }
    gtk_button_set_child(button.as(GtkButton.self), content)
    gtk_widget_set_focusable(button, 0)
    for name in ["flat", "result"] { gtk_widget_add_css_class(button, name) }
    // The row and the button have names that include this text.
    Accessible.setHidden(content, true)
    gtk_widget_add_css_class(heading, "result-heading")
    for child in [heading, button] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
    onSignal(button.opaque, "clicked") { [weak self] in
      guard let self else { return }
      self.onClick(self.position)
    }
  }

  /// Creates a label whose text is ellipsized rather than making the panel wider.
  private static func makeLabel(_ classes: String...) -> WidgetPointer {
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_width_chars(label.opaque, 1)
    gtk_label_set_max_width_chars(label.opaque, 1)
    gtk_widget_set_hexpand(label, 1)
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
  }

  /// Shows the result at a position.
  func show(_ results: SearchResults, at position: Int, in session: CalendarSession) {
    self.position = position
    let (phrases, occurrence) = (session.phrases, results[position])
    let (t, event) = (phrases.translator, occurrence.event)
    let isFirstPast = position == results.upcomingCount
    let isFirst = position == 0 || isFirstPast
    gtk_widget_set_visible(heading, isFirst.gboolean)
    gtk_label_set_text(
      heading.opaque, isFirstPast ? t.trc("events", "Past") : t.trc("events", "Upcoming"))
    gtk_label_set_text(title.opaque, SearchRow.oneLine(phrases.title(event)))
    gtk_label_set_text(time.opaque, phrases.dateAndTime(occurrence))
    var parts = [SearchRow.oneLine(event.location)]
    if let calendar = session.distinguishingName(of: event.id.calendar) {
      parts.append(SearchRow.oneLine(calendar))
    }
    if session.choices.isHidden(event.id.calendar) { parts.append(t.trc("calendar", "Hidden")) }
    parts.removeAll { text in !text.contains { !$0.isWhitespace } }
    gtk_label_set_text(locationAndCalendar.opaque, parts.joined(separator: " · "))
    gtk_widget_set_visible(locationAndCalendar, (!parts.isEmpty).gboolean)
    if let color = event.color {
      gtk_label_set_markup(dot.opaque, "<span foreground=\"\(color.hex)\">●</span>")
    } else {
      gtk_label_set_text(dot.opaque, "●")
    }
    let name = SearchRow.accessibleName(of: occurrence, in: session)
    Accessible.setLabel(button, name)
    // The list view's own row widget gets the focus, but has no accessible name by default.
    gtk_widget_get_parent(gtkWidget).map { Accessible.setLabel($0, name) }
  }

  /// Returns the text with its line breaks replaced by spaces.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Returns the accessible name of a result.
  static func accessibleName(of occurrence: Occurrence, in session: CalendarSession) -> String {
    let calendar = occurrence.event.id.calendar
    return session.phrases.resultName(
      occurrence, calendar: session.name(of: calendar), isHidden: session.choices.isHidden(calendar))
  }
}
