/// A cache of pictures of a picker's items. Each item is painted once as it looks in the center and once as
/// it looks beside the center. After that, only its pictures are drawn.
///
/// While the row moves, the size of an item changes in every frame. Glyphs, and especially emoji, would have
/// to be rendered again for each size, whereas a picture is only scaled down.
package final class PickerPictures {
  private struct Key: Hashable {
    let item: Int
    let isCentered: Bool
  }

  /// The maximum number of pictures. It is a few times the number of items that are visible in the longest
  /// ribbon, so that the cache stays small while the user scrolls through a long row.
  private static let maximumCount = 64

  private var style: PickerItemStyle?
  private var scale = 1.0
  private var pictures: [Key: ImageSurface] = [:]

  package init() {}

  /// Discards all pictures. Call this when the items have changed.
  package func removeAll() { pictures = [:] }

  /// Returns the picture of an item, at the size of the item's cell.
  ///
  /// - Parameters:
  ///   - isCentered: whether to paint the item as it looks in the center, rather than beside it.
  ///   - style: the common appearance of the items. If it has changed, all pictures are painted again.
  ///   - scale: the number of device pixels per px.
  func picture(
    of item: Int, isCentered: Bool, in style: PickerItemStyle, scale: Double,
    painter: (Int) -> any PickerItemPainter
  ) -> ImageSurface {
    if style != self.style || scale != self.scale || pictures.count >= PickerPictures.maximumCount {
      removeAll()
    }
    (self.style, self.scale) = (style, scale)
    let key = Key(item: item, isCentered: isCentered)
    if let picture = pictures[key] { return picture }
    let (width, height) = style.size
    let picture = ImageSurface(width: Int(width), height: Int(height), scale: scale)
    picture.canvas.translated(x: width / 2, y: height / 2) {
      picture.canvas.scaled(isCentered ? 1 : PickerItemStyle.sideItemScale) {
        painter(item).paint(in: style, on: picture.canvas)
      }
    }
    pictures[key] = picture
    return picture
  }
}
