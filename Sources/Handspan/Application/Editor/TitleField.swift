import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The field for the title of an event, with a button before it that discloses a row of icons. In the file
/// both are stored in SUMMARY.
@MainActor
final class TitleField {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  let field = TextField()
  let icons = Disclosure()
  /// Called with the complete SUMMARY at each key press.
  var onType: (String) -> Void = { _ in }
  /// Called with the complete SUMMARY when an icon is chosen.
  var onChoose: (String) -> Void = { _ in }

  private let phrases: Phrases
  private var parts = IconTitle("")
  private var ribbon: IconRibbon?
  private let iconLabel = created(gtk_label_new(nil))
  private let noIconImage = created(gtk_image_new_from_icon_name("face-smile-symbolic"))
  private let iconStack = created(gtk_stack_new())

  init(phrases: Phrases) {
    self.phrases = phrases
    for child in [iconLabel, noIconImage] { gtk_stack_add_child(iconStack.opaque, child) }
    gtk_button_set_child(icons.button.as(GtkButton.self), iconStack)
    gtk_widget_set_tooltip_text(icons.button, phrases.translator.tr("Icon"))
    Accessible.setLabel(icons.button, phrases.translator.tr("Icon"))
    icons.makeContent = { [weak self] in self?.makeRibbon() }
    icons.onOpen = { [weak self] in self?.ribbon?.takeFocus() }
    gtk_widget_set_hexpand(field.pointer, 1)
    for widget in [icons.button, field.pointer] { gtk_box_append(pointer.as(GtkBox.self), widget) }
    field.onType = { [weak self] title in
      guard let self else { return }
      self.parts.title = title
      self.onType(self.parts.summary)
    }
  }

  private func makeRibbon() -> WidgetPointer {
    let made = IconRibbon(phrases: phrases, icon: parts.icon)
    made.onCommit = { [weak self] icon in
      guard let self else { return }
      self.parts.icon = icon
      self.showIcon()
      self.onChoose(self.parts.summary)
    }
    ribbon = made
    return made.pointer
  }

  /// Shows a SUMMARY. An icon that was typed into the title stays in the title.
  func setTitle(_ summary: String) {
    if parts.summary != summary {
      parts = IconTitle(summary)
      field.text = parts.title
    }
    showIcon()
    ribbon?.select(parts.icon)
  }

  /// Ends the ribbon's motion at once, at the value that it is moving to.
  func finishMotion() { ribbon?.finish() }

  private func showIcon() {
    gtk_label_set_text(iconLabel.opaque, parts.icon.map(String.init) ?? "")
    gtk_stack_set_visible_child(iconStack.opaque, parts.icon == nil ? noIconImage : iconLabel)
    let name = parts.icon.map(phrases.name(of:)) ?? phrases.translator.tr("No icon")
    Accessible.setDescription(icons.button, name)
  }
}
