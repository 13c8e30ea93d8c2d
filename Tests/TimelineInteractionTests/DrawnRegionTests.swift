import Testing
import TimelineInteraction

/// The part of a page that is drawn: it always includes everything visible.
@Suite struct DrawnRegionTests {
  @Test func visiblePartIsDrawnWithItsOverhang() {
    for top in stride(from: 0.0, through: 1_500, by: 0.25) {
      let drawnExtent = DrawnRegion.verticalExtent(for: top...(top + 600))
      #expect(
        drawnExtent.lowerBound <= top - DrawnRegion.overhang
          && drawnExtent.upperBound >= top + 600 + DrawnRegion.overhang
      )
      #expect(
        drawnExtent.upperBound - drawnExtent.lowerBound <= 600 + 2 * (DrawnRegion.overhang + DrawnRegion.step)
      )
    }
  }

  @Test func drawnRegionChangesOnlyOncePerStepAtEachEnd() {
    var drawnExtents: [ClosedRange<Double>] = []
    for top in stride(from: 0.0, through: 1_280, by: 0.5) {
      let extent = DrawnRegion.verticalExtent(for: top...(top + 600))
      if drawnExtents.last != extent { drawnExtents.append(extent) }
    }
    #expect(drawnExtents.count <= 1 + 2 * Int(1_280 / DrawnRegion.step))
  }

  @Test(arguments: [1, 3, 5, 7])
  func everyPartlyVisibleColumnIsDrawn(count: Int) {
    let width = 1_204.0
    for distance in stride(from: -1.0, through: 1, by: 0.001) {
      let drawnColumns = DrawnRegion.columns(count: count, pageDistance: distance, pageWidth: width)
      for column in 0..<count {
        let left = (distance + Double(column) / Double(count)) * width
        let right = left + width / Double(count)
        let isVisible = right + DrawnRegion.overhang > 0.001 && left - DrawnRegion.overhang < width - 0.001
        if isVisible {
          #expect(drawnColumns.contains(column), "column \(column) is not drawn at \(distance)")
        }
        if right + DrawnRegion.overhang < -1 || left - DrawnRegion.overhang > width + 1 {
          #expect(!drawnColumns.contains(column), "column \(column) is drawn at \(distance)")
        }
      }
    }
  }

  @Test func pageAtRestIsFullyDrawnAndADistantPageIsNotDrawn() {
    #expect(DrawnRegion.columns(count: 7, pageDistance: 0, pageWidth: 1_200) == 0..<7)
    #expect(DrawnRegion.columns(count: 7, pageDistance: 3, pageWidth: 1_200).isEmpty)
    #expect(DrawnRegion.columns(count: 7, pageDistance: -3, pageWidth: 1_200).isEmpty)
    #expect(DrawnRegion.columns(count: 0, pageDistance: 0, pageWidth: 0).isEmpty)
  }
}
