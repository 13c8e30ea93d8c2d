import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets

/// The search of a window: a panel beside the timeline, or over it in a narrow window.
///
/// The arrow keys show a result in the timeline. Enter goes to it and closes the search; Escape returns to
/// where the timeline was before.
@MainActor
final class WindowSearch {
  /// Called when the search has opened or closed, or has started or stopped covering the timeline.
  var onChange: () -> Void = {}
  private(set) var isOpen = false
  /// Whether the search is open and covers the timeline.
  var coversTimeline: Bool { isOpen && isNarrow }
  /// The widget that contains the panel, once the search has been opened.
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

  private let session: CalendarSession
  private let view: any CalendarPresenting
  private var panel: SearchPanel?
  private var search: CalendarSearch?
  /// Whether there is too little space for both the timeline and the panel.
  private var isNarrow = false
  /// The widget that the panel is placed beside or over.
  private var content: WidgetPointer?
  /// Where the timeline was when the search opened.
  private var origin: ViewPosition?
  /// Whether a result has been shown in the timeline.
  private var hasPreviewed = false
  /// The position to return to once the width of the timeline differs from the given one, in px.
  private var pending: (position: ViewPosition, width: Int32)?
  /// The timer of the announcement of the number of results; 0 for none.
  private var timer: guint = 0
  /// The last announced query and number of results.
  private var announced: (query: SearchQuery, count: Int)?

  init(_ session: CalendarSession, _ view: any CalendarPresenting) {
    (self.session, self.view) = (session, view)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  isolated deinit { if timer != 0 { g_source_remove(timer) } }

  /// Returns a widget that contains `content` and, while the search is open, the panel.
  func placed(over content: WidgetPointer) -> WidgetPointer {
    self.content = content
    let layers = nonNull(gtk_overlay_new())
    gtk_overlay_set_child(layers.opaque, content)
    gtk_overlay_add_overlay(layers.opaque, gtkWidget)
    return layers
  }

  // MARK: Opening and closing

  /// Opens the search. If it is open, moves the focus there, or closes it if the focus is there already.
  func toggle() {
    if !isOpen { open() } else if FocusedWidget.isIn(gtkWidget) { close() } else { panel?.takeFocus() }
  }

  private func open() {
    view.finishKeyboardEdit()
    (origin, hasPreviewed, pending) = (view.position, false, nil)
    isOpen = true
    let search = CalendarSearch(in: session) { [view] in view.now() }
    search.onResults = { [weak self] in self?.showResults() }
    self.search = search
    let panel = panel ?? makePanel()
    search.search(panel.text)
    place()
    gtk_widget_set_visible(gtkWidget, 1)
    panel.takeFocus()
    onChange()
  }

  /// Moves the focus to the search field.
  func takeFocus() { panel?.takeFocus() }

  /// Shows the results again, because calendars have been hidden or shown.
  func refreshRows() { if isOpen, let results = search?.results { panel?.show(results) } }

  private func makePanel() -> SearchPanel {
    let panel = SearchPanel(session)
    panel.onText = { [weak self] text in self?.search?.search(text) }
    panel.onPreview = { [weak self] in self?.preview($0, isSpoken: $1) }
    panel.onGo = { [weak self] in self?.go(to: $0) }
    panel.onCancel = { [weak self] in self?.close() }
    gtk_box_append(gtkWidget.as(GtkBox.self), panel.gtkWidget)
    self.panel = panel
    return panel
  }

  /// Closes the search and returns to where the timeline was before.
  private func close() {
    let origin = origin
    end()
    guard let origin else { return }
    view.restore(hasPreviewed ? origin : view.position, takesFocus: true)
    if hasPreviewed, !isNarrow { pending = (origin, gtk_widget_get_width(view.gtkWidget)) }
  }

  /// Closes the search and leaves the timeline where it is.
  func leave() {
    guard isOpen else { return }
    end()
    view.takeFocus()
  }

  private func go(to occurrence: Occurrence) {
    end()
    if session.isHidden(occurrence.event.id.calendar) {
      session.setHidden(false, for: occurrence.event.id.calendar)
      // The block must exist before it gets the focus.
      view.reload()
    }
    view.reveal(occurrence)
  }

  private func end() {
    isOpen = false
    let old = search?.results
    (search, origin, announced) = (nil, nil, nil)
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    panel?.show(nil)
    // Freeing the text of a large calendar takes longer than a frame.
    Task.detached(priority: .background) { withExtendedLifetime(old) {} }
    gtk_widget_set_visible(gtkWidget, 0)
    view.markedOccurrence = nil
    place()
    onChange()
  }

  // MARK: Placement

  /// The width in px that the panel takes from the timeline.
  var widthBesideView: Int32 { isOpen && !isNarrow ? width : 0 }
  private var width: Int32 { Int32(WindowSearch.widthFactor * view.textSize) }

  /// Called after the layout when the available width may have changed.
  ///
  /// - Parameter width: the width of the timeline and the panel together, in px.
  func resized(to width: Int32) {
    if let (position, former) = pending, !isOpen, gtk_widget_get_width(view.gtkWidget) != former {
      pending = nil
      // The user may have gone elsewhere in the meantime.
      if view.position.day == position.day { view.restore(position, takesFocus: false) }
    }
    let isNarrow = Double(width) < WindowSearch.minimumWidthFactor * view.textSize
    guard isNarrow != self.isNarrow else { return }
    self.isNarrow = isNarrow
    guard isOpen else { return }
    place()
    onChange()
  }

  /// Puts the panel beside the timeline, or over it.
  private func place() {
    guard let content else { return }
    gtk_widget_set_halign(gtkWidget, isNarrow ? GTK_ALIGN_FILL : GTK_ALIGN_END)
    gtk_widget_set_size_request(gtkWidget, isNarrow ? -1 : width, -1)
    gtk_widget_set_margin_end(content, isOpen && !isNarrow ? width : 0)
    gtk_widget_set_can_focus(content, (!coversTimeline).gboolean)
    Accessible.setHidden(content, coversTimeline)
    panel?.setBeside(!isNarrow)
  }

  /// The width of the panel as a multiple of the text size.
  private static let widthFactor = 21.0
  /// The minimum width for the panel beside the timeline, as a multiple of the text size: the panel, and a
  /// timeline of the same width.
  private static let minimumWidthFactor = 42.0

  // MARK: Results

  /// Called when events or calendars have changed.
  func contentChanged() { search?.update() }

  private func showResults() {
    guard let results = search?.results else { return }
    panel?.show(results)
    // Enter may have been pressed before the results were known, in which case showing them has closed the
    // search.
    if isOpen { announceCount(of: results) }
  }

  /// Announces the number of results after a pause in typing.
  private func announceCount(of results: SearchResults) {
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    guard !results.query.isEmpty, announced.map({ $0 != (results.query, results.count) }) ?? true else {
      return
    }
    timer = afterMilliseconds(WindowSearch.pause) { [weak self] in
      guard let self else { return false }
      self.timer = 0
      self.announced = (results.query, results.count)
      self.view.announce(self.session.phrases.resultCount(results.count))
      return false
    }
  }

  /// The pause in typing after which the number of results is announced, in milliseconds.
  private static let pause: UInt32 = 500

  private func preview(_ occurrence: Occurrence, isSpoken: Bool) {
    hasPreviewed = true
    view.scrollIntoView(occurrence)
    view.markedOccurrence = occurrence.id
    guard isSpoken else { return }
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    view.announce(SearchRow.name(of: occurrence, in: session))
  }
}
