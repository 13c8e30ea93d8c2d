import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets

/// The search of a window: a panel beside the timeline, or over it in a narrow window.
///
/// The arrow keys move through the results and show each in the timeline. Enter goes to the result and closes
/// the search; Escape closes the search and returns to the previous position in the timeline.
@MainActor
final class WindowSearch {
  /// Called when the search has opened or closed, or has started or stopped covering the timeline.
  var onChange: () -> Void = {}
  /// Called to move the focus from the results to what follows them.
  var onLeave: () -> Void = {}
  private(set) var isOpen = false
  /// Whether the search is open and covers the timeline.
  var coversTimeline: Bool { isOpen && isNarrow }
  /// The widget that contains the panel, once the search has been opened.
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

  private let session: CalendarSession
  private let view: ViewStack
  private var panel: SearchPanel?
  private var search: CalendarSearch?
  /// Whether there is too little space for both the timeline and the panel.
  private var isNarrow = false
  /// The widget that the panel is placed beside or over.
  private var content: WidgetPointer?
  /// The position of the timeline when the search opened.
  private var initialPosition: ViewPosition?
  /// Whether a result has been shown in the timeline.
  private var hasPreviewed = false
  /// The position to restore again once the width of the timeline in px is no longer `width`.
  private var pendingRestore: (position: ViewPosition, width: Int32)?
  /// The timer for announcing the number of results; 0 if it is not running.
  private var announcementTimer: guint = 0
  /// The last announced query and number of results.
  private var lastAnnouncement: (query: SearchQuery, count: Int)?

  init(_ session: CalendarSession, _ view: ViewStack) {
    (self.session, self.view) = (session, view)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  isolated deinit { if announcementTimer != 0 { g_source_remove(announcementTimer) } }

  /// Creates a widget that contains `content` and, while the search is open, the panel.
  func makeOverlay(over content: WidgetPointer) -> WidgetPointer {
    self.content = content
    let overlay = nonNull(gtk_overlay_new())
    gtk_overlay_set_child(overlay.opaque, content)
    gtk_overlay_add_overlay(overlay.opaque, gtkWidget)
    return overlay
  }

  // MARK: Opening and closing

  /// Opens the search. If the search is open, moves the focus to it, or closes it if it already has the focus.
  func toggle() {
    if !isOpen { open() } else if FocusedWidget.isIn(gtkWidget) { close() } else { panel?.takeFocus() }
  }

  private func open() {
    view.finishKeyboardEdit()
    (initialPosition, hasPreviewed, pendingRestore) = (view.position, false, nil)
    isOpen = true
    let search = CalendarSearch(in: session) { [view] in view.now() }
    search.onResults = { [weak self] in self?.showResults() }
    self.search = search
    let panel = panel ?? makePanel()
    search.search(panel.text)
    placePanel()
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
    panel.onType = { [weak self] text in self?.search?.search(text) }
    panel.onPreview = { [weak self] in self?.preview($0, isAnnounced: $1) }
    panel.onChoose = { [weak self] in self?.go(to: $0) }
    panel.onCancel = { [weak self] in self?.close() }
    panel.onEndReached = { [weak self] isLast in
      guard let self else { return }
      self.view.announce(isLast ? self.session.phrases.lastResult : self.session.phrases.firstResult)
    }
    panel.onLeave = { [weak self] in self?.onLeave() }
    gtk_box_append(gtkWidget.as(GtkBox.self), panel.gtkWidget)
    self.panel = panel
    return panel
  }

  /// Closes the search and returns to the previous position in the timeline.
  private func close() {
    let initialPosition = initialPosition
    endSearch()
    guard let initialPosition else { return }
    var position = hasPreviewed ? initialPosition : view.position
    position.focus = initialPosition.focus
    view.restore(position, takesFocus: true)
    if hasPreviewed, !isNarrow { pendingRestore = (initialPosition, gtk_widget_get_width(view.gtkWidget)) }
  }

  /// Closes the search without changing the position in the timeline.
  func closeInPlace() {
    guard isOpen else { return }
    endSearch()
    view.takeFocus()
  }

  private func go(to occurrence: Occurrence) {
    endSearch()
    if session.choices.isHidden(occurrence.event.id.calendar) {
      session.setHidden(false, for: occurrence.event.id.calendar)
      // The block must exist before it gets the focus.
      view.reload()
    }
    view.reveal(occurrence)
  }

  private func endSearch() {
    isOpen = false
    let oldResults = search?.results
    (search, initialPosition, lastAnnouncement) = (nil, nil, nil)
    if announcementTimer != 0 { g_source_remove(announcementTimer) }
    announcementTimer = 0
    panel?.show(nil)
    // A background task frees the results, because freeing those of a large calendar takes longer than a
    // frame.
    Task.detached(priority: .background) { withExtendedLifetime(oldResults) {} }
    gtk_widget_set_visible(gtkWidget, 0)
    view.highlightedOccurrence = nil
    placePanel()
    onChange()
  }

  // MARK: Placement

  /// The width in px by which the panel makes the timeline narrower.
  var widthBesideView: Int32 { isOpen && !isNarrow ? width : 0 }
  private var width: Int32 { Int32(WindowSearch.widthFactor * view.textSize) }

  /// Called after the layout when the available width may have changed.
  ///
  /// - Parameter width: the width of the timeline and the panel together, in px.
  func resized(to width: Int32) {
    if let (position, previousWidth) = pendingRestore, !isOpen,
      gtk_widget_get_width(view.gtkWidget) != previousWidth
    {
      pendingRestore = nil
      // The user may have gone elsewhere in the meantime.
      if view.position.day == position.day { view.restore(position, takesFocus: false) }
    }
    let isNarrow = Double(width) < WindowSearch.minimumWidthFactor * view.textSize
    guard isNarrow != self.isNarrow else { return }
    self.isNarrow = isNarrow
    guard isOpen else { return }
    placePanel()
    onChange()
  }

  /// Puts the panel beside the timeline, or over it.
  private func placePanel() {
    guard let content else { return }
    gtk_widget_set_halign(gtkWidget, isNarrow ? GTK_ALIGN_FILL : GTK_ALIGN_END)
    gtk_widget_set_size_request(gtkWidget, isNarrow ? -1 : width, -1)
    gtk_widget_set_margin_end(content, isOpen && !isNarrow ? width : 0)
    gtk_widget_set_can_focus(content, (!coversTimeline).gboolean)
    Accessible.setHidden(content, coversTimeline)
    panel?.setBesideTimeline(!isNarrow)
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
    if announcementTimer != 0 { g_source_remove(announcementTimer) }
    announcementTimer = 0
    guard !results.query.isEmpty,
      lastAnnouncement.map({ $0 != (results.query, results.count) }) ?? true
    else { return }
    announcementTimer = afterMilliseconds(WindowSearch.announcementDelay) { [weak self] in
      guard let self else { return false }
      self.announcementTimer = 0
      self.lastAnnouncement = (results.query, results.count)
      self.view.announce(self.session.phrases.resultCount(results.count))
      return false
    }
  }

  /// The pause in typing after which the number of results is announced, in milliseconds.
  private static let announcementDelay: UInt32 = 500

  private func preview(_ occurrence: Occurrence, isAnnounced: Bool) {
    hasPreviewed = true
    view.scrollIntoView(occurrence)
    view.highlightedOccurrence = occurrence.id
    guard isAnnounced else { return }
    if announcementTimer != 0 { g_source_remove(announcementTimer) }
    announcementTimer = 0
    view.announce(SearchRow.accessibleName(of: occurrence, in: session))
  }
}
