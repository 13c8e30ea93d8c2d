import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// A search field above the list of results, or above a hint if there are none.
@MainActor
final class SearchPanel {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// Called with the typed text when it has changed.
  var onType: (String) -> Void = { _ in }
  /// Called with the result that the user has moved to. `isAnnounced` is true if the focus stays in the search field,
  /// so the result has to be announced.
  var onPreview: (_ result: Occurrence, _ isAnnounced: Bool) -> Void = { _, _ in }
  /// Called with the result that the user has chosen.
  var onChoose: (Occurrence) -> Void = { _ in }
  /// Called when the user wants to move beyond the first or the last result.
  var onEndReached: (_ isLast: Bool) -> Void = { _ in }
  /// Called when Tab is pressed in the list, to move the focus to what follows the panel.
  var onLeave: () -> Void = {}
  /// Called when the user presses Escape.
  var onCancel: () -> Void = {}

  private let session: CalendarSession
  private let entry = nonNull(gtk_search_entry_new())
  private let separator = nonNull(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
  private let pages = nonNull(gtk_stack_new())
  private let scrolled = nonNull(gtk_scrolled_window_new())
  private let list: WidgetPointer
  private let selection = nonNull(gtk_single_selection_new(nil))
  private let reference: ObjectReference
  /// The rows that exist, by their GtkListItem.
  private var rows: [OpaquePointer: SearchRow] = [:]
  /// The model of the list, with an item for each result that has been listed so far.
  private var items: OpaquePointer?
  private var listedCount = 0
  private var results: SearchResults?
  /// The label above the results that shows their number.
  private let countLabel = nonNull(gtk_label_new(nil))
  /// Whether Enter was pressed before the results for the typed text were known.
  private var goesToResultWhenKnown = false
  /// Whether this object, not the user, is changing the selection.
  private var isSelecting = false

  init(_ session: CalendarSession) {
    self.session = session
    let factory = nonNull(gtk_signal_list_item_factory_new())
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    // The list view takes ownership of the selection and the factory.
    list = nonNull(gtk_list_view_new(selection, factory))
    reference = ObjectReference(gtkWidget.opaque)
    connect(factory)
    build(session.phrases.translator)
    connectKeys()
  }

  private func build(_ t: Translator) {
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_add_css_class(gtkWidget, "search-panel")
    setProperty(entry.opaque, "placeholder-text", t.tr("Search events"))
    Accessible.setLabel(entry, t.tr("Search Events"))
    gtk_widget_add_css_class(entry, "search-field")
    Accessible.setLabel(list, t.tr("Search Results"))
    gtk_widget_add_css_class(list, "search-results")
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolled.opaque, list)
    let hint = SearchPanel.makeStatusPage(
      t.tr("Search Events"), t.tr("Search titles, locations, notes, people, and calendars."))
    let noResults = SearchPanel.makeStatusPage(t.tr("No Events Found"), t.tr("Try different or fewer words."))
    for (page, name) in [(hint, "hint"), (scrolled, "results"), (noResults, "nothing")] {
      gtk_stack_add_named(pages.opaque, page, name).map(Accessible.removeName(ofPage:))
    }
    gtk_stack_set_hhomogeneous(pages.opaque, 0)
    gtk_widget_set_vexpand(pages, 1)
    gtk_label_set_xalign(countLabel.opaque, 0)
    gtk_label_set_ellipsize(countLabel.opaque, PANGO_ELLIPSIZE_END)
    for style in ["search-count", "caption", "dim-label"] { gtk_widget_add_css_class(countLabel, style) }
    gtk_widget_set_visible(countLabel, 0)
    for child in [entry, countLabel, pages] { gtk_box_append(content.as(GtkBox.self), child) }
    gtk_widget_set_hexpand(content, 1)
    for child in [separator, content] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
    gtk_widget_set_vexpand(gtkWidget, 1)
  }

