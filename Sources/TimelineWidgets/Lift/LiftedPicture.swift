import CGtk
import GtkSupport
import TimelinePainting

/// The picture of a lifted block with its shadow.
///
/// While an edge is stretched, the height changes in every frame. Painting the shadow and the text each time
/// would take longer than a frame, so both are kept for all heights.
@MainActor
final class LiftedPicture {
  /// What is shown.
  struct Look: Equatable {
    var content: BlockContent
    var appearance: BlockAppearance
    var width: Double
    var scale: Int
    var isBar: Bool
    /// The style's revision.
    var style: Int

    /// What the ends, and the rows below the text, depend on: not on the times, which change with every step.
    fileprivate var withoutTimes: Look {
      var look = self
      for text in [\BlockContent.timeText, \.startText] where !look.content[keyPath: text].isEmpty {
        look.content[keyPath: text] = "0"
      }
      return look
    }
  }

  /// Everything that the look of a shadow depends on, apart from the height.
  private struct ShadowKey: Equatable {
    var width: Double
    var scale: Int
    var continuesBefore: Bool
    var continuesAfter: Bool
    var isBar: Bool
    var style: Int

    init(_ look: Look) {
      (width, scale, isBar, style) = (look.width, look.scale, look.isBar, look.style)
      (continuesBefore, continuesAfter) = (look.content.continuesBefore, look.content.continuesAfter)
    }
  }

  private let style: TimelineStyle
  private let shadow = StretchedPicture<ShadowKey>()
  private let body = StretchedPicture<Look>()
  private var ends: (look: Look, ends: BlockPainter.Ends?)?

  init(style: TimelineStyle) { self.style = style }

  /// Appends the picture at a height in px to a widget's snapshot.
  ///
  /// - Returns: the bottom edge in px, as Cairo painted it.
  func append(_ look: Look, height: Double, to snapshot: OpaquePointer, of widget: CustomWidget) -> Double {
    appendShadow(look, height: height, to: snapshot, of: widget)
    let rest = look.withoutTimes
    guard let ends = ends(of: rest), height >= ends.top + ends.bottom else {
      var painted = 0.0
      widget.draw(on: snapshot, width: look.width, height: height, isLasting: false) {
        painted = paint(look, height: height, on: $0)
      }
      return painted
    }
    body.append(
      to: snapshot, of: widget, for: look, rest: rest, width: look.width, height: height,
      outset: 0, ends: .init(top: ends.top, bottom: ends.bottom)
    ) { _ = paint(look, height: $1, on: $0) }
    return height
  }

  /// Laying out text takes long, so this is kept, too.
  private func ends(of look: Look) -> BlockPainter.Ends? {
    if let ends, ends.look == look { return ends.ends }
    let found = painter(look).ends(of: look.content, width: look.width, text: style.text)
    ends = (look, found)
    return found
  }

  private func painter(_ look: Look) -> BlockPainter {
    BlockPainter(flow: look.isBar ? .horizontal : .vertical)
  }

  private func paint(_ look: Look, height: Double, on cairo: OpaquePointer) -> Double {
    FrameStatistics.paints += 1
    return painter(look).paint(
      look.content, look.appearance, width: look.width, height: height,
      on: Canvas(cairo: cairo, scale: look.scale), palette: style.palette, text: style.text,
      hasShadow: false
    ).maxY
  }

  private func appendShadow(
    _ look: Look, height: Double, to snapshot: OpaquePointer, of widget: CustomWidget
  ) {
    let outset = BlockPainter.overhang(look.appearance)
    let ends = StretchedPicture<ShadowKey>.Ends(
      top: BlockPainter.shadowEnds, bottom: BlockPainter.shadowEnds)
    guard height >= ends.height else {
      return widget.draw(
        on: snapshot, outset: outset, width: look.width, height: height, isLasting: false
      ) { paintShadow(look, height: height, on: $0) }
    }
    shadow.append(
      to: snapshot, of: widget, for: ShadowKey(look), width: look.width, height: height, outset: outset,
      ends: ends
    ) { paintShadow(look, height: $1, on: $0) }
  }

  private func paintShadow(_ look: Look, height: Double, on cairo: OpaquePointer) {
    FrameStatistics.shadowPaints += 1
    painter(look).paintShadow(
      look.content, width: look.width, height: height, on: Canvas(cairo: cairo, scale: look.scale),
      palette: style.palette, text: style.text)
  }
}
