import Testing

@testable import TimelinePainting

@Suite struct TextLayoutTests {
  let style = TextStyle()

  @Test func overlongTextEndsInAnEllipsisOnTheLastLine() {
    let text = TextLayout(String(repeating: "word ", count: 50), style: style).fit(width: 100, lines: 3)
    #expect(text.lineCount == 3)
    #expect(text.isEllipsized)
    #expect(text.size.width <= 100)
  }

  @Test(arguments: [
    ("Team workshop", 60.0, ["workshop"]), ("workshop Team", 60, ["workshop"]), ("Team workshop", 100, []),
    ("Check-in preparations", 70, ["preparations"]),
    // Without spaces, a line can begin at any character.
    ("会議の準備と打ち合わせ", 60, []),
  ])
  func wordsThatAreTooWideEndInAnEllipsis(title: String, width: Double, shortened: [String]) {
    let text = TextLayout(title, style: style, weight: .semibold).fitWords(width: width, lines: 9)
    let words = zip(title.split(separator: " "), text.text.split(separator: " "))
    #expect(words.filter { $0 != $1 }.map { String($0.0) } == shortened)
    for (word, shownWord) in words where word != shownWord {
      #expect(shownWord.last == "\u{2026}" && shownWord.count > 3 && word.hasPrefix(shownWord.dropLast()))
    }
    #expect(text.isEllipsized == !shortened.isEmpty)
    #expect(text.size.width <= width)
  }

  @Test func noLineBeginsWithinAWordAtAnyWidth() {
    for title in ["Team workshop", "Quarterly planning", "Zahnarzttermin beim Kieferorthopäden"] {
      for width in stride(from: 14.0, through: 160, by: 0.5) {
        let text = TextLayout(title, style: style, weight: .semibold).fitWords(width: width, lines: 9)
        #expect(text.lineCount <= title.split(separator: " ").count, "\(title) at \(width)")
      }
    }
  }

  @Test func wordThatDoesNotFitIsCutToItsFirstLetters() {
    let text = TextLayout("workshop", style: style, weight: .semibold).fitWords(width: 22, lines: 9)
    #expect(text.lineCount == 1 && text.isEllipsized)
    #expect("workshop".hasPrefix(text.text) && !text.text.isEmpty)
  }

  @Test func wordsBreakAtSoftHyphens() {
    let word = "Donau\u{AD}dampf\u{AD}schiff"
    let text = TextLayout(word, style: style).fitWords(width: 70, lines: 9)
    #expect(text.lineCount == 3 && !text.isEllipsized)
    // A hyphen ends the line.
    let plainWidth = TextLayout("dampf", style: style).size.width
    #expect(
      TextLayout("Donau\u{AD}dampf", style: style).fitWords(width: plainWidth + 12, lines: 2).size.width
        > plainWidth)
  }

  @Test func strikethroughIsAtLeastOnePixelThickAtEveryScale() {
    for scale in [1, 2, 3] {
      let picture = painted(width: 60, height: 24, scale: Double(scale)) { canvas in
        let text = TextLayout(". . . . . .", style: style, isStruckThrough: true)
        canvas.draw(text, x: 2, y: 2, .black)
      }
      let column = 14 * scale
      let darkPixelCount = (0..<15 * scale).count { (picture.pixel(column, $0)?.red ?? 1) < 0.5 }
      #expect(darkPixelCount >= scale, "only \(darkPixelCount) dark pixels at scale \(scale)")
    }
  }

  @Test func lineBreaksInTextBecomeSpaces() {
    let text = TextLayout("one\ntwo\r\nthree\u{2028}four\0five", style: style)
    #expect(text.lineCount == 1)
  }

  @Test func tabularFiguresAreEquallyWide() {
    func width(_ text: String) -> Double {
      TextLayout(text, style: style, hasTabularFigures: true).size.width
    }
    #expect(width("11:11") == width("08:00"))
  }

  @Test func sizeIsInPixels() {
    let small = TextLayout("Hamburgefonts", style: style, size: 10).size
    let large = TextLayout("Hamburgefonts", style: style, size: 20).size
    #expect(abs(large.width / small.width - 2) < 0.02)
    #expect((10...15).contains(small.height))
  }

  @Test func textBreaksAtTheSameWordsAtEveryScale() {
    let block = BlockContent(
      title: "A rather long title that has to break somewhere", timeText: "09:15 – 10:30")
    func textRows(_ scale: Int) -> [Int] {
      let picture = ImageSurface(width: 120, height: 100, scale: Double(scale))
      BlockPainter().paint(
        block, .resting, width: 120, height: 100, on: picture.canvas, palette: .light, text: style)
      let fill = EventTint(nil, palette: .light).fill
      return picture.rows(in: 12 * scale..<110 * scale, 4 * scale..<94 * scale, not: fill).map { $0 / scale }
    }
    let (rowsAtScale1, rowsAtScale2) = (textRows(1), textRows(2))
    #expect(abs((rowsAtScale1.last ?? 0) - (rowsAtScale2.last ?? 99)) <= 1)
  }
}
