import CGtk

/// A picture whose rows between its two ends are all alike. It is painted once and shown at any height.
@MainActor
package final class StretchedPicture<Key: Equatable> {
  /// The heights in px of the two ends, whose rows differ.
  package struct Ends: Equatable {
    package var top: Double
    package var bottom: Double

    package init(top: Double, bottom: Double) { (self.top, self.bottom) = (top, bottom) }

    /// The minimum height in px at which the picture can be shown.
    package var height: Double { top + bottom }
  }

  /// The height in px of a tile of the rows in between.
  private static var tile: Double { 512 }

  /// What the rows below the upper end depend on.
  private struct Rest: Equatable {
    let key: Key
    let ends: Ends
  }

  private let top = CachedRenderNode<Key>()
  private let (middle, bottom) = (CachedRenderNode<Rest>(), CachedRenderNode<Rest>())

  package init() {}

  /// Appends the picture to a widget's snapshot. It extends beyond its size by `outset` px on each side.
  ///
  /// - Parameters:
  ///   - key: everything that the look and the ends depend on, which is not the height.
  ///   - rest: what the rows below the upper end depend on, besides the ends; all of `key` if nil.
  ///   - paint: paints the whole picture at a height in px. Called only for other keys.
  /// - Precondition: `height` is at least `ends.height`, and all lengths are on device pixels.
  package func append(
    to snapshot: OpaquePointer, of widget: CustomWidget, for key: Key, rest: Key? = nil, width: Double,
    height: Double, outset: Double, ends: Ends, paint: (_ cairo: OpaquePointer, _ height: Double) -> Void
  ) {
    let tile = StretchedPicture.tile
    let whole = tile + ends.height
    func rows(_ top: Double, _ bottom: Double) -> graphene_rect_t {
      graphene_rect_t(
        origin: graphene_point_t(x: Float(-outset), y: Float(top)),
        size: graphene_size_t(width: Float(width + 2 * outset), height: Float(bottom - top)))
    }
    func show<PartKey>(
      _ part: CachedRenderNode<PartKey>, for key: PartKey, _ from: Double, _ to: Double,
      movedBy distance: Double
    ) {
      var offset = graphene_point_t(x: 0, y: Float(distance))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &offset)
      part.append(to: snapshot, for: key) { node in
        widget.draw(rows(from, to), on: node) { paint($0, whole) }
      }
      gtk_snapshot_restore(snapshot)
    }
    let rest = Rest(key: rest ?? key, ends: ends)
    show(top, for: key, -outset, ends.top, movedBy: 0)
    var between = rows(ends.top, height - ends.bottom)
    gtk_snapshot_push_clip(snapshot, &between)
    for distance in stride(from: 0, to: height - ends.height, by: tile) {
      show(middle, for: rest, ends.top, ends.top + tile, movedBy: distance)
    }
    gtk_snapshot_pop(snapshot)
    show(bottom, for: rest, whole - ends.bottom, whole + outset, movedBy: height - whole)
  }
}
