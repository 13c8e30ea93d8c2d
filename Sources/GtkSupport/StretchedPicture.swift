import CGtk

/// A picture whose rows are all identical except at its two ends. It is painted once, and can be shown at any
/// height.
@MainActor
package final class StretchedPicture<Key: Equatable> {
  /// The heights of the two ends of the picture, in px.
  package struct Ends: Equatable {
    package var top: Double
    package var bottom: Double

    package init(top: Double, bottom: Double) { (self.top, self.bottom) = (top, bottom) }

    /// The minimum height at which the picture can be shown, in px.
    package var height: Double { top + bottom }
  }

  /// The height in px of the tile that is repeated between the ends.
  private static var tileHeight: Double { 512 }

  /// The values on which all rows below the upper end depend.
  private struct LowerRowsKey: Equatable {
    let key: Key
    let ends: Ends
  }

  private let top = CachedRenderNode<Key>()
  private let (middle, bottom) = (CachedRenderNode<LowerRowsKey>(), CachedRenderNode<LowerRowsKey>())

  package init() {}

  /// Appends the picture to a widget's snapshot. The picture extends beyond the given size by `outset` px on
  /// each side.
  ///
  /// - Parameters:
  ///   - key: all values on which the appearance and the ends depend. The height is not one of them.
  ///   - lowerRowsKey: the values, other than the ends, on which the rows below the upper end depend; nil for
  ///     all of `key`.
  ///   - paint: paints the whole picture at a height in px. Called only when a key has changed.
  /// - Precondition: `height` is at least `ends.height`, and `width` and `height` are whole numbers of device
  ///   pixels. The other lengths are rounded up.
  package func append(
    to snapshot: OpaquePointer, of widget: CustomWidget, for key: Key, lowerRowsKey: Key? = nil,
    width: Double, height: Double, outset: Double, ends: Ends,
    paint: (_ cairo: OpaquePointer, _ height: Double) -> Void
  ) {
    let (tileHeight, outset) = (widget.roundedUp(StretchedPicture.tileHeight), widget.roundedUp(outset))
    let ends = Ends(top: widget.roundedUp(ends.top), bottom: widget.roundedUp(ends.bottom))
    let paintedHeight = tileHeight + ends.height
    func rows(_ top: Double, _ bottom: Double) -> graphene_rect_t {
      graphene_rect_t(
        origin: graphene_point_t(x: Float(-outset), y: Float(top)),
        size: graphene_size_t(width: Float(width + 2 * outset), height: Float(bottom - top)))
    }
    func appendPart<PartKey>(
      _ part: CachedRenderNode<PartKey>, for key: PartKey, _ from: Double, _ to: Double,
      movedBy distance: Double
    ) {
      var offset = graphene_point_t(x: 0, y: Float(distance))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &offset)
      part.append(to: snapshot, for: key) { partSnapshot in
        widget.draw(rows(from, to), on: partSnapshot) { paint($0, paintedHeight) }
      }
      gtk_snapshot_restore(snapshot)
    }
    let lowerRowsKey = LowerRowsKey(key: lowerRowsKey ?? key, ends: ends)
    appendPart(top, for: key, -outset, ends.top, movedBy: 0)
    var middleBounds = rows(ends.top, height - ends.bottom)
    gtk_snapshot_push_clip(snapshot, &middleBounds)
    for distance in stride(from: 0, to: height - ends.height, by: tileHeight) {
      appendPart(middle, for: lowerRowsKey, ends.top, ends.top + tileHeight, movedBy: distance)
    }
    gtk_snapshot_pop(snapshot)
    appendPart(
      bottom, for: lowerRowsKey, paintedHeight - ends.bottom, paintedHeight + outset,
      movedBy: height - paintedHeight)
  }
}
