import CalendarModel
import Testing
import TimelineInteraction

@testable import TimelinePainting

/// Painting a picker's row of items.
struct PickerPainterTests {
  private static let itemExtent = 40.0

  /// An item painter that fills a square and counts its calls.
  private struct CountingItemPainter: PickerItemPainter {
    let color: PaintColor
    let counter: PaintCounter

    func paint(in itemStyle: PickerItemStyle, on canvas: Canvas) {
      counter.count += 1
      canvas.fill(Rectangle(x: -10, y: -10, width: 20, height: 20), color)
    }
  }

  private final class PaintCounter: @unchecked Sendable {
    var count = 0
  }

  private let counter = PaintCounter()
  private let pictures = PickerPictures()

  /// A ribbon of 200 px with item 5 red and all others blue.
  private func ribbon(at position: Double, isRightToLeft: Bool = false, palette: Palette = .light)
    -> ImageSurface
  {
    let image = ImageSurface(width: 200, height: 40)
    let track = PickerTrack(count: 100, itemExtent: PickerPainterTests.itemExtent, viewportLength: 200)
    PickerPainter(palette: palette, text: TextStyle(), axis: .horizontal(isRightToLeft: isRightToLeft))
      .paint(track, at: position, breadth: 40, on: image.canvas, pictures: pictures) {
        CountingItemPainter(color: PaintColor(hex: $0 == 5 ? 0xFF0000 : 0x0000FF), counter: counter)
      }
    return image
  }

  private func isRed(_ image: ImageSurface, _ x: Int) -> Bool {
    guard let pixel = image.pixel(x, 20) else { return false }
    return pixel.red > 0.9 && pixel.blue < 0.1 && pixel.alpha > 0.5
  }

  @Test func centeredItemIsInTheMiddleAndLarger() {
    let image = ribbon(at: 5)
    let redColumns = (0..<200).filter { isRed(image, $0) }
    #expect(redColumns == Array(90..<110))
    let blueColumns = (120..<160).filter {
      (image.pixel($0, 20)?.blue ?? 0) > 0.9 && (image.pixel($0, 20)?.red ?? 1) < 0.1
    }
    #expect(
      blueColumns.count < 18 && blueColumns.count > 12, "the neighbor of the centered item is not smaller")
  }

  @Test func laterItemsFollowTheReadingDirection() {
    #expect(isRed(ribbon(at: 4), 140))
    #expect(isRed(ribbon(at: 4, isRightToLeft: true), 60))
  }

  @Test func itemsThatAreNotFullyVisibleFade() throws {
    // The last visible item extends beyond the edge of the ribbon, because its center is only 10 px from the edge.
    let image = ribbon(at: 5.75)
    let innerAlpha = try #require(image.pixel(150, 20)).alpha
    let edgeAlpha = try #require(image.pixel(190, 20)).alpha
    #expect(innerAlpha > 0.95)
    #expect(edgeAlpha < 0.6)
  }

  @Test func itemIsPaintedOnceForEachOfItsTwoSizes() {
    for step in 0...60 { _ = ribbon(at: 20 + Double(step) / 20) }
    // Eight items became visible; four of them were in the center or less than one item away from it.
    #expect(counter.count <= 14)
    let countBefore = counter.count
    _ = ribbon(at: 21.4)
    #expect(counter.count == countBefore)
  }

  @Test func itemsArePaintedAgainForAnotherPalette() {
    _ = ribbon(at: 5)
    let countBefore = counter.count
    _ = ribbon(at: 5, palette: .dark)
    #expect(counter.count == 2 * countBefore)
    pictures.removeAll()
    _ = ribbon(at: 5, palette: .dark)
    #expect(counter.count == 3 * countBefore)
  }

  @Test func onlyRecentPicturesAreCached() {
    for step in 0...90 { _ = ribbon(at: Double(step)) }
    let countBefore = counter.count
    _ = ribbon(at: 0)
    #expect(counter.count > countBefore, "an old picture is still cached")
  }

  // MARK: Calendars

  private func calendar(_ name: String, extent: Double) -> ImageSurface {
    let image = ImageSurface(width: 200, height: 100)
    let itemStyle = PickerItemStyle(
      palette: .light, text: TextStyle(), itemExtent: extent, breadth: 80, isVertical: false)
    image.canvas.translated(x: 100, y: 50) {
      CalendarItemPainter(name, color: EventColor(red: 1, green: 0, blue: 0)).paint(
        in: itemStyle, on: image.canvas)
    }
    return image
  }

  /// The columns or rows of a picture in which something is painted.
  private func paintedLines(of image: ImageSurface, areRows: Bool) -> [Int] {
    (0..<(areRows ? 100 : 200)).filter { line in
      (0..<(areRows ? 200 : 100)).contains { position in
        (areRows ? image.pixel(position, line) : image.pixel(line, position))?.alpha ?? 0 > 0.2
      }
    }
  }

  @Test func calendarIsACenteredDotAboveItsName() throws {
    let image = calendar("Work", extent: 100)
    let rows = paintedLines(of: image, areRows: true)
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(first + last - 100) < 10)
    let dot = try #require(image.pixel(100, first + 6))
    #expect(dot.red > 0.9 && dot.blue < 0.1)
  }

  @Test func wordIsSmallerRatherThanBroken() {
    let extent = CalendarItemPainter("Family", color: nil).size(text: TextStyle()).along
    let normalHeight = paintedLines(of: calendar("Family", extent: extent), areRows: true).count
    #expect(paintedLines(of: calendar("Family", extent: extent - 12), areRows: true).count < normalHeight)
  }

  @Test(arguments: ["Rowing club of the river and of the lake", "Donaudampfschifffahrtsgesellschaft"])
  func longNameStaysInItsCell(name: String) throws {
    let painter = CalendarItemPainter(name, color: nil)
    let (along, across) = painter.size(text: TextStyle())
    #expect(along <= 7 * TextStyle().size + 1)
    let shortNameSize = CalendarItemPainter("Work", color: nil).size(text: TextStyle())
    #expect(along > shortNameSize.along && across > shortNameSize.across)
    let columns = paintedLines(of: calendar(name, extent: along), areRows: false)
    #expect(try Double(#require(columns.first)) >= 100 - along / 2)
    #expect(try Double(#require(columns.last)) <= 100 + along / 2)
    #expect(Double(paintedLines(of: calendar(name, extent: along), areRows: true).count) < across)
  }
}
