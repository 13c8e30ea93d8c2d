import CalendarModel
import Foundation
import Testing
import TimelinePainting

@testable import Handspan

/// Pages as a printer would get them.
@MainActor @Suite struct PagePrintTests {
  /// The PDF of so many days from 5 January 2026.
  private func sheet(days: Int) throws -> String {
    let path = NSTemporaryDirectory() + "handspan-print-\(UUID().uuidString).pdf"
    defer { unlink(path) }
    let first = try #require(Day("2026-01-05"))
    let page = CalendarPage(days: first..<first.adding(days: days), occurrences: [], zone: .utc)
    let print = PagePrint(page, painter: PagePainter(palette: .light), name: "Test")
    #expect(print.export(to: path))
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Width and height of the first page in points.
  private func size(_ pdf: String) throws -> (width: Double, height: Double) {
    let box = try #require(pdf.firstMatch(of: /MediaBox *\[ *[0-9.]+ +[0-9.]+ +([0-9.]+) +([0-9.]+)/))
    return (try #require(Double(box.1)), try #require(Double(box.2)))
  }

  @Test func aDayStandsUprightAndAWeekLiesAcross() throws {
    let (day, week) = (try size(try sheet(days: 1)), try size(try sheet(days: 7)))
    #expect(day.height > day.width)
    #expect(week.width > week.height)
  }

  @Test func aPageIsOneSheet() throws {
    let pdf = try sheet(days: 7)
    #expect(pdf.matches(of: /\/Type *\/Page\b/).count == 1)
  }

  @Test func aPlaceThatCannotBeWrittenIsSaid() throws {
    let first = try #require(Day("2026-01-05"))
    let page = CalendarPage(days: first..<first.adding(days: 1), occurrences: [], zone: .utc)
    let print = PagePrint(page, painter: PagePainter(palette: .light), name: "Test")
    #expect(!print.export(to: "/nowhere/at/all.pdf"))
  }
}
