/// The items of a picker as pictures: each is painted once as it looks in the centre, once as it looks beside it, and
/// from then on only shown.
///
/// While the row moves every item has another size in every frame. Letters, and emoji even more, would be made again
/// for each of these sizes; a picture is only made smaller.
package final class PickerPictures {
  private struct Key: Hashable {
    let item: Int
    let isCentred: Bool
  }

  /// As many as are visible of the longest ribbon, a few times: a row that is gone through keeps no more.
  private static let maximum = 64

  private var look: PickerLook?
  private var scale = 1
  private var pictures: [Key: ImageSurface] = [:]

  package init() {}

  /// Lets all go: the items are others.
  package func forget() { pictures = [:] }

  /// The picture of an item, as large as the item's place.
  ///
  /// - Parameters:
  ///   - isCentred: whether as it looks in the centre, otherwise as it looks beside it.
  ///   - look: what the faces have in common; with another look all pictures are painted anew.
  ///   - scale: device pixels per px.
  func picture(
    of item: Int, isCentred: Bool, in look: PickerLook, scale: Int, face: (Int) -> any PickerFace
  ) -> ImageSurface {
    if look != self.look || scale != self.scale || pictures.count >= PickerPictures.maximum { forget() }
    (self.look, self.scale) = (look, scale)
    let key = Key(item: item, isCentred: isCentred)
    if let picture = pictures[key] { return picture }
    let (width, height) = look.size
    let picture = ImageSurface(width: Int(width), height: Int(height), scale: scale)
    picture.canvas.translated(x: width / 2, y: height / 2) {
      picture.canvas.scaled(isCentred ? 1 : PickerLook.restScale) {
        face(item).paint(in: look, on: picture.canvas)
      }
    }
    pictures[key] = picture
    return picture
  }
}
