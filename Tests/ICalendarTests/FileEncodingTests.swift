import Foundation
import TestExtent
import Testing

@testable import ICalendar

@Suite struct FileEncodingTests {
  private static let text = "BEGIN:VCALENDAR\r\nX-A:é €ࠀ 漢字 🎈\u{10FFFF}\u{FFFF}\0\r\n"

  @Test(arguments: [
    (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8], FileEncoding.utf16(isBigEndian: false)),
    (.utf16BigEndian, [0xFE, 0xFF], .utf16(isBigEndian: true)),
  ])
  func utf16IsReadAndWrittenAsByFoundation(
    foundation: String.Encoding, mark: [UInt8], encoding: FileEncoding
  ) throws {
    let bytes = try mark + #require(Self.text.data(using: foundation))
    #expect(FileEncoding(of: bytes) == encoding)
    let text = try #require(encoding.text(of: bytes))
    #expect(String(decoding: text, as: UTF8.self) == "\u{FEFF}" + Self.text)
    #expect(encoding.bytes(of: text) == bytes)
    #expect(encoding.text(of: bytes + [0x41]) == nil)
  }

  @Test func otherFilesStayAsTheyAre() {
    for bytes in [Array("BEGIN".utf8), [], [0xFF], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE, 0, 0, 0x42, 0, 0, 0]] {
      #expect(FileEncoding(of: bytes) == .ascii)
      #expect(FileEncoding.ascii.text(of: bytes) == bytes && FileEncoding.ascii.bytes(of: bytes) == bytes)
    }
  }

  @Test func everyUnitIsKept() throws {
    var random = SeededRandom(seed: TestExtent.seed(18))
    for round in 0..<TestExtent.count(2_000) {
      let encoding = FileEncoding.utf16(isBigEndian: round.isMultiple(of: 2))
      let bytes = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        // Surrogates often, so that there are pairs and halves.
        let high = Bool.random(using: &random) ? UInt8.random(in: 0xD8...0xDF, using: &random) : 0
        let unit = [high, UInt8.random(in: 0...255, using: &random)]
        return round.isMultiple(of: 2) ? unit : unit.reversed()
      }
      try #require(encoding.text(of: bytes).map { encoding.bytes(of: $0) } == bytes, "\(bytes)")
    }
  }

  @Test func anyTextIsWritten() {
    let encoding = FileEncoding.utf16(isBigEndian: true)
    #expect(encoding.bytes(of: [0x41, 0xFF, 0x80, 0xC3]) == [0, 0x41, 0xFF, 0xFD, 0xFF, 0xFD, 0xFF, 0xFD])
  }
}
