import CalendarModel
import Glibc
import Testing

@testable import TimelinePainting

/// Paints blocks in every appearance into one picture, in the folder named by HANDSPAN_GALLERY.
@Suite struct AppearanceGallery {
  static let contents: [BlockContent] = [
    BlockContent(title: "Review of the spring collection", timeText: "09:15 – 10:30", location: "Studio"),
    BlockContent(
      title: "Tentative", timeText: "09:15 – 10:30", location: "Studio", color: SampleDays.purple,
      status: .tentative),
    BlockContent(
      title: "Canceled", timeText: "09:15 – 10:30", color: SampleDays.red, status: .canceled),
    BlockContent(title: "Free", timeText: "09:15 – 10:30", color: SampleDays.green, isFree: true),
    BlockContent(title: "Past", timeText: "09:15 – 10:30", color: SampleDays.orange, isPast: true),
    BlockContent(
      title: "Goes on and on", timeText: "09:15 – Tue 10:30", color: SampleDays.yellow, isRepeating: true,
      continuesBefore: true, continuesAfter: true),
  ]

  static let appearances: [BlockAppearance] = [
    .resting, BlockAppearance(.resting, isHovered: true), BlockAppearance(.resting, hasHandles: true),
    BlockAppearance(.resting, isFocused: true), .lifted, BlockAppearance(.lifted, hasHandles: true),
    .original,
    .dropOutline,
  ]

  @Test(.enabled(if: GalleryTests.folder != nil, "HANDSPAN_GALLERY is not set"), arguments: [false, true])
  func appearancesArePainted(isDark: Bool) throws {
    let folder = try #require(GalleryTests.folder)
    let palette = isDark ? Palette.dark : .light
    try Picture.write(
      to: "\(folder)/appearances\(isDark ? "-dark" : "").png", format: .png, width: 1180, height: 840
    ) { canvas in
      canvas.fill(Rectangle(x: 0, y: 0, width: 1180, height: 840), palette.background)
      for (row, appearance) in AppearanceGallery.appearances.enumerated() {
        for (column, content) in AppearanceGallery.contents.enumerated() {
          let height = [76.0, 60, 42, 32, 21, 76][(row + column) % 6]
          canvas.translated(x: 20 + Double(column) * 192, y: 20 + Double(row) * 100) {
            BlockPainter().paint(
              content, appearance, width: 168, height: height, on: canvas, palette: palette,
              text: TextStyle())
          }
        }
      }
    }
  }
}
