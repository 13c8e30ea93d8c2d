import CalendarModel
import CalendarText
import Glibc
import Testing

@testable import TimelinePainting

@Suite struct PictureTests {
  /// A temporary folder for one test.
  final class Folder {
    let path: String
    init() throws {
      var template = Array("/tmp/handspan-pictures-XXXXXX".utf8CString)
      path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }
    deinit {
      for name in ["day.png", "day.svg", "day.pdf", "again.png"] { unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }

  func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return Array(buffer.prefix(count))
  }

  func paint(_ canvas: Canvas) {
    let days = SampleDays.monday..<SampleDays.monday.adding(days: 1)
    let page = CalendarPage(days: days, occurrences: SampleDays.ordinaryDay, zone: .utc)
    PagePainter(palette: .light).paint(page, width: 300, height: 400, on: canvas)
  }

  @Test(arguments: [
    (Picture.Format.png, [0x89, 0x50, 0x4E, 0x47]), (.svg, Array("<?xml".utf8)), (.pdf, Array("%PDF-".utf8)),
  ])
  func everyFormatIsWritten(format: Picture.Format, magic: [UInt8]) throws {
    let folder = try Folder()
    let path = "\(folder.path)/day.\(format.rawValue)"
    try Picture.write(to: path, format: format, width: 300, height: 400, paint: paint)
    let writtenBytes = try bytes(path)
    #expect(Array(writtenBytes.prefix(magic.count)) == magic)
    #expect(writtenBytes.count > 2000)
  }

  @Test func onlyAPDFHasSeveralPages() throws {
    let folder = try Folder()
    for (format, expected) in [(Picture.Format.png, [0]), (.svg, [0]), (.pdf, [0, 1, 2])] {
      var painted: [Int] = []
      try Picture.write(
        to: "\(folder.path)/day.\(format.rawValue)", format: format, width: 300, height: 400, pageCount: 3
      ) { page, canvas in
        painted.append(page)
        paint(canvas)
      }
      #expect(painted == expected)
    }
  }

  @Test func sizeInPixelsIsMultipliedByTheScale() throws {
    let folder = try Folder()
    let path = "\(folder.path)/day.png"
    try Picture.write(to: path, format: .png, width: 300, height: 400, scale: 2, paint: paint)
    // The first chunk contains the width and height as big-endian 32-bit numbers.
    let header = try bytes(path)[16..<24].map(Int.init)
    #expect(header == [0, 0, 600 >> 8, 600 & 255, 0, 0, 800 >> 8, 800 & 255])
  }

  @Test func sameDayIsPaintedIdentically() throws {
    let folder = try Folder()
    let (firstPath, secondPath) = ("\(folder.path)/day.png", "\(folder.path)/again.png")
    try Picture.write(to: firstPath, format: .png, width: 300, height: 400, paint: paint)
    try Picture.write(to: secondPath, format: .png, width: 300, height: 400, paint: paint)
    #expect(try bytes(firstPath) == bytes(secondPath))
  }

  @Test(arguments: Picture.Format.allCases)
  func missingFolderIsNamedInTheError(format: Picture.Format) {
    let path = "/nonexistent/handspan/day.\(format.rawValue)"
    do throws(PictureFailure) {
      try Picture.write(to: path, format: format, width: 10, height: 10) { _ in }
      Issue.record("no error was thrown")
    } catch {
      #expect(error.message(.source).contains(path))
    }
  }

  @Test func oversizedPicturesAreRefusedBeforePainting() {
    #expect(throws: PictureFailure.tooLarge(width: 40_000, height: 20, limit: Picture.maximumSize)) {
      try Picture.write(to: "/nonexistent/a.png", format: .png, width: 20_000, height: 10, scale: 2) { _ in
        Issue.record("the picture was painted")
      }
    }
  }

  @Test(arguments: [
    ("a.png", Picture.Format.png), ("b.tar.SVG", .svg), ("/c.d/e.Pdf", .pdf), ("png", nil), ("a.gif", nil),
    ("a.", nil),
  ])
  func formatIsChosenByTheFileExtension(path: String, format: Picture.Format?) {
    #expect(Picture.Format(path: path) == format)
  }
}
