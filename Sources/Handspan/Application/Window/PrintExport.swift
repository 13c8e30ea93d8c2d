import CGtk
import CalendarModel
import CalendarText
import FoundationEssentials
import GtkSupport
import TimelinePainting

// What is shown, on paper and in a file.
extension MainWindow {
  /// The page that is shown; the present moment is left out, for it will be past.
  private var page: CalendarPage {
    let days = timeline.shownDays
    let start = Int(preferences[Preferences.workingHoursStart])
    return CalendarPage(
      days: days, occurrences: session.occurrences(in: days), zone: session.displayZone,
      workingMinutes: start..<max(start, Int(preferences[Preferences.workingHoursEnd])),
      weekNumber: weekNumber, secondZone: secondZone)
  }

  private var pagePainter: PagePainter {
    let isRightToLeft = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
    return PagePainter(
      palette: .light, text: TextStyle(isRightToLeft: isRightToLeft), phrases: phrases)
  }

  func printPage() {
    let name = "Handspan – " + phrases.shownDays(timeline.shownDays)
    PagePrint(page, painter: pagePainter, name: name).run(over: pointer) { [weak self] reason in
      guard let self else { return }
      self.show(notice: self.phrases.translator.tr("Printing failed: {reason}", ["reason": reason]))
    }
  }

  func exportPage() {
    let t = phrases.translator
    let (page, painter) = (page, pagePainter)
    choose(
      .pictures(t), title: t.tr("Export what is shown"), name: "\(page.days.lowerBound).png",
      accept: t.tr("_Export")
    ) { [weak self] path in
      Task { await self?.export(page, painter, to: path) }
    }
  }

  private func export(_ page: CalendarPage, _ painter: PagePainter, to chosen: String) async {
    let t = phrases.translator
    // A name without an ending gets one; the dialog has not asked whether that file may be replaced.
    let path = Picture.Format(path: chosen) == nil ? chosen + ".png" : chosen
    let isTaken = await Task.detached { path != chosen && FileManager.default.fileExists(atPath: path) }.value
    guard !isTaken else {
      show(
        notice: t.tr("“{path}” exists already. Choose it by its whole name to replace it.", ["path": path]))
      return
    }
    let isWritten = await Task.detached { MainWindow.write(page, painter, to: path) }.value
    show(
      notice: isWritten
        ? t.tr("Exported to “{path}”", ["path": path])
        : t.tr("“{path}” cannot be written. Choose another folder.", ["path": path]))
  }

  /// Paints and writes; not on the main thread.
  private nonisolated static func write(
    _ page: CalendarPage, _ painter: PagePainter, to path: String
  ) -> Bool {
    guard let format = Picture.Format(path: path) else { return false }
    let size = page.usualSize
    do throws(Picture.Failure) {
      // Twice as fine as a plain screen; shapes have no pixels.
      try Picture.write(
        to: path, format: format, width: size.width, height: size.height, scale: format == .png ? 2 : 1
      ) { painter.paint(page, width: Double(size.width), height: Double(size.height), on: $0) }
      return true
    } catch {
      return false
    }
  }
}
