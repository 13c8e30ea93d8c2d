import CGtk
import CalendarModel
import Foundation
import Testing
import TimelinePainting

@testable import Handspan

/// Pages as they are sent to a printer.
@MainActor @Suite struct PagePrintTests {
  /// Exports a page with the given number of days, starting on January 5, 2026, and returns the text of the PDF.
  private func printedPage(days: Int, _ occurrences: [Occurrence] = []) throws -> String {
    let path = NSTemporaryDirectory() + "handspan-print-\(UUID().uuidString).pdf"
    defer { unlink(path) }
    let firstDay = try #require(Day("2026-01-05"))
    let page = CalendarPage(
      days: firstDay..<firstDay.adding(days: days), occurrences: occurrences, zone: .utc)
    let job = PagePrintJob(page, painter: PagePainter(palette: .light), name: "Test")
    #expect(job.export(to: path))
    return try text(ofPDF: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns the text of a PDF, followed by the contents of its compressed streams: newer versions of Cairo
  /// compress some of the text.
  private func text(ofPDF data: Data) throws -> String {
    let (opening, closing) = (Data("stream\n".utf8), Data("\nendstream".utf8))
    var text = String(decoding: data, as: UTF8.self)
    var remaining = data[...]
    while let start = remaining.firstRange(of: opening),
      let end = remaining[start.upperBound...].firstRange(of: closing)
    {
      text += String(decoding: inflated(remaining[start.upperBound..<end.lowerBound]), as: UTF8.self)
      remaining = remaining[end.upperBound...]
    }
    return text
  }

  /// Returns the contents of a zlib stream; empty if `stream` is not one.
  private func inflated(_ stream: Data) -> [UInt8] {
    let inflater = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB)
    defer { g_object_unref(UnsafeMutableRawPointer(inflater)) }
    var output = [UInt8](repeating: 0, count: 1 << 20)
    var (read, written): (gsize, gsize) = (0, 0)
    let result = Array(stream).withUnsafeBufferPointer { input in
      g_converter_convert(
        inflater, input.baseAddress, gsize(input.count), &output, gsize(output.count),
        G_CONVERTER_INPUT_AT_END,
        &read, &written, nil)
    }
    return result == G_CONVERTER_FINISHED ? Array(output[..<Int(written)]) : []
  }

  /// The width and height of the first page, in points.
  private func size(ofPDF pdf: String) throws -> (width: Double, height: Double) {
    let box = try #require(pdf.firstMatch(of: /MediaBox *\[ *[0-9.]+ +[0-9.]+ +([0-9.]+) +([0-9.]+)/))
    return (try #require(Double(box.1)), try #require(Double(box.2)))
  }

  /// The size of the largest text, in points.
  private func textSize(ofPDF pdf: String) throws -> Double {
    try #require(
      pdf.matches(of: /([0-9.]+) 0 0 -?[0-9.]+ [-0-9.]+ [-0-9.]+ Tm/).compactMap { Double($0.1) }.max())
  }

  @Test func dayPrintsInPortraitAndWeekInLandscape() throws {
    let (day, week) = (try size(ofPDF: try printedPage(days: 1)), try size(ofPDF: try printedPage(days: 7)))
    #expect(day.height > day.width)
    #expect(week.width > week.height)
  }

  @Test func pagePrintsOnOneSheet() throws {
    let pdf = try printedPage(days: 7)
    #expect(pdf.matches(of: /\/Type *\/Page\b/).count == 1)
  }

  @Test func allEventsFitOnTheSheet() throws {
    let firstDay = try #require(Day("2026-01-05"))
    let start = EventTime.utc(WallTime(firstDay.adding(days: 4), hour: 22))
    let night = CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/a.ics"), uid: "a"),
      times: EventTimes(start: start, end: .duration(EventDuration(seconds: 4 * 3600))))
    // The printable height of A4 landscape, in points.
    let height = 523.0
    let painter = PagePainter(palette: .light)
    let scales = [[], [Occurrence(event: night, zone: .utc)]].map {
      PagePrintJob.scale(
        of: CalendarPage(days: firstDay..<firstDay.adding(days: 7), occurrences: $0, zone: .utc), painter,
        height: height)
    }
    #expect(scales[0] == 0.56 && scales[1] < 0.56)
    let page = CalendarPage(
      days: firstDay..<firstDay.adding(days: 7), occurrences: [Occurrence(event: night, zone: .utc)],
      zone: .utc)
    #expect(height / scales[1] >= painter.minimumHeight(of: page))
    let sizes = try [[], page.occurrences].map { try textSize(ofPDF: try printedPage(days: 7, $0)) }
    #expect(sizes[1] < sizes[0], "the page is printed at the usual scale")
  }

  @Test func unwritablePathIsReported() throws {
    let firstDay = try #require(Day("2026-01-05"))
    let page = CalendarPage(days: firstDay..<firstDay.adding(days: 1), occurrences: [], zone: .utc)
    let job = PagePrintJob(page, painter: PagePainter(palette: .light), name: "Test")
    #expect(!job.export(to: "/nowhere/at/all.pdf"))
  }
}
