import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A button that describes in words how an event repeats, and that opens the page for changing it.
@MainActor
final class RepeatField {
  var gtkWidget: WidgetPointer { button.gtkWidget }
  /// Called with the rule when the page closes, if the user has changed it; nil if the event should not
  /// repeat.
  var onChoose: (RecurrenceRule?) -> Void = { _ in }
  /// Called with a message to announce to assistive technology.
  var onAnnounce: (String) -> Void = { _ in }
  /// Called with the page to show.
  var onShowPage: (EditorPage?) -> Void = { _ in }

  private let button = PageButton()
  private let phrases: Phrases
  private let monthFactory: MonthViewFactory
  private var event: CalendarEvent?
  private var page: RepeatPage?

  init(monthFactory: MonthViewFactory, phrases: Phrases) {
    (self.monthFactory, self.phrases) = (monthFactory, phrases)
    button.onOpen = { [weak self] in self?.open() }
  }

  func setEvent(_ event: CalendarEvent) {
    self.event = event
    var text = phrases.noRepetition
    if case .master(let recurrence) = event.series {
      let words = phrases.repetition(recurrence, relativeTo: event.times.start.wall.day)
      if !words.isEmpty { text = words }
    }
    button.setText(text, wraps: true)
  }

  private func open() {
    guard let event else { return }
    let draft = RepeatDraft(event.rule, start: event.times.start, weekStart: monthFactory.firstWeekday)
    let page = RepeatPage(draft, monthFactory: monthFactory, phrases: phrases)
    self.page = page
    page.onAnnounce = { [weak self] text in self?.onAnnounce(text) }
    onShowPage(
      EditorPage(
        title: phrases.translator.tr("Repeat"), content: page.gtkWidget, takeFocus: page.takeFocus,
        button: gtkWidget, onClose: { [weak self] in self?.commit() }, wrappingRows: page.wrappingRows))
  }

  /// Reports the rule on the page, if the user has changed it, and discards the page.
  func commit() {
    guard let page else { return }
    self.page = nil
    page.finishMotion()
    if page.draft.rule != page.draft.existingRule { onChoose(page.draft.rule) }
  }
}
