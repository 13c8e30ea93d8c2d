import CalendarModel

/// Finds the event under a pointer, and the part of the event that a press there grabs.
package struct HitTest: Sendable {
  /// The part of an event under a pointer.
  package struct Hit: Hashable, Sendable {
    package let id: Occurrence.ID
    /// The part that a press grabs.
    package let part: EventPart
    /// Whether the pointer is on a handle of the selected block.
    package let isHandle: Bool
  }

  private let blocks: [BlockFrame]
  private let selectedID: Occurrence.ID?
  private let isRightToLeft: Bool

  package init(blocks: [BlockFrame], selectedID: Occurrence.ID? = nil, isRightToLeft: Bool = false) {
    self.blocks = blocks
    self.selectedID = selectedID
    self.isRightToLeft = isRightToLeft
  }

  /// Returns the part under a point, or nil if no event is there. The point has the same origin as the blocks:
  /// for a point of the viewport, add the scroll offset to its y coordinate first.
  ///
  /// Handles of the selected block take precedence. Next comes the block that contains the point, so each of
  /// two adjacent events has its edge on its own side. Last comes the nearest edge within reach of a mouse
  /// or, for a finger, the nearest block whose height is less than the minimum height of a target.
  package func hit(at point: Point, by pointer: PointerKind) -> Hit? {
    if let hit = handle(at: point, by: pointer) { return hit }
    if let block = blocks.last(where: { $0.spansX(point.x) && $0.top <= point.y && point.y < $0.bottom }) {
      return Hit(id: block.id, part: part(of: block, at: point.y, by: pointer), isHandle: false)
    }
    return pointer == .mouse ? edgeInReach(of: point) : shortBlock(around: point)
  }

  /// Returns the centers of a selected block's handles, in the coordinates of the block's edges; nil for an edge on
  /// a different day.
  package static func handles(of block: BlockFrame, isRightToLeft: Bool) -> (start: Point?, end: Point?) {
    let inset = handleInset(of: block)
    let (left, right) = (block.left + inset, block.right - inset)
    return (
      block.continuesBefore ? nil : Point(x: isRightToLeft ? left : right, y: block.top),
      block.continuesAfter ? nil : Point(x: isRightToLeft ? right : left, y: block.bottom)
    )
  }

  private static func handleInset(of block: BlockFrame) -> Double { min(Feel.handleInset, block.width / 4) }

  private func handle(at point: Point, by pointer: PointerKind) -> Hit? {
    let reach = (pointer == .mouse ? Feel.mouseHandleSize : Feel.touchHandleSize) / 2
    var nearest: (distance: Double, hit: Hit)?
    for block in blocks where block.id == selectedID {
      let handles = HitTest.handles(of: block, isRightToLeft: isRightToLeft)
      // A handle extends inward by at most a third of the width, so dragging the middle of a narrow block
      // still moves the block.
      let inwardReach = min(reach, block.width / 3 - HitTest.handleInset(of: block))
      for (center, part) in [(handles.start, EventPart.start), (handles.end, .end)] {
        guard let center, abs(point.y - center.y) <= reach else { continue }
        let isOnRight = (part == .start) != isRightToLeft
        let dx = isOnRight ? point.x - center.x : center.x - point.x
        guard -inwardReach <= dx, dx <= reach else { continue }
        let distance = abs(point.y - center.y) + abs(dx)
        if distance < nearest?.distance ?? .infinity {
          nearest = (distance, Hit(id: block.id, part: part, isHandle: true))
        }
      }
    }
    return nearest?.hit
  }

  private func part(of block: BlockFrame, at y: Double, by pointer: PointerKind) -> EventPart {
    if pointer == .touch, block.height < Feel.shortBlockHeight { return .body }
    let maximumBand = pointer == .mouse ? Feel.maximumMouseBand : Feel.maximumTouchBand
    let band = min(
      maximumBand, block.height * Feel.maximumBandFraction, (block.height - Feel.minimumBodyHeight) / 2)
    if !block.continuesBefore, y - block.top < band { return .start }
    return !block.continuesAfter && block.bottom - y <= band ? .end : .body
  }

  /// Returns the nearest block that would contain the point if it had the minimum height of a target.
  private func shortBlock(around point: Point) -> Hit? {
    let candidates = blocks.filter {
      $0.spansX(point.x) && abs(point.y - $0.middle) <= Feel.minimumTargetHeight / 2
    }
    let nearest = candidates.min { abs(point.y - $0.middle) < abs(point.y - $1.middle) }
    return nearest.map { Hit(id: $0.id, part: .body, isHandle: false) }
  }

  private func edgeInReach(of point: Point) -> Hit? {
    var nearest: (distance: Double, hit: Hit)?
    for block in blocks where block.spansX(point.x) {
      let above = block.top - point.y
      let below = point.y - block.bottom
      let (distance, part) = above > 0 ? (above, EventPart.start) : (below, .end)
      guard distance <= Feel.mouseReach, distance < nearest?.distance ?? .infinity,
        !(part == .start ? block.continuesBefore : block.continuesAfter)
      else { continue }
      nearest = (distance, Hit(id: block.id, part: part, isHandle: false))
    }
    return nearest?.hit
  }
}

extension BlockFrame {
  fileprivate var middle: Double { (top + bottom) / 2 }
  fileprivate func spansX(_ x: Double) -> Bool { left <= x && x < right }
}
