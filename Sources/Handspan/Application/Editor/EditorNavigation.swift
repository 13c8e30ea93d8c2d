import CGtk
import CalendarText
import GtkSupport

/// The fields of the editor in a scrolled view, below a bar with the editor's actions. Lists that are too
/// long to disclose in place are pushed as pages.
@MainActor
final class EditorNavigation {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Called when the user presses the Done button.
  var onDone: () -> Void = {}
  /// Called when the user presses the Delete button.
  var onDelete: () -> Void = {}

  private let reference: ObjectReference
  private let form: EditorForm
  private let phrases: Phrases
  private let bar = nonNull(gtk_center_box_new())
  private lazy var barHeading = makeHeading(phrases.translator.tr("Edit Event"))
  private let pageStack = nonNull(gtk_stack_new())
  /// The page that is shown in place of the fields; nil while the fields are shown.
  private var shownPage: EditorPage?

  init(_ form: EditorForm, phrases: Phrases) {
    self.form = form
    self.phrases = phrases
    reference = ObjectReference(gtkWidget.opaque)
    Accessible.setRole(gtkWidget, GTK_ACCESSIBLE_ROLE_DIALOG)
    Accessible.setModal(gtkWidget, true)
    gtk_widget_add_css_class(gtkWidget, "editor")
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    buildBar(phrases.translator)
    gtk_widget_add_css_class(form.gtkWidget, "fields")
    let scrolled = nonNull(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
    gtk_scrolled_window_set_child(scrolled.opaque, form.gtkWidget)
    let fieldsPage = makePage(bar, scrolled)
    addPage(fieldsPage)
    gtk_stack_set_vhomogeneous(pageStack.opaque, 0)
    gtk_stack_set_transition_type(pageStack.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    gtk_stack_set_transition_duration(pageStack.opaque, 180)
    onNotify(pageStack.opaque, "transition-running") { [weak self] in self?.hideClosedPages() }
    gtk_box_append(gtkWidget.as(GtkBox.self), pageStack)
  }

  private func makePage(_ bar: WidgetPointer, _ content: WidgetPointer) -> WidgetPointer {
    let container = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_add_css_class(bar, "bar")
    gtk_widget_set_vexpand(content, 1)
    for widget in [bar, content] { gtk_box_append(container.as(GtkBox.self), widget) }
    return container
  }

  /// Adds a page to the stack. A screen reader reads the title of a page when it opens.
  private func addPage(_ page: WidgetPointer, title: String? = nil) {
    guard let stackPage = gtk_stack_add_child(pageStack.opaque, page) else { return }
    if let title {
      Accessible.setName(ofPage: stackPage, title)
    } else {
      Accessible.removeName(ofPage: stackPage)
    }
  }

  private func buildBar(_ t: Translator) {
    let deleteButton = nonNull(gtk_button_new_from_icon_name("user-trash-symbolic"))
    gtk_widget_add_css_class(deleteButton, "flat")
    Accessible.setLabelAndTooltip(deleteButton, t.tr("Delete Event"))
    onSignal(deleteButton.opaque, "clicked") { [weak self] in self?.onDelete() }
    let doneButton = nonNull(gtk_button_new_with_label(t.tr("Done")))
    onSignal(doneButton.opaque, "clicked") { [weak self] in self?.onDone() }
    gtk_center_box_set_start_widget(bar.opaque, deleteButton)
    gtk_center_box_set_center_widget(bar.opaque, barHeading)
    gtk_center_box_set_end_widget(bar.opaque, doneButton)
  }

  private func makeHeading(_ text: String) -> WidgetPointer {
    let heading = nonNull(gtk_label_new(text))
    gtk_label_set_ellipsize(heading.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(heading, "heading")
    return heading
  }

  // MARK: Pages

  /// Shows a page in place of the fields.
  func push(_ page: EditorPage) {
    _ = goBack()
    shownPage = page
    let bar = nonNull(gtk_center_box_new())
    gtk_center_box_set_start_widget(bar.opaque, makeBackButton(phrases) { [weak self] in _ = self?.goBack() })
    gtk_center_box_set_center_widget(bar.opaque, makeHeading(page.title))
    let container = makePage(bar, page.content)
    addPage(container, title: page.title)
    gtk_stack_set_visible_child(pageStack.opaque, container)
    page.takeFocus()
  }

  /// Returns to the fields.
  ///
  /// - Returns: whether another page was visible.
  func goBack() -> Bool {
    guard let page = shownPage, let fields = gtk_widget_get_first_child(pageStack),
      let closed = gtk_widget_get_last_child(pageStack)
    else { return false }
    shownPage = nil
    page.onClose()
    // The stack gives the focus to the widget that had it last.
    gtk_stack_set_visible_child(pageStack.opaque, fields)
    gtk_widget_grab_focus(page.button)
    // The page is hidden later, because one of its own rows may be handling the event that closes it.
    afterMilliseconds(0) { [weak self] in
      self?.hideClosedPages()
      return false
    }
    let closedPage = ObjectReference(closed.opaque)
    afterMilliseconds(Accessible.removalDelay) { [weak self] in
      self.map { gtk_stack_remove($0.pageStack.opaque, closedPage.pointer.as(GtkWidget.self)) }
      return false
    }
    return true
  }

  /// Hides closed pages once they have slid out of view. Otherwise assistive technology would still find
  /// them.
  private func hideClosedPages() {
    guard gtk_stack_get_transition_running(pageStack.opaque) == 0 else { return }
    let visiblePage = gtk_stack_get_visible_child(pageStack.opaque)
    var next = gtk_widget_get_first_child(pageStack).flatMap(gtk_widget_get_next_sibling)
    while let page = next {
      next = gtk_widget_get_next_sibling(page)
      if page != visiblePage { gtk_widget_set_visible(page, 0) }
    }
  }

  /// The accessible name of the editor.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(gtkWidget, accessibleName) } }
  }

  // MARK: Layout

  /// The total margin in px on both sides of the fields, as in the style sheet.
  private static let margins = 36

  /// The minimum natural height in px of the editor while a page replaces the fields.
  private static let pageHeight = 400

  /// The minimum width in px at which labels fit beside their fields.
  private lazy var minimumUnstackedWidth =
    form.measuredRows.map { naturalSize(of: $0, GTK_ORIENTATION_HORIZONTAL) }.reduce(0, max)
    + EditorNavigation.margins

  /// The natural width of the fields in px.
  var naturalWidth: Int { max(400, minimumUnstackedWidth) }

  /// Returns the natural height in px for a width, and moves labels above their fields if they do not fit
  /// beside them at that width.
  func height(forWidth width: Int) -> Int {
    let isNarrow = width < minimumUnstackedWidth
    if isNarrow != form.isStacked { form.isStacked = isNarrow }
    form.wrapRows(toFit: width - EditorNavigation.margins)
    for row in shownPage?.wrappingRows ?? [] {
      arrangeChildren(of: row, toFit: width - EditorNavigation.margins)
    }
    // If the heading does not fit, it is hidden rather than shortened. The editor has its own accessible
    // name.
    gtk_widget_set_visible(barHeading, 1)
    gtk_widget_set_visible(barHeading, (naturalSize(of: bar, GTK_ORIENTATION_HORIZONTAL) <= width).gboolean)
    // The form is measured directly, because a scrolled window would report the height of its contents at
    // their natural width.
    let formHeight = [bar, form.gtkWidget].reduce(0) {
      $0 + naturalSize(of: $1, GTK_ORIENTATION_VERTICAL, for: width)
    }
    return shownPage == nil ? formHeight : max(formHeight, EditorNavigation.pageHeight)
  }

  private func naturalSize(of widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int = -1) -> Int
  {
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, Int32(size), nil, &natural, nil, nil)
    return Int(natural)
  }
}

/// Creates a button that returns to the previous page.
@MainActor
func makeBackButton(_ phrases: Phrases, _ goBack: @escaping @MainActor () -> Void) -> WidgetPointer {
  let button = nonNull(gtk_button_new_from_icon_name("go-previous-symbolic"))
  let tooltip = phrases.translator.tr("Back")
  gtk_widget_add_css_class(button, "flat")
  Accessible.setLabelAndTooltip(button, tooltip)
  onSignal(button.opaque, "clicked", goBack)
  return button
}
