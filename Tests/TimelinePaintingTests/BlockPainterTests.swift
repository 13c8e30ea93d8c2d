import CalendarModel
import Testing

@testable import TimelinePainting

@Suite struct BlockPainterTests {
  let palette = Palette.light
  let tint = EventTint(SampleDays.blue, palette: .light)
  let content = BlockContent(
    title: "Review", timeText: "09:15 – 10:30", location: "Studio", color: SampleDays.blue)

  /// Paints a block 40 px from the picture's left and upper edges.
  func picture(
    _ content: BlockContent, _ appearance: BlockAppearance = .resting, width: Double = 160,
    height: Double = 60, scale: Double = 1, text: TextStyle = TextStyle(), palette: Palette = .light
  ) -> ImageSurface {
    let picture = ImageSurface(width: 240, height: 240, scale: scale)
    picture.canvas.translated(x: 40, y: 40) {
      BlockPainter().paint(
        content, appearance, width: width, height: height, on: picture.canvas, palette: palette, text: text)
    }
    return picture
  }

  @Test func blockConsistsOfStripeFillAndGap() {
    let picture = picture(content)
    #expect(picture.shows(tint.mark, 41, 70))
    #expect(picture.shows(tint.fill, 190, 90))
    #expect(picture.isClear(120, 40), "the block covers the hour line of its start")
    #expect(picture.shows(tint.fill, 120, 41))
    #expect(picture.shows(tint.fill, 120, 99), "the last row of the block is not painted")
    #expect(picture.isClear(120, 100))
    #expect(picture.isClear(199, 70), "there is no gap of 1 px to a neighbor")
  }

  /// The mark of a selected event must not look like the ring of the focused one.
  @Test func onlyASelectedBlockHasACheckMarkInItsLowerCorner() {
    func picture(_ change: (inout BlockAppearance) -> Void) -> ImageSurface {
      var appearance = BlockAppearance.resting
      change(&appearance)
      return self.picture(content, appearance, height: 100)
    }
    // The check mark is in a circle with a diameter of 16 px, 4 px from the edges.
    func count(_ picture: ImageSurface) -> Int {
      (118..<136).reduce(0) { sum, y in
        sum + (177..<195).count { picture.shows(palette.background, $0, y) }
      }
    }
    #expect(count(picture { $0.isSelected = true }) > 5, "there is no check mark")
    #expect(count(picture { $0.isFocused = true }) == 0)
    #expect(count(picture { _ in }) == 0)
  }

  @Test func cornersAreRoundUnlessTheEventContinues() {
    var continuingContent = content
    continuingContent.continuesAfter = true
    #expect(picture(content).isClear(40, 99))
    #expect(!picture(continuingContent).isClear(40, 99))
    #expect(picture(continuingContent).isClear(40, 41))
  }

  @Test(arguments: [16.0, 20, 21, 27.5, 33, 40, 47, 60, 120])
  func restingBlockPaintsNothingOutsideItsBounds(height: Double) {
    let longContent = BlockContent(
      title: String(repeating: "Wide words in a tall hat ", count: 20), timeText: "09:15 – 10:30",
      location: String(repeating: "Ý", count: 300), color: SampleDays.blue, isRepeating: true)
    let picture = picture(longContent, height: height)
    let bottom = 40 + Int(height.rounded(.up))
    for row in 0..<240 {
      for column in 0..<240 where !(40..<199).contains(column) || !(41..<bottom).contains(row) {
        #expect(picture.isClear(column, row), "column \(column), row \(row)")
      }
    }
  }

  @Test(arguments: [30.0, 38, 45, 52, 58, 66, 75, 100, 130])
  func noGlyphIsCutOffAtTheLowerEdge(height: Double) {
    let longContent = BlockContent(
      title: "Égyptian typography jeopardy quickly judged", timeText: "gjpqy",
      location: "gjpqy gjpqy gjpqy gjpqy",
      color: SampleDays.blue)
    let picture = picture(longContent, width: 90, height: height)
    let bottom = 40 + Int(height)
    #expect(picture.count(in: 50..<120, bottom - 1..<bottom, not: tint.fill) == 0)
    #expect(picture.count(in: 50..<120, 41..<42, not: tint.fill) == 0)
  }

