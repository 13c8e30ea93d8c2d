import ArgumentParser
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import Glibc
import TimelinePainting
import UserSettings

/// `handspan render`: renders one or more days as a picture, in the layout that is also used for printing.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render one day, several days, a month or an agenda as a picture.",
    discussion: """
      Renders the events of one day, of several days side by side, of a month, or as a list. No display is needed. The \
      extension of FILE selects the format: .png (pixels), .svg or .pdf (vector graphics).

      The views week and workweek show the week that contains --date. Its first day depends on your locale. The \
      view 3day starts with --date. The view month shows whole weeks; a day that has no space for all of its events \
      says how many more there are. The view agenda lists the events of the four weeks that begin with --date; an event of \
      several days is listed on its first day and, with --now, today. A PDF of it has as many pages as it needs, and is \
      broken between days.

      In the other views, a picture that is tall enough shows the whole day, otherwise the working hours and all events. If it is \
      too low for all events, each day says how many are earlier or later. The current time is not marked unless you pass --now, so that the same days always give the same picture. \
      Calendars have the colors that they have in the window.
      """)

  @Argument(help: ArgumentHelp("Calendar files and folders, or their IDs.", valueName: "PATH"))
  var paths: [String] = []

  @Flag(help: "Render a sample calendar instead.")
  var sample = false

  @Option(
    help: ArgumentHelp(
      "The day to show, or any day of the week or month to show. The default is today.",
      valueName: "YYYY-MM-DD"))
  var date: Day?

  @Option(help: ArgumentHelp("The view: day, 3day, workweek, week, month or agenda.", valueName: "VIEW"))
  var view: RenderedView = .days(.day)

  @Option(
    help: ArgumentHelp(
      """
      The width and height in px. The default is 800x1000 for a day and 1200x900 for several days, or higher if \
      the events need it; a month is always 1200x900. An agenda is 640 px wide and as high as it needs to be, or in a \
      PDF on pages in A4.
      """,
      valueName: "WxH"))
  var size: SizeArgument?

  @Option(help: ArgumentHelp("The number of device pixels per px, from 1 to 8.", valueName: "N"))
  var scale = 1

  @Flag(help: "Use light text on a dark background.")
  var dark = false

  @Flag(help: "Show ISO 8601 week numbers.")
  var weekNumber = false

  @Flag(help: "Mark the current time, and dim past events.")
  var now = false

  @Option(
    help: ArgumentHelp(
      "The time zone of the days, such as Europe/Berlin. The default is the system's time zone.",
      valueName: "TZ")
  )
  var zone: ZoneArgument?

  @Option(
    help: ArgumentHelp(
      "A second time zone, whose hours are shown beside the first; not in a month or an agenda.",
      valueName: "TZ"))
  var secondZone: ZoneArgument?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var output: String

  func validate() throws {
    let t = Language.translator
    guard paths.isEmpty == sample else {
      throw ValidationError(t.tr("Pass either calendars or --sample."))
    }
    guard (1...8).contains(scale) else { throw ValidationError(t.tr("--scale must be from 1 to 8.")) }
    if secondZone != nil {
      switch view {
      case .days: break
      case .month:
        throw ValidationError(t.tr("A month shows no hours, so --second-zone has no effect on it."))
      case .agenda:
        throw ValidationError(t.tr("An agenda shows no hours, so --second-zone has no effect on it."))
      }
    }
    guard Picture.Format(path: output) != nil else {
      throw ValidationError(t.tr("-o {file} must end in .png, .svg or .pdf.", ["file": output]))
    }
  }

  func run() throws {
    let zone = zone?.zone ?? SystemZones.shared.local
    let date = date ?? zone.time(at: Instant(seconds: time(nil))).wall.day
    let sampleFile = try sample ? makeSample(for: date) : nil
    defer { if let sampleFile { SampleCalendar.remove(sampleFile) } }
    let paths = sampleFile.map { [$0.path] } ?? paths
    let snapshot = try StoreAccess(paths: paths, zone: zone).snapshot.withDisplayedNamesAndColors()
    for error in snapshot.failures { TerminalOutput.printError(KnownCalendars.message(for: error)) }
    guard snapshot.failures.count < paths.count else { throw CommandFailure.failed(nil) }

    // The picture uses the user's language and clock format, like the window.
    let phrases = Language.isolatingPhrases
    let now = now ? Instant(seconds: time(nil)) : nil
    switch view {
    case .days(let kind): try render(kind, date, snapshot.index, zone, now, phrases)
    case .month: try renderMonth(of: date, snapshot.index, zone, now, phrases)
    case .agenda: try renderAgenda(from: date, snapshot.index, zone, now, phrases)
    }
    if !snapshot.failures.isEmpty { throw CommandFailure.failed(nil) }
  }

  private func render(
    _ kind: ViewKind, _ date: Day, _ index: OccurrenceIndex, _ zone: Zone, _ now: Instant?, _ phrases: Phrases
  ) throws {
    let dayPaging = DayPaging(
      kind, firstWeekday: Language.firstWeekday, workdays: LocaleFacts.workdays, anchor: date)
    let pageNumber = dayPaging.page(containing: date)
    let days = dayPaging.days(ofPage: pageNumber)
    var page = CalendarPage(
      days: days, occurrences: index.occurrences(in: days), zone: zone, now: now,
      weekNumber: weekNumber ? dayPaging.isoWeek(ofPage: pageNumber).week : nil, secondZone: secondZone?.zone)
    page.weekend = LocaleFacts.weekend
    let painter = PagePainter(palette: palette, phrases: phrases)
    try write(defaultSize: painter.defaultSize(of: page)) { width, height, canvas in
      painter.paint(page, width: width, height: height, on: canvas)
    }
  }

  private func renderMonth(
    of date: Day, _ index: OccurrenceIndex, _ zone: Zone, _ now: Instant?, _ phrases: Phrases
  ) throws {
    let grid = MonthGrid(Month(containing: date), firstWeekday: Language.firstWeekday)
    var page = MonthPicture(grid, occurrences: index.occurrences(in: MonthPicture.days(of: grid)))
    (page.now, page.today) = (now, now.map { zone.time(at: $0).wall.day })
    (page.weekend, page.showsWeekNumbers) = (LocaleFacts.weekend, weekNumber)
    let painter = MonthPicturePainter(palette: palette, phrases: phrases)
    try write(defaultSize: MonthPicturePainter.defaultSize) { width, height, canvas in
      painter.paint(page, width: width, height: height, on: canvas)
    }
  }

  /// The number of days in an agenda.
  private static let agendaDayCount = 28

  private func renderAgenda(
    from date: Day, _ index: OccurrenceIndex, _ zone: Zone, _ now: Instant?, _ phrases: Phrases
  ) throws {
    let lastDay = min(Day.latest, date.adding(days: Self.agendaDayCount - 1))
    let days = date..<lastDay.adding(days: 1)
    var page = AgendaPicture(
      index.occurrences(in: days), in: days, today: now.map { zone.time(at: $0).wall.day })
    (page.now, page.showsWeekNumbers) = (now, weekNumber)
    let painter = AgendaPicturePainter(palette: palette, phrases: phrases)
    guard let format = Picture.Format(path: output) else { return }
    let size =
      if let size { (width: size.width, height: size.height) } else if format == .pdf {
        AgendaPicturePainter.pageSize
      } else {
        (
          width: AgendaPicturePainter.defaultWidth,
          height: min(painter.height(of: page), Picture.maximumSize / scale)
        )
      }
    let (width, height) = (Double(size.width), Double(size.height))
    let pages = painter.pages(of: page, height: height)
    try write(format, size, pageCount: pages.count) { index, canvas in
      painter.paint(pages[index], of: page, width: width, height: height, on: canvas)
      if format != .pdf {
        painter.paintLaterCount(of: pages[index], width: width, height: height, on: canvas)
      }
    }
  }

  private func makeSample(for day: Day) throws -> URL {
    let t = Language.translator
    do throws(OpeningFailure) {
      return try SampleCalendar.write(today: day, tr: { t.tr($0) })
    } catch {
      throw CommandFailure.failed(error.message(t))
    }
  }

  private var palette: Palette { dark ? .dark : .light }

  /// Writes a picture that `paint` paints at the given width and height in px.
  private func write(
    defaultSize: (width: Int, height: Int), _ paint: (_ width: Double, _ height: Double, Canvas) -> Void
  ) throws {
    guard let format = Picture.Format(path: output) else { return }
    let size = size.map { (width: $0.width, height: $0.height) } ?? defaultSize
    try write(format, size, pageCount: 1) { _, canvas in
      paint(Double(size.width), Double(size.height), canvas)
    }
  }

  /// Writes pages of the given width and height in px.
  private func write(
    _ format: Picture.Format, _ size: (width: Int, height: Int), pageCount: Int,
    _ paint: (_ page: Int, Canvas) -> Void
  ) throws {
    do throws(PictureFailure) {
      try Picture.write(
        to: output, format: format, width: size.width, height: size.height, scale: scale,
        pageCount: pageCount,
        paint: paint)
    } catch {
      throw CommandFailure.failed(error.message(Language.translator))
    }
  }
}

/// What a picture shows: a view of the window, a month or an agenda.
enum RenderedView: ExpressibleByArgument, Hashable {
  case days(ViewKind)
  case month
  case agenda

  init?(argument: String) {
    switch argument {
    case "month": self = .month
    case "agenda": self = .agenda
    default:
      guard let kind = ViewKind(rawValue: argument) else { return nil }
      self = .days(kind)
    }
  }

  static var allValueStrings: [String] { ViewKind.allCases.map(\.rawValue) + ["month", "agenda"] }

  var defaultValueDescription: String {
    switch self {
    case .days(let kind): kind.rawValue
    case .month: "month"
    case .agenda: "agenda"
    }
  }
}

/// A size in px, written as 800x1000.
struct SizeArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Picture.maximumSize).contains(width), (1...Picture.maximumSize).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
  var defaultValueDescription: String { description }
}
