import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import TimelinePainting

/// `handspan render`: renders one or more days as a picture, laid out as in print.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Paint a day, a week or what is between to a picture.",
    discussion: """
      Paints the events of a day, or of several side by side, without a display. The file's ending says what is \
      written: .png (pixels), .svg or .pdf (shapes, sharp at any size).

      A week is the one that has --date, and begins as weeks do in your language. Three days begin with --date.

      A picture tall enough for it shows the whole day, a lower one the working hours and every event. The \
      present moment is left out, so that the same days give the same picture; --now marks it.
      """)

  @Argument(help: ArgumentHelp("Calendar files and folders.", valueName: "PATH"))
  var paths: [String]

  @Option(help: ArgumentHelp("The day, or one of the week.", valueName: "YYYY-MM-DD"))
  var date: Day

  @Option(help: ArgumentHelp("What to show: day, 3day, workweek or week.", valueName: "view"))
  var view: CalendarView = .day

  @Option(
    help: ArgumentHelp("Width and height in px: 800x1000 for a day, 1200x900 for more.", valueName: "WxH"))
  var size: SizeArgument?

  @Option(help: ArgumentHelp("Device pixels to a px, 1 to 8.", valueName: "N"))
  var scale = 1

  @Flag(help: "Paint light text on a dark sheet.")
  var dark = false

  @Flag(help: "Name the week's number, by ISO 8601.")
  var weekNumber = false

  @Flag(help: "Mark the present moment, and let what is over step back.")
  var now = false

  @Option(
    help: ArgumentHelp(
      "The zone whose day is meant, as Europe/Berlin; the system's unless given.", valueName: "TZ")
  )
  var zone: ZoneArgument?

  @Option(help: ArgumentHelp("A zone whose hours stand beside them.", valueName: "TZ"))
  var secondZone: ZoneArgument?

  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the picture.", valueName: "FILE"))
  var output: String

  func validate() throws {
    guard (1...8).contains(scale) else { throw ValidationError("--scale has to be from 1 to 8.") }
    guard Picture.Format(path: output) != nil else {
      throw ValidationError("-o \(output) has to end in .png, .svg or .pdf.")
    }
  }

  func run() throws {
    let zone = zone?.zone ?? SystemZones.shared.local
    let snapshot = try StoreAccess(paths: paths, zone: zone).snapshot
    for error in snapshot.failures { CommandFailure.say(error.message(Language.translator)) }
    guard snapshot.failures.count < paths.count else { throw CommandFailure.failed(nil) }

    let calendar = PageCalendar(view, firstWeekday: Language.firstWeekday, anchor: date)
    let number = calendar.page(containing: date)
    let days = calendar.days(ofPage: number)
    let page = CalendarPage(
      days: days, occurrences: snapshot.index.occurrences(in: days), zone: zone,
      now: now ? Instant(seconds: time(nil)) : nil,
      weekNumber: weekNumber ? calendar.isoWeek(ofPage: number).week : nil, secondZone: secondZone?.zone)
    // The picture uses the user's language and clock format, as the window does.
    try write(page, phrases: Language.shownPhrases)
    if !snapshot.failures.isEmpty { throw CommandFailure.failed(nil) }
  }

  private func write(_ page: CalendarPage, phrases: Phrases) throws {
    guard let format = Picture.Format(path: output) else { return }
    let (width, height) = size.map { ($0.width, $0.height) } ?? page.usualSize
    let painter = PagePainter(palette: dark ? .dark : .light, phrases: phrases)
    do throws(PictureFailure) {
      try Picture.write(
        to: output, format: format, width: width, height: height, scale: scale
      ) { canvas in
        painter.paint(page, width: Double(width), height: Double(height), on: canvas)
      }
    } catch {
      throw CommandFailure.failed(error.message(Language.translator))
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
      (1...Picture.limit).contains(width), (1...Picture.limit).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
  var defaultValueDescription: String { description }
}