  @Test func blockOfFifteenMinutesFitsItsTitleAtTheDefaultZoom() {
    let text = TextStyle()
    let quarterHourHeight = TextMetrics.pixelsPerHour(text) / 4
    #expect(BlockPainter.minimumHeight(text: text) <= quarterHourHeight)
    #expect(
      TextMetrics.lineHeight(text) + 1 <= quarterHourHeight - BlockPainter.gap,
      "no pixel is left for rounding")
    let picture = picture(content, height: quarterHourHeight)
    #expect(picture.count(in: 49..<190, 42..<60, not: tint.fill) > 60)
  }

  @Test func tallerBlockShowsMoreLines() {
    func lineCount(_ height: Double) -> Int {
      let rows = picture(content, height: height).rows(in: 49..<190, 41..<240, not: tint.fill)
        .filter { $0 < 40 + Int(height) - 4 }
      return zip(rows, rows.dropFirst()).count { $1 - $0 > 1 } + (rows.isEmpty ? 0 : 1)
    }
    #expect(lineCount(24) == 1)
    #expect(lineCount(40) == 2)
    #expect(lineCount(80) == 3)
  }

  @Test func rightToLeftMirrorsStripeAndText() {
    let picture = picture(content, text: TextStyle(isRightToLeft: true))
    #expect(picture.shows(tint.mark, 198, 70))
    #expect(picture.shows(tint.fill, 45, 70))
    #expect(picture.isClear(40, 70), "the gap is not on the trailing side")
    #expect(picture.count(in: 140..<194, 42..<62, not: tint.fill) > 60, "the title is not on the right")
    #expect(picture.count(in: 50..<100, 42..<62, not: tint.fill) == 0)
  }

  @Test func tentativeEventsHaveADashedStripe() {
    var tentativeContent = content
    tentativeContent.status = .tentative
    let picture = picture(tentativeContent)
    let stripePixels = (50..<95).map { picture.shows(tint.mark, 41, $0) }
    #expect(stripePixels.contains(true) && stripePixels.contains(false))
  }

  @Test func canceledEventsAreStruckThrough() {
    var canceledContent = content
    canceledContent.title = "......"
    let countBefore = picture(canceledContent).count(in: 49..<75, 42..<64, not: tint.fill)
    canceledContent.status = .canceled
    #expect(picture(canceledContent).count(in: 49..<75, 42..<64, not: tint.fill) > countBefore + 10)
  }

  @Test func freeEventsAreOutlined() {
    var freeContent = content
    freeContent.isFree = true
    let picture = picture(freeContent)
    #expect(picture.shows(palette.background, 190, 90))
    #expect(picture.shows(tint.mark, 120, 41))
    #expect(picture.shows(tint.mark, 120, 99))
  }

  @Test func pastAndOriginalBlocksAreFaded() {
    var pastContent = content
    pastContent.isPast = true
    let fill = tint.fill
    #expect(picture(pastContent).shows(fill.mixed(into: palette.background, share: 0.6), 190, 90))
    #expect(picture(content, .original).shows(fill.mixed(into: palette.background, share: 0.35), 190, 90))
  }

  @Test func liftedBlockIsOpaqueAndCastsAShadow() {
    let picture = picture(content, .lifted)
    #expect(picture.pixel(190, 90)?.alpha == 1)
    #expect(!picture.isClear(120, 104))
    let overhang = Int(BlockPainter.overhang(.lifted))
    #expect(overhang > 0)
    for column in 0..<240 {
      #expect(picture.isClear(column, 40 - overhang - 1) && picture.isClear(column, 100 + overhang))
    }
  }

  @Test func selectedBlockHasADotAtEachHandle() {
    let appearance = BlockAppearance(.resting, hasHandles: true)
    let picture = picture(content, appearance)
    #expect(picture.shows(tint.mark, 188, 37), "there is no handle at the trailing end of the upper edge")
    #expect(picture.shows(tint.mark, 52, 103), "there is no handle at the leading end of the lower edge")
    #expect(picture.isClear(52, 36))
    let mirroredPicture = self.picture(content, appearance, text: TextStyle(isRightToLeft: true))
    #expect(mirroredPicture.shows(tint.mark, 52, 37))
    #expect(BlockPainter.overhang(appearance) >= BlockPainter.handleDiameter / 2)
    var continuingContent = content
    continuingContent.continuesBefore = true
    #expect(
      self.picture(continuingContent, appearance).isClear(188, 37),
      "there is a start handle although the event starts on another day")
  }

  @Test(arguments: [false, true], [20.0, 30, 44])
  func handlesOfAShortBlockDoNotCoverItsText(isRightToLeft: Bool, height: Double) {
    var longContent = content
    longContent.title = String(repeating: "M", count: 40)
    let picture = picture(
      longContent, BlockAppearance(.resting, hasHandles: true), height: height,
      text: TextStyle(isRightToLeft: isRightToLeft))
    let pixelsAroundText = (41..<(40 + Int(height))).flatMap { row in
      // The columns of the two dots, which the text avoids.
      [45..<58, 183..<195].flatMap { $0.map { (column: $0, row: row) } }
    }
    let textPixels = pixelsAroundText.filter { column, row in
      let isOnDot = row < 48 || row >= 33 + Int(height)
      return !isOnDot && !picture.shows(tint.fill, column, row)
    }
    #expect(textPixels.isEmpty, "there is text at \(textPixels.prefix(3))")
  }

  @Test func lowerEdgeIsAlignedToDevicePixels() {
    let picture = picture(content, height: 60.5, scale: 2)
    #expect(picture.shows(tint.fill, 240, 200))
    #expect(picture.isClear(240, 201))
    let rectangle = BlockPainter().paint(
      content, .resting, width: 160, height: 60.5, on: picture.canvas, palette: palette, text: TextStyle())
    #expect(rectangle.maxY == 60.5)
  }

  @Test(arguments: [0.0, 0.4, 1, 3, 8, 14])
  func tinyBlocksPaintNothingBeyondTheirWidth(width: Double) {
    for height in [0.0, 0.5, 2, 7] {
      let picture = picture(content, width: width, height: height)
      #expect(picture.isClear(40 + Int(width) + 1, 43))
    }
  }
}

