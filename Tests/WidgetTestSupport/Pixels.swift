import CGtk
import TimelinePainting

/// A picture in memory with one device pixel per px.
package final class Pixels {
  /// The width in px.
  package let width: Int
  /// The height in px.
  package let height: Int
  private let surface: OpaquePointer

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Paints on the picture.
  package func paint(_ body: (OpaquePointer) -> Void) {
    guard let cairo = cairo_create(surface) else { return }
    body(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
  }

  /// The color of a pixel as 0xRRGGBB; nil outside the picture and where the pixel is not opaque.
  package subscript(x: Int, y: Int) -> UInt32? {
    guard (0..<width).contains(x), (0..<height).contains(y),
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let offset = y * Int(cairo_image_surface_get_stride(surface)) + x * 4
    // Each pixel is a 32-bit number in native byte order.
    let word = UnsafeRawPointer(bytes + offset).load(as: UInt32.self)
    return word >> 24 == 0xFF ? word & 0xFFFFFF : nil
  }

  /// The colors of all pixels, row by row.
  package var colors: [UInt32?] { (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } } }

  /// Whether another picture has the same size and the same pixels.
  package func isEqual(to other: Pixels) -> Bool {
    guard (width, height) == (other.width, other.height),
      let ownData = cairo_image_surface_get_data(surface),
      let otherData = cairo_image_surface_get_data(other.surface)
    else { return false }
    return memcmp(ownData, otherData, height * Int(cairo_image_surface_get_stride(surface))) == 0
  }

  /// Whether a pixel has a color, allowing for rounding to 8 bits.
  package func has(_ color: PaintColor, atX x: Int, y: Int) -> Bool {
    guard let pixel = self[x, y] else { return false }
    return zip([16, 8, 0] as [UInt32], [color.red, color.green, color.blue]).allSatisfy { shift, component in
      abs(Double(pixel >> shift & 0xFF) - component * 255) <= 1.5
    }
  }
}
