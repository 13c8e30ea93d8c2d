import CGtk
import CalendarText
import GtkSupport

/// The header of a month calendar: the title, which is a button for choosing a month of the year, and
/// the buttons for the previous month, today and the next month.
///
/// If the title and the buttons do not fit into one row, the buttons are below the title.
@MainActor
final class MonthHeader: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanMonthHeader", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// Called when the next (1) or the previous (-1) month or year is requested.
  var onTurn: (Int) -> Void = { _ in }
  /// Called when the current month is requested.
  var onToday: () -> Void = {}
  /// Called when the user has toggled the title button; the argument is whether the button is now active.
  var onToggle: (Bool) -> Void = { _ in }

  let titleButton = nonNull(gtk_toggle_button_new())
  let previousButton = iconButton("go-previous-symbolic")
  let nextButton = iconButton("go-next-symbolic")
  let todayButton: WidgetPointer
  private let titleLabel = nonNull(gtk_label_new(nil))
  private let buttons = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let style: MonthStyle
  private var isUpdating = false

  init(style: MonthStyle) {
    self.style = style
    let translator = style.phrases.translator
    todayButton = nonNull(gtk_button_new_with_label(translator.tr("Today")))
    super.init(MonthHeader.widgetClass)
    gtk_label_set_ellipsize(titleLabel.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(titleButton.as(GtkButton.self), titleLabel)
    gtk_widget_add_css_class(titleButton, "month-title")
    gtk_widget_set_tooltip_text(titleButton, translator.tr("Choose a Month"))
    // When the buttons are below the title, they fill the whole width.
    gtk_widget_set_hexpand(todayButton, 1)
    for button in [previousButton, todayButton, nextButton] {
      gtk_box_append(buttons.as(GtkBox.self), button)
    }
    for widget in [titleButton, previousButton, todayButton, nextButton] {
      gtk_widget_add_css_class(widget, "flat")
    }
    add(titleButton)
    add(buttons)
    onSignal(previousButton.opaque, "clicked") { [weak self] in self?.onTurn(-1) }
    onSignal(nextButton.opaque, "clicked") { [weak self] in self?.onTurn(1) }
    onSignal(todayButton.opaque, "clicked") { [weak self] in self?.onToday() }
    onSignal(titleButton.opaque, "toggled") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.onToggle(gtk_toggle_button_get_active(self.titleButton.as(GtkToggleButton.self)) != 0)
    }
    setChoosingMonth(false)
  }

  /// The title: a month, or a year while its months are shown.
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      gtk_label_set_text(titleLabel.opaque, text)
      Accessible.setLabel(titleButton, text)
    }
  }

  /// Updates the title and the buttons according to whether the months of a year are shown.
  func setChoosingMonth(_ isChoosingMonth: Bool) {
    isUpdating = true
    gtk_toggle_button_set_active(titleButton.as(GtkToggleButton.self), isChoosingMonth.gboolean)
    isUpdating = false
    for (button, isForward) in [(previousButton, false), (nextButton, true)] {
      Accessible.setLabelAndTooltip(
        button, style.phrases.turnButtonName(forward: isForward, byYears: isChoosingMonth))
    }
  }

  /// Returns a button whose icon is hidden from assistive technology.
  private static func iconButton(_ icon: String) -> WidgetPointer {
    let (button, image) = (nonNull(gtk_button_new()), nonNull(gtk_image_new_from_icon_name(icon)))
    Accessible.setHidden(image, true)
    gtk_button_set_child(button.as(GtkButton.self), image)
    gtk_widget_add_css_class(button, "image-button")
    return button
  }

  // MARK: Layout

  private func naturalSize(_ widget: WidgetPointer) -> (width: Int, height: Int) {
    var size = GtkRequisition()
    gtk_widget_get_preferred_size(widget, nil, &size)
    return (Int(size.width), Int(size.height))
  }

  /// The width of the title button with the longest title, in px.
  private var titleWidth: Int {
    var labelSize = GtkRequisition()
    gtk_widget_get_preferred_size(titleLabel, nil, &labelSize)
    return naturalSize(titleButton).width - Int(labelSize.width) + Int(style.maximumTitleWidth.rounded(.up))
      + 2
  }

  /// The width of a row with the longest title and the buttons, in px.
  var rowWidth: Int { titleWidth + naturalSize(buttons).width }

  private func isStacked(width: Int) -> Bool { rowWidth > width }

  /// Returns the natural height for a width, in px.
  func height(forWidth width: Int) -> Int {
    let (titleHeight, buttonHeight) = (naturalSize(titleButton).height, naturalSize(buttons).height)
    return isStacked(width: width) ? titleHeight + buttonHeight : max(titleHeight, buttonHeight)
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    if isVertical {
      let height = height(forWidth: size >= 0 ? size : width)
      return (height, height)
    }
    let buttonsWidth = naturalSize(buttons).width
    return (buttonsWidth, max(buttonsWidth, titleWidth))
  }

  override func allocate(width: Int, height: Int) {
    let (titleSize, buttonSize) = (naturalSize(titleButton), naturalSize(buttons))
    let isStacked = isStacked(width: width)
    let titleWidth = min(titleSize.width, isStacked ? width : width - buttonSize.width)
    let rowHeight = isStacked ? titleSize.height : height
    allocate(
      titleButton, x: Double(isRightToLeft ? width - titleWidth : 0), y: 0, width: titleWidth,
      height: rowHeight)
    let buttonWidth = isStacked ? width : buttonSize.width
    allocate(
      buttons, x: Double(isRightToLeft ? 0 : width - buttonWidth), y: isStacked ? Double(rowHeight) : 0,
      width: buttonWidth, height: isStacked ? height - rowHeight : height)
  }
}
