import Foundation
import Testing

@testable import ICalendar

@Suite struct EncodingTests {
  private func lines(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0D, 0x0A] } }

  @Test func windows1252HasTheCharactersOfFoundation() {
    for byte in UInt8.min...UInt8.max {
      let expected = String(bytes: [byte], encoding: .windowsCP1252)
      let text = String(decoding: Windows1252.utf8([byte]), as: UTF8.self)
      #expect(Windows1252.isText([byte]) == (expected != nil))
      #expect(text == expected ?? String(Unicode.Scalar(byte)), "\(byte)")
    }
  }

  @Test func contentLinesAreReadInUTF8AndTheOthersAreNamed() throws {
    let bytes = lines([
      Array("BEGIN:VEVENT".utf8), Array("X-A:Café".utf8),
      Array("X-B;CN=M".utf8) + [0xFC] + Array("ller:x".utf8),
      Array("X-C:".utf8) + [0x81], Array("X-D:".utf8) + [0xC3], Array(" ".utf8) + [0xBC],
      Array("END:VEVENT".utf8),
    ])
    let text = try ICalendarText(bytes)
    #expect(text.bytes == bytes)
    #expect(text.problems.map(\.line) == [3, 4])
    #expect(text.line(1)?.value.elementsEqual("Café".utf8) == true)
    #expect(text.line(2)?.parameters.first?.bytes == Array("CN=Müller".utf8))
    #expect(text.line(4)?.value.elementsEqual("ü".utf8) == true)
  }

  @Test func onlyLinesThatAreNotUTF8AreConverted() {
    let long = Array("X-A:".utf8) + Array(repeating: 0xE9, count: 75)
    let bytes = lines([long, Array("X-B:a".utf8), Array("  folded as it was".utf8), Array("X-C:ü".utf8)])
    let converted = ICalendarText.standardized(bytes)
    let text = String(decoding: converted, as: UTF8.self)
    #expect(Text.isUTF8(converted[...]))
    #expect(text.hasSuffix("X-B:a\r\n  folded as it was\r\nX-C:ü\r\n"))
    let physicalLines = text.split(separator: "\r\n")
    #expect(
      physicalLines.prefix(3).joined().replacing(" ", with: "") == "X-A:" + String(repeating: "é", count: 75))
    #expect(physicalLines.allSatisfy { $0.utf8.count <= 75 })
  }

  @Test func linesOfWhichAFoldIsInsideACharacterAreFoldedElsewhere() {
    let bytes = Array("X-A:a".utf8) + [0xC3, 0x0A, 0x20, 0xBC, 0x0A]
    #expect(ICalendarText.standardized(bytes) == Array("X-A:aü\n".utf8))
  }

  @Test func linesKeepTheirBytesAndTheirProblemsWhenOthersAreEdited() throws {
    var text = try ICalendarText(
      lines([
        Array("BEGIN:VCALENDAR".utf8), Array("BEGIN:VEVENT".utf8), Array("X-A:".utf8) + [0xE9],
        Array("X-B:".utf8) + [0xE9], Array("END:VEVENT".utf8), Array("END:VCALENDAR".utf8),
      ]))
    let edited = text.bytes(ofComponent: 1, applying: [.setValue(line: 2, value: Array("ü".utf8))])
    #expect(try text.replaceComponent(1, with: edited))
    #expect(text.bytes(ofLines: 2..<4).elementsEqual(Array("X-A:ü\r\nX-B:".utf8) + [0xE9, 0x0D, 0x0A]))
    #expect(text.problems.map(\.line) == [4])
  }
}
