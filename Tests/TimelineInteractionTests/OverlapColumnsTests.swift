import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// Draws the items as text: one row for each hour, one letter for each twelfth of the width.
private func picture(_ items: [(Double, Double)], minimumLength: Double = 0) -> String {
  let placements = OverlapColumns.placements(of: items.map { $0.0..<$0.1 }, minimumLength: minimumLength)
  let rowCount = Int(items.map { max($0.1, $0.0 + minimumLength) }.max() ?? 0)
  var rows = Array(repeating: Array(repeating: Character("."), count: 12), count: rowCount)
  for (placement, item) in zip(placements, items) {
    let letter = Character(UnicodeScalar(UInt8(65 + placement.index)))
    let (firstCell, endCell) = (
      Int(placement.horizontalFractions.lowerBound * 12 + 0.01),
      Int(placement.horizontalFractions.upperBound * 12 + 0.01)
    )
    for row in Int(item.0)..<Int(max(item.1, item.0 + minimumLength)) {
      for cell in firstCell..<endCell {
        // "#" marks an overlap, which must never happen.
        rows[row][cell] = rows[row][cell] == "." ? letter : "#"
      }
    }
  }
  return rows.map { String($0) }.joined(separator: "\n")
}

@Suite struct OverlapColumnsTests {
  @Test func separateItemsHaveTheFullWidth() {
    #expect(
      picture([(0, 1), (1, 2), (3, 4)]) == """
        AAAAAAAAAAAA
        BBBBBBBBBBBB
        ............
        CCCCCCCCCCCC
        """)
  }

  @Test func overlappingItemsShareTheWidth() {
    #expect(
      picture([(0, 2), (1, 3)]) == """
        AAAAAA......
        AAAAAABBBBBB
        ......BBBBBB
        """)
  }

  @Test func groupHasEqualColumnsAndItemsWidenToTheRight() {
    #expect(
      picture([(0, 6), (0, 2), (1, 3), (3, 5), (5, 6)]) == """
        AAAABBBB....
        AAAABBBBCCCC
        AAAA....CCCC
        AAAADDDDDDDD
        AAAADDDDDDDD
        AAAAEEEEEEEE
        """)
  }

  @Test func freeColumnIsReused() {
    #expect(
      picture([(0, 4), (0, 1), (1, 2), (2, 4)]) == """
        AAAAAABBBBBB
        AAAAAACCCCCC
        AAAAAADDDDDD
        AAAAAADDDDDD
        """)
  }

  @Test func wideningStopsAtTheNextOverlappingItem() {
    #expect(
      picture([(0, 5), (0, 3), (0, 1), (0, 1), (2, 3), (3, 5)]) == """
        AAABBBCCCDDD
        AAABBB......
        AAABBBEEEEEE
        AAAFFFFFFFFF
        AAAFFFFFFFFF
        """)
  }

  @Test func groupsDoNotNarrowEachOther() {
    #expect(
      picture([(0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (2, 3)]) == """
        AAAABBBBCCCC
        DDDDDDEEEEEE
        FFFFFFFFFFFF
        """)
  }

  @Test func longerOfTwoItemsThatStartTogetherComesFirst() {
    #expect(
      picture([(0, 1), (0, 2)]) == """
        BBBBBBAAAAAA
        BBBBBB......
        """)
  }

  @Test func minimumHeightCountsForOverlaps() {
    #expect(
      picture([(0, 0), (1, 3), (3, 4)], minimumLength: 2) == """
        AAAAAA......
        AAAAAABBBBBB
        ......BBBBBB
        CCCCCCCCCCCC
        CCCCCCCCCCCC
        """)
  }

  @Test func emptyListHasNoPlacements() {
    #expect(OverlapColumns.placements(of: [], minimumLength: 1).isEmpty)
  }

  @Test func randomItemsAreNeverDrawnOverEachOther() {
    var random = SeededRandom(seed: TestExtent.seed(7))
    for _ in 0..<TestExtent.count(2_000) {
      let items = (0..<random.below(14)).map { _ -> Range<Double> in
        let start = Double(random.below(24))
        return start..<(start + Double(random.below(6)))
      }
      let placements = OverlapColumns.placements(of: items, minimumLength: 1)
      #expect(placements.map(\.index) == Array(items.indices))
      for placement in placements {
        #expect(placement.column + placement.columnSpan <= placement.columnCount && placement.columnSpan >= 1)
        for otherPlacement in placements where otherPlacement.index > placement.index {
          let (item, otherItem) = (items[placement.index], items[otherPlacement.index])
          let doOverlap =
            item.lowerBound < max(otherItem.upperBound, otherItem.lowerBound + 1)
            && otherItem.lowerBound < max(item.upperBound, item.lowerBound + 1)
          let areSeparate =
            placement.column + placement.columnSpan <= otherPlacement.column
            || otherPlacement.column + otherPlacement.columnSpan <= placement.column
          #expect(!doOverlap || (areSeparate && placement.columnCount == otherPlacement.columnCount))
        }
      }
    }
  }
}