  private static func makeStatusPage(_ title: String, _ text: String) -> WidgetPointer {
    let page = nonNull(adw_status_page_new())
    adw_status_page_set_icon_name(OpaquePointer(page), "system-search-symbolic")
    adw_status_page_set_title(OpaquePointer(page), title)
    adw_status_page_set_description(OpaquePointer(page), text)
    gtk_widget_add_css_class(page, "compact")
    return page
  }

  private func connect(_ factory: OpaquePointer) {
    onObjectSignal(factory, "setup") { [weak self] item in
      guard let self, let item = item.map(OpaquePointer.init) else { return }
      let row = SearchRow()
      row.onClick = { [weak self] in self?.go(toRow: $0) }
      gtk_list_item_set_child(item, row.gtkWidget)
      // The row's button receives clicks. It does not take the focus, so the list still handles the keys.
      gtk_list_item_set_activatable(item, 1)
      self.rows[item] = row
    }
    onObjectSignal(factory, "teardown") { [weak self] item in
      if let item = item.map(OpaquePointer.init) { self?.rows[item] = nil }
    }
    onObjectSignal(factory, "bind") { [weak self] item in
      guard let self, let item = item.map(OpaquePointer.init) else { return }
      let position = Int(gtk_list_item_get_position(item))
      guard let results = self.results, position < results.count else { return }
      self.rows[item]?.show(results, at: position, in: self.session)
      if position + SearchPanel.prefetchDistance > self.listedCount { self.listMoreSoon() }
    }
    onSignal(list.opaque, "activate", index: { [weak self] in self?.go(toRow: $0) })
    onNotify(selection, "selected") { [weak self] in
      guard let self, !self.isSelecting, let occurrence = self.selectedResult else { return }
      self.onPreview(occurrence, false)
    }
  }

  private func connectKeys() {
    onSignal(entry.opaque, "changed") { [weak self] in
      guard let self else { return }
      self.goesToResultWhenKnown = false
      self.onType(self.text)
    }
    onSignal(entry.opaque, "activate") { [weak self] in
      guard let self else { return }
      self.goesToResultWhenKnown = true
      self.goToResultIfKnown()
    }
    onSignal(entry.opaque, "stop-search") { [weak self] in self?.onCancel() }
    // This controller is in the bubble phase, so an input method handles the keys first.
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in self?.handle(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
    makeListOneTabStop()
  }

  /// Makes Tab leave the list. By itself, GTK would move the focus from row to row.
  private func makeListOneTabStop() {
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in
      guard let self, [GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(press.symbol)) else { return false }
      if Int32(press.symbol) == GDK_KEY_ISO_Left_Tab || press.modifiers == .shift {
        gtk_widget_grab_focus(self.entry)
      } else {
        self.onLeave()
      }
      return true
    }
    gtk_widget_add_controller(list, keys)
  }

  private func handle(_ press: KeyEvent) -> Bool {
    guard press.modifiers.isEmpty else { return false }
    let isInList = FocusedWidget.isIn(list)
    switch Int32(press.symbol) {
    case GDK_KEY_Escape: onCancel()
    case GDK_KEY_Down where !isInList, GDK_KEY_KP_Down where !isInList: moveSelection(by: 1)
    case GDK_KEY_Up where !isInList, GDK_KEY_KP_Up where !isInList: moveSelection(by: -1)
    case GDK_KEY_Page_Down where !isInList: moveSelection(by: SearchPanel.pageSize)
    case GDK_KEY_Page_Up where !isInList: moveSelection(by: -SearchPanel.pageSize)
    default: return false
    }
    return true
  }

  /// The number of results by which Page Up and Page Down move the selection.
  private static let pageSize = 5

  // MARK: Text, focus and placement

  /// The typed text.
  var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  /// Focuses the search field and selects its text, so that typing replaces it.
  func takeFocus() {
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
  }

  /// Sets whether the panel is beside the timeline, and separated from it by a line.
  func setBesideTimeline(_ isBeside: Bool) { gtk_widget_set_visible(separator, isBeside.gboolean) }

  // MARK: Results

