import CGtk
import CalendarText
import GtkSupport

/// A time zone, shown as a button that opens the list of zones.
@MainActor
final class ZoneField {
  var button: WidgetPointer { pageButton.gtkWidget }
  /// Called with the chosen zone's name; empty for none.
  var onChoose: (String) -> Void = { _ in }
  /// Called with the page of zones to show, or with nil to close it.
  var onShowPage: (EditorPage?) -> Void = { _ in }

  /// The name of a likely zone, offered first.
  var suggested: String

  private let title, noneLabel: String
  private let phrases: Phrases
  private let pageButton = PageButton()
  private var chosenName: String?
  private var list: ZoneList?

  /// - Parameters:
  ///   - title: the title of the list.
  ///   - noneLabel: the label for no zone.
  ///   - suggested: the name of a likely zone, offered first.
  init(title: String, noneLabel: String, suggested: String, phrases: Phrases) {
    (self.title, self.noneLabel, self.suggested, self.phrases) = (title, noneLabel, suggested, phrases)
    pageButton.onOpen = { [weak self] in self?.open() }
  }

  /// Shows a zone by its name; empty for none.
  func setZone(_ zone: String) {
    guard zone != chosenName else { return }
    chosenName = zone
    pageButton.setText(zone.isEmpty ? noneLabel : phrases.zone(zone))
  }

  private func open() {
    let list = ZoneList(
      chosen: chosenName ?? "", suggested: [suggested], noneLabel: noneLabel, phrases: phrases)
    list.onChoose = { [weak self] zone in
      guard let self else { return }
      if zone != self.chosenName { self.onChoose(zone) }
      self.onShowPage(nil)
    }
    list.onCancel = { [weak self] in self?.onShowPage(nil) }
    self.list = list
    onShowPage(
      EditorPage(title: title, content: list.gtkWidget, takeFocus: list.takeFocus, button: button))
  }
}