@Suite struct NarrowBlockTests {
  /// The number of text pixels in a block of the given size.
  func textPixelCount(_ content: BlockContent, width: Double, height: Double) -> Int {
    let picture = painted(width: 200, height: 100) { canvas in
      BlockPainter().paint(
        content, .resting, width: width, height: height, on: canvas, palette: .light, text: TextStyle())
    }
    let fill = EventTint(nil, palette: .light).fill
    return picture.count(in: 4..<Int(width) - 2, 4..<Int(height) - 3, not: fill)
  }

  @Test func narrowBlockShowsOnlyTheStartOrNoTime() {
    func block(_ time: String, _ start: String) -> BlockContent {
      BlockContent(title: "", timeText: time, startText: start)
    }
    let startTextPixelCount = textPixelCount(block("10:30", ""), width: 60, height: 50)
    #expect(startTextPixelCount > 0)
    #expect(textPixelCount(block("10:30 – 12:30", "10:30"), width: 60, height: 50) == startTextPixelCount)
    #expect(textPixelCount(block("10:30 – 12:30", ""), width: 60, height: 50) == 0)
    #expect(textPixelCount(block("10:30 – 12:30", "10:30"), width: 160, height: 50) > startTextPixelCount)
    #expect(textPixelCount(block("10:30 – 12:30", "10:30"), width: 30, height: 50) == 0)
  }

  @Test func narrowBlockShowsTheFirstLettersOfItsTitle() {
    let title = "Standup with everybody"
    func shownLetterCount(width: Double) -> Int? {
      let shownPixelCount = textPixelCount(BlockContent(title: title), width: width, height: 21)
      return (1..<8).first {
        textPixelCount(BlockContent(title: String(title.prefix($0))), width: width, height: 21)
          == shownPixelCount
      }
    }
    #expect(shownLetterCount(width: 30) ?? 0 >= 2)
    #expect(shownLetterCount(width: 40) ?? 0 >= 3)
    // Wide enough for every font: DejaVu Sans, the fallback, is half again as wide as Cantarell.
    #expect(shownLetterCount(width: 120) == nil, "no ellipsis is shown although it fits")
  }

  @Test func brokenWordsGetNoHyphen() {
    let widthOfHalf = TextLayout("aaaa", style: TextStyle()).size.width
    let brokenWord = TextLayout("aaaaaaaa", style: TextStyle()).fit(width: widthOfHalf + 0.5, lines: 4)
    #expect(brokenWord.lineCount == 2 && !brokenWord.isEllipsized, "a hyphen takes up space on the line")
  }
}
