import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import FoundationEssentials
import GtkSupport
import TimelinePainting
import TimelineWidgets
import UserSettings

/// Prints and exports the visible page of a window.
@MainActor
final class PrintExport {
  private let window: WidgetPointer
  private let session: CalendarSession
  private let view: ViewStack
  private let preferences: Preferences
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ view: ViewStack,
    _ preferences: Preferences,
    _ dialogs: WindowDialogs, _ toasts: WindowToasts
  ) {
    (self.window, self.session, self.view) = (window, session, view)
    (self.preferences, self.dialogs, self.toasts) = (preferences, dialogs, toasts)
  }

  /// The visible page, without the current time, which would soon be out of date.
  private var page: CalendarPage {
    let days = view.shownDays
    var page = CalendarPage(
      days: days, occurrences: session.occurrences(in: days), zone: session.displayZone,
      workingMinutes: preferences.workingMinutes, weekNumber: weekNumber,
      secondZone: preferences.secondZone)
    page.weekend = LocaleFacts.weekend
    return page
  }

  /// The number of the visible week; nil if week numbers are disabled.
  private var weekNumber: Int? {
    guard preferences[Preferences.showsWeekNumbers] else { return nil }
    let firstDay = view.shownDays.lowerBound
    let pages = DayPaging(
      view.shownView, firstWeekday: preferences.firstWeekday, workdays: preferences.workdays,
      anchor: firstDay)
    return pages.isoWeek(ofPage: pages.page(containing: firstDay)).week
  }

  private var pagePainter: PagePainter {
    let isRightToLeft = gtk_widget_get_direction(window) == GTK_TEXT_DIR_RTL
    return PagePainter(
      palette: .light, text: TextStyle(isRightToLeft: isRightToLeft), phrases: session.phrases)
  }

  func printPage() {
    let name = "Handspan – " + session.phrases.shownDays(view.shownDays)
    PagePrintJob(page, painter: pagePainter, name: name).run(over: window) { [weak self] reason in
      guard let self else { return }
      self.toasts.showToast(
        self.session.phrases.translator.tr("Printing failed: {reason}", ["reason": reason]))
    }
  }

  func exportPage() {
    let t = session.phrases.translator
    let (page, painter) = (page, pagePainter)
    dialogs.choose(
      .pictures(t), title: t.tr("Export View"), name: "\(page.days.lowerBound).png",
      acceptLabel: t.tr("_Export")
    ) { [weak self] path in
      Task { await self?.export(page, painter, to: path) }
    }
  }

  private func export(_ page: CalendarPage, _ painter: PagePainter, to chosenPath: String) async {
    let t = session.phrases.translator
    // If the name has no supported extension, one is added. The dialog did not ask whether a file with the
    // new name may be replaced, so an existing file is kept.
    let path = Picture.Format(path: chosenPath) == nil ? chosenPath + ".png" : chosenPath
    let isTaken = await Task.detached {
      path != chosenPath && FileManager.default.fileExists(atPath: path)
    }.value
    guard !isTaken else {
      toasts.showToast(
        t.tr("“{path}” already exists. Enter its full name to replace it.", ["path": path]))
      return
    }
    let isWritten = await Task.detached { PrintExport.write(page, painter, to: path) }.value
    toasts.showToast(
      isWritten
        ? t.tr("Exported to “{path}”", ["path": path])
        : t.tr("“{path}” cannot be written. Choose another folder.", ["path": path]))
  }

  /// Paints and writes the picture. Call this on a background thread.
  ///
  /// - Returns: whether the picture was written.
  private nonisolated static func write(
    _ page: CalendarPage, _ painter: PagePainter, to path: String
  ) -> Bool {
    guard let format = Picture.Format(path: path) else { return false }
    let size = painter.defaultSize(of: page)
    do throws(PictureFailure) {
      // PNG files have twice the resolution of a standard screen. The other formats are vector graphics.
      try Picture.write(
        to: path, format: format, width: size.width, height: size.height, scale: format == .png ? 2 : 1
      ) { painter.paint(page, width: Double(size.width), height: Double(size.height), on: $0) }
      return true
    } catch {
      return false
    }
  }
}
