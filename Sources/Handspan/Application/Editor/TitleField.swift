import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The field for the title of an event, with a button before it that discloses a row of icons. In the file,
/// the icon and the title are both stored in SUMMARY.
@MainActor
final class TitleField {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  let field = TextField()
  let iconDisclosure = Disclosure()
  /// Called with the complete SUMMARY whenever the user changes the text.
  var onType: (String) -> Void = { _ in }
  /// Called with the complete SUMMARY when the user has chosen an icon.
  var onChoose: (String) -> Void = { _ in }

  private let phrases: Phrases
  private var iconTitle = IconTitle("")
  private var ribbon: IconRibbon?
  private let iconLabel = nonNull(gtk_label_new(nil))
  private let noIconImage = nonNull(gtk_image_new_from_icon_name("face-smile-symbolic"))

  init(phrases: Phrases) {
    self.phrases = phrases
    let buttonContent = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_set_halign(buttonContent, GTK_ALIGN_CENTER)
    for child in [iconLabel, noIconImage] {
      Accessible.setHidden(child, true)
      gtk_box_append(buttonContent.as(GtkBox.self), child)
    }
    gtk_button_set_child(iconDisclosure.button.as(GtkButton.self), buttonContent)
    Accessible.setLabelAndTooltip(iconDisclosure.button, phrases.translator.tr("Icon"))
    iconDisclosure.makeContent = { [weak self] in self?.makeRibbon() }
    iconDisclosure.onOpen = { [weak self] in self?.ribbon?.takeFocus() }
    gtk_widget_set_hexpand(field.gtkWidget, 1)
    for widget in [iconDisclosure.button, field.gtkWidget] {
      gtk_box_append(gtkWidget.as(GtkBox.self), widget)
    }
    field.onType = { [weak self] title in
      guard let self else { return }
      self.iconTitle.title = title
      self.onType(self.iconTitle.summary)
    }
  }

  private func makeRibbon() -> WidgetPointer {
    let newRibbon = IconRibbon(phrases: phrases, icon: iconTitle.icon)
    newRibbon.onCommit = { [weak self] icon in
      guard let self else { return }
      self.iconTitle.icon = icon
      self.showIcon()
      self.onChoose(self.iconTitle.summary)
    }
    ribbon = newRibbon
    return newRibbon.gtkWidget
  }

  /// Shows a SUMMARY. An icon that was typed into the title stays in the title.
  func setTitle(_ summary: String) {
    if iconTitle.summary != summary {
      iconTitle = IconTitle(summary)
      field.text = iconTitle.title
    }
    showIcon()
    ribbon?.select(iconTitle.icon)
  }

  /// Finishes the ribbon's motion immediately, at its target value.
  func finishMotion() { ribbon?.finish() }

  private func showIcon() {
    gtk_label_set_text(iconLabel.opaque, iconTitle.icon.map(String.init) ?? "")
    gtk_widget_set_visible(iconLabel, (iconTitle.icon != nil).gboolean)
    gtk_widget_set_visible(noIconImage, (iconTitle.icon == nil).gboolean)
    let name = iconTitle.icon.map(phrases.name(of:)) ?? phrases.translator.tr("No icon")
    Accessible.setDescription(iconDisclosure.button, name)
  }
}