  /// Shows results. The selected result stays selected if it is among the new results that are listed at
  /// first.
  func show(_ newResults: SearchResults?) {
    let previousSelection = selectedResult
    results = newResults
    isSelecting = true
    defer { isSelecting = false }
    // If there are no results, Enter has no effect, even if results are found later.
    guard let results = newResults, !results.query.isEmpty else {
      goesToResultWhenKnown = false
      return showPlaceholder("hint")
    }
    guard !results.isEmpty else {
      if results.query == SearchQuery(text) { goesToResultWhenKnown = false }
      return showPlaceholder("nothing")
    }
    listedCount = min(SearchPanel.batchSize, results.count)
    let newItems = SearchPanel.makeItems(listedCount)
    items = newItems
    gtk_single_selection_set_model(selection, newItems)
    g_object_unref(UnsafeMutableRawPointer(newItems))
    let position = previousSelection.flatMap { results.position(of: $0.event.id, limit: listedCount) }
    gtk_single_selection_set_selected(selection, position.map { guint($0) } ?? guint.max)
    scroll(to: position ?? 0)
    gtk_label_set_text(countLabel.opaque, session.phrases.resultCount(results.count))
    gtk_widget_set_visible(countLabel, 1)
    gtk_stack_set_visible_child_name(pages.opaque, "results")
    goToResultIfKnown()
  }

  /// If Enter has been pressed and the results for the typed text are known, goes to the selected result or,
  /// without a selection, to the first one.
  private func goToResultIfKnown() {
    guard goesToResultWhenKnown, let results, results.query == SearchQuery(text) else { return }
    goesToResultWhenKnown = false
    if !results.isEmpty { onChoose(selectedResult ?? results[0]) }
  }

  private func showPlaceholder(_ page: String) {
    (listedCount, items) = (0, nil)
    gtk_widget_set_visible(countLabel, 0)
    gtk_single_selection_set_model(selection, nil)
    gtk_stack_set_visible_child_name(pages.opaque, page)
  }

  /// Creates a model of empty items. Each row gets its contents when it is shown.
  private static func makeItems(_ count: Int) -> OpaquePointer {
    let items = nonNull(gtk_string_list_new(nil))
    for _ in 0..<count { gtk_string_list_append(items, "") }
    return items
  }

  /// The number of results that are added to the list at a time. They are not all added at once, because GTK
  /// creates an object for each result.
  private static let batchSize = 200
  /// More results are listed when the user gets within this number of rows of the last one.
  private static let prefetchDistance = 50

  /// Lists more results after the current layout, because the list must not change during the layout.
  private func listMoreSoon() {
    guard let results, listedCount < results.count else { return }
    let extendedItems = items
    let count = min(results.count, listedCount + SearchPanel.batchSize)
    afterMilliseconds(0) { [weak self] in
      guard let self, let items = self.items, items == extendedItems else { return false }
      while self.listedCount < count {
        gtk_string_list_append(items, "")
        self.listedCount += 1
      }
      return false
    }
  }

  private var selectedResult: Occurrence? {
    let position = gtk_single_selection_get_selected(selection)
    guard let results, position != guint.max, Int(position) < results.count else { return nil }
    return results[Int(position)]
  }

  private func moveSelection(by count: Int) {
    guard let results, !results.isEmpty else { return }
    let currentPosition = gtk_single_selection_get_selected(selection)
    let nextPosition = currentPosition == guint.max ? (count > 0 ? 0 : nil) : Int(currentPosition) + count
    guard let position = nextPosition.map({ min(max($0, 0), listedCount - 1) }) else { return }
    guard guint(position) != currentPosition else { return onEndReached(count > 0) }
    isSelecting = true
    gtk_single_selection_set_selected(selection, guint(position))
    isSelecting = false
    scroll(to: position)
    onPreview(results[position], true)
  }

  private func scroll(to position: Int) {
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint(position)))
  }

  private func go(toRow position: Int) {
    guard let results, position < results.count else { return }
    onChoose(results[position])
  }
}
