/// Cached pictures of the items of a picker: each is painted once as it looks in the centre and once as it
/// looks beside it, and then only drawn.
///
/// While the row moves, every item has a different size in every frame. Glyphs, and emoji even more so, would
/// be rendered again for each size; a picture is only scaled down.
package final class PickerPictures {
  private struct Key: Hashable {
    let item: Int
    let isCentred: Bool
  }

  /// A few times the number of items visible in the longest ribbon, so that scrolling through a long row does
  /// not keep them all.
  private static let maximum = 64

  private var look: PickerLook?
  private var scale = 1
  private var pictures: [Key: ImageSurface] = [:]

  package init() {}

  /// Discards all pictures, because the items have changed.
  package func forget() { pictures = [:] }

  /// The picture of an item, in the size of its cell.
  ///
  /// - Parameters:
  ///   - isCentred: whether to paint it as it looks in the centre, or as beside it.
  ///   - look: the common appearance; with a different look, all pictures are painted anew.
  ///   - scale: device pixels per px.
  func picture(
    of item: Int, isCentred: Bool, in look: PickerLook, scale: Int, painter: (Int) -> any PickerItemPainter
  ) -> ImageSurface {
    if look != self.look || scale != self.scale || pictures.count >= PickerPictures.maximum { forget() }
    (self.look, self.scale) = (look, scale)
    let key = Key(item: item, isCentred: isCentred)
    if let picture = pictures[key] { return picture }
    let (width, height) = look.size
    let picture = ImageSurface(width: Int(width), height: Int(height), scale: scale)
    picture.canvas.translated(x: width / 2, y: height / 2) {
      picture.canvas.scaled(isCentred ? 1 : PickerLook.restScale) {
        painter(item).paint(in: look, on: picture.canvas)
      }
    }
    pictures[key] = picture
    return picture
  }
}
