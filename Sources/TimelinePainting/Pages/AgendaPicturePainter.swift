import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints an agenda: a title, and below it each day with its events, one line each. A list that is too long for one page is
/// broken between days.
package struct AgendaPicturePainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  package init(palette: Palette, text: TextStyle = TextStyle(), phrases: Phrases = Phrases()) {
    (self.palette, self.text, self.phrases) = (palette, text, phrases)
  }

  /// The width in px of a picture without pages.
  package static let defaultWidth = 640
  /// The size in px of a page in A4.
  package static let pageSize = (width: 794, height: 1123)

  // MARK: Rows

  /// A line of the list.
  enum Row: Hashable, Sendable {
    case title
    case heading(Day, week: Int?)
    case entry(Agenda.Entry, Day)
    case noEvents
    case free(Int)
  }

  /// What is painted below each other on one page.
  package struct Page: Sendable {
    var rows: [Row] = []
    /// The number of lines of events on the pages after this one.
    package var laterCount = 0
    /// The width in px of the widest time in the whole list.
    var widestTime = 0.0
  }

  /// Returns the rows of the title and of each item of the list, which belong together.
  private func groups(of picture: AgendaPicture) -> [[Row]] {
    var groups: [[Row]] = [[.title]]
    var lastWeek: (year: Int, week: Int)?
    for item in picture.agenda.items {
      switch item {
      case .free(let days): groups.append([.free(days.count)])
      case .day(let day, let entries):
        let week = day.isoWeek
        let isNewWeek = lastWeek.map { $0 != week } ?? true
        lastWeek = week
        let heading = Row.heading(day, week: picture.showsWeekNumbers && isNewWeek ? week.week : nil)
        groups.append([heading] + (entries.isEmpty ? [.noEvents] : entries.map { .entry($0, day) }))
      }
    }
    return groups
  }

  /// Returns the pages of the given height in px. A day begins on the page before only if all of its events fit there, unless
  /// they do not even fit on a page of their own; its heading is then repeated.
  package func pages(of picture: AgendaPicture, height: Double) -> [Page] {
    let space = height - 2 * margin
    var pages = [Page()]
    var used = 0.0
    func add(_ row: Row) {
      pages[pages.count - 1].rows.append(row)
      used += self.height(of: row)
    }
    func beginPage() {
      pages.append(Page())
      used = 0
    }
    for group in groups(of: picture) {
      let groupHeight = group.reduce(0) { $0 + self.height(of: $1) }
      if used > 0, used + groupHeight > space, groupHeight <= space { beginPage() }
      for (index, row) in group.enumerated() {
        // A heading stays with the first event.
        let needed = self.height(of: row) + (index == 0 && group.count > 1 ? self.height(of: group[1]) : 0)
        if used + needed > space, index != 1, used > 0 {
          beginPage()
          if index > 1 { add(group[0]) }
        }
        add(row)
      }
    }
    let widestTime = widestTime(of: picture)
    var laterCount = 0
    for index in pages.indices.reversed() {
      (pages[index].laterCount, pages[index].widestTime) = (laterCount, widestTime)
      laterCount += pages[index].rows.count { if case .entry = $0 { true } else { false } }
    }
    return pages
  }

  /// Returns the height in px of a picture with the whole list.
  package func height(of picture: AgendaPicture) -> Int {
    let rows = groups(of: picture).joined().reduce(0) { $0 + height(of: $1) }
    return Int((rows + 2 * margin).rounded(.up))
  }

  // MARK: Sizes

  private let margin = 24.0
  private var titleSize: Double { text.size * 1.4 }
  private var headingSize: Double { text.size * 1.1 }
  private var entryHeight: Double { AllDayPainter.laneHeight(text: text) + 4 }

  private func height(of row: Row) -> Double {
    switch row {
    case .title: (TextLayout("A", style: text, size: titleSize, weight: .bold).size.height + 4).rounded(.up)
    case .heading:
      (TextLayout("A", style: text, size: headingSize, weight: .bold).size.height + 20).rounded(.up)
    case .entry: entryHeight
    case .noEvents: (TextMetrics.lineHeight(text) + 4).rounded(.up)
    case .free: (TextMetrics.lineHeight(text) + 14).rounded(.up)
    }
  }

  // MARK: Painting

  /// Paints a page, including its background, into a rectangle of `width` by `height` px at the canvas's origin.
  package func paint(
    _ page: Page, of picture: AgendaPicture, width: Double, height: Double, on canvas: Canvas
  ) {
    let whole = Rectangle(x: 0, y: 0, width: width, height: height)
    // At most two fifths of the list.
    let timeWidth = min(page.widestTime.rounded(.up), max(0, (width - 2 * margin) * 0.4))
    canvas.clipped(to: whole) {
      canvas.fill(whole, palette.background)
      var y = margin
      for row in page.rows {
        paint(row, of: picture, y: y, width: width, timeWidth: timeWidth, on: canvas)
        y += self.height(of: row)
      }
    }
  }

  /// Paints how many events are on later pages into the lower margin of a page.
  package func paintLaterCount(of page: Page, width: Double, height: Double, on canvas: Canvas) {
    guard page.laterCount > 0 else { return }
    let label = TextLayout(phrases.laterCount(page.laterCount), style: text, size: text.smallSize)
    draw(
      label, y: height - margin + (margin - label.size.height) / 2, width: width, palette.dimForeground,
      on: canvas)
  }

  private func paint(
    _ row: Row, of picture: AgendaPicture, y: Double, width: Double, timeWidth: Double, on canvas: Canvas
  ) {
    switch row {
    case .title:
      let title = phrases.shortDates(picture.days.lowerBound, picture.days.upperBound.adding(days: -1))
      draw(
        TextLayout(title, style: text, size: titleSize, weight: .bold), y: y, width: width,
        palette.foreground,
        on: canvas)
    case .heading(let day, let week):
      let label = TextLayout(phrases.date(day), style: text, size: headingSize, weight: .bold)
      let color = day == picture.today ? palette.accentText : palette.foreground
      let top = y + height(of: row) - label.size.height - 4
      draw(label, y: top, width: width, color, on: canvas)
      guard let week else { return }
      let weekLabel = TextLayout(phrases.week(week), style: text, size: text.smallSize)
      guard label.size.width + weekLabel.size.width + 24 <= width - 2 * margin else { return }
      let x = text.isRightToLeft ? margin : width - margin - weekLabel.size.width
      canvas.draw(weekLabel, x: x, y: top + label.baseline - weekLabel.baseline, palette.dimForeground)
    case .entry(let entry, let day):
      paint(entry, on: day, of: picture, y: y, width: width, timeWidth: timeWidth, canvas)
    case .noEvents:
      draw(TextLayout(phrases.noEvents, style: text), y: y, width: width, palette.dimForeground, on: canvas)
    case .free(let count):
      let label = TextLayout(phrases.freeDays(count), style: text)
      draw(label, y: y + 10, width: width, palette.dimForeground, on: canvas)
    }
  }

  /// Draws a line of text at the beginning of the page.
  private func draw(_ label: TextLayout, y: Double, width: Double, _ color: PaintColor, on canvas: Canvas) {
    let space = max(0, width - 2 * margin)
    if label.size.width > space { label.fit(width: space, lines: 1) }
    let x = text.isRightToLeft ? width - margin - label.size.width : margin
    canvas.draw(label, x: x, y: canvas.snapped(y), color)
  }

  // MARK: Events

  private let timeGap = 12.0

  private func timeLabel(_ entry: Agenda.Entry, on day: Day) -> TextLayout {
    label(ofTime: phrases.blockTime(entry.occurrence, on: day))
  }

  private func label(ofTime time: String) -> TextLayout {
    TextLayout(time, style: text, hasTabularFigures: true)
  }

  private func widestTime(of picture: AgendaPicture) -> Double {
    var widest = 0.0
    for case .day(let day, let entries) in picture.agenda.items {
      for entry in entries { widest = max(widest, timeLabel(entry, on: day).size.width) }
    }
    return widest
  }

  private func paint(
    _ entry: Agenda.Entry, on day: Day, of picture: AgendaPicture, y: Double, width: Double,
    timeWidth: Double,
    _ canvas: Canvas
  ) {
    var content = BlockContent(entry.occurrence, on: day, now: picture.now, phrases: phrases)
    // A night is not worth counting.
    let position =
      entry.occurrence.isInAllDayRow && entry.dayCount > 1
      ? phrases.dayOfEvent(entry.dayNumber, of: entry.dayCount) : ""
    // Beside the title, a block shows its time, which has its own column here.
    (content.timeText, content.startText) =
      (phrases.listed([content.location, position].filter { !$0.isEmpty }), position)
    content.location = ""
    content.continuesBefore = entry.dayNumber > 1
    content.continuesAfter = entry.dayNumber < entry.dayCount
    let blockX = margin + timeWidth + timeGap
    let blockWidth = width - margin - blockX
    guard blockWidth > 0 else { return }
    canvas.translated(x: text.isRightToLeft ? margin : blockX, y: canvas.snapped(y)) {
      BlockPainter(flow: .horizontal).paint(
        content, .resting, width: blockWidth, height: entryHeight, on: canvas, palette: palette, text: text)
    }
    var label = timeLabel(entry, on: day)
    // A shortened time would be misread.
    if label.size.width > timeWidth {
      label = self.label(ofTime: phrases.blockStart(entry.occurrence, on: day)).fit(
        width: timeWidth, lines: 1)
    }
    let x = text.isRightToLeft ? width - margin - label.size.width : margin
    let top = y + BlockPainter.titleTop(height: entryHeight, text: text, isBar: true)
    canvas.draw(
      label, x: x, y: canvas.snapped(top), content.isPast ? palette.dimForeground : palette.foreground)
  }
}
