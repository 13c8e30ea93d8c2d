/// The items of a picker as pictures: each is painted once as it looks in the centre, once as it looks beside it, and
/// from then on only shown.
///
/// While the row moves every item has another size in every frame. Letters, and emoji even more, would be made anew
/// for each of these sizes; a picture is only made smaller.
public final class PickerPictures {
  private struct Place: Hashable {
    let item: Int
    let isCentred: Bool
  }

  /// As many as are in sight of the longest ribbon, a few times: a row that is gone through keeps no more.
  private static let most = 64

  private var look: PickerLook?
  private var scale = 1
  private var pictures: [Place: ImageSurface] = [:]

  /// Nothing is painted yet.
  public init() {}

  /// Lets all go: the items are others.
  public func forget() { pictures = [:] }

  /// The picture of an item, as large as the item's place.
  ///
  /// - Parameters:
  ///   - isCentred: whether as it looks in the centre, otherwise as it looks beside it.
  ///   - look: what the faces have in common; with another look all pictures are painted anew.
  ///   - scale: device pixels per px.
  func picture(
    of item: Int, isCentred: Bool, in look: PickerLook, scale: Int, face: (Int) -> any PickerFace
  ) -> ImageSurface {
    if look != self.look || scale != self.scale || pictures.count >= PickerPictures.most { forget() }
    (self.look, self.scale) = (look, scale)
    let place = Place(item: item, isCentred: isCentred)
    if let picture = pictures[place] { return picture }
    let (width, height) = look.size
    let picture = ImageSurface(width: Int(width), height: Int(height), scale: scale)
    picture.canvas.translated(x: width / 2, y: height / 2) {
      picture.canvas.scaled(isCentred ? 1 : PickerLook.restScale) {
        face(item).paint(in: look, on: picture.canvas)
      }
    }
    pictures[place] = picture
    return picture
  }
}
