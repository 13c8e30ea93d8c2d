import CPaint

/// Text laid out by Pango, which can be measured without a surface and drawn on a canvas.
///
/// Metrics are not hinted and glyphs are placed at subpixel positions, so that text has the same line
/// breaks at every device scale and on paper.
package final class TextLayout {
  package enum Weight: Sendable { case regular, semibold, bold }

  let layout: OpaquePointer
  /// Whether any words were truncated.
  var hasShortenedWords = false
  private let isRightToLeft: Bool
  /// The thickness in px of the line through the text, and its height in px above the baseline; nil if the
  /// text is not struck through.
  private let strike: (thickness: Double, rise: Double)?

  /// Lays out text as one paragraph. Line breaks and tabs in it become spaces.
  ///
  /// - Parameters:
  ///   - text: the text to lay out.
  ///   - style: the font and the direction of the text.
  ///   - size: the em size in px; nil for that of the style.
  ///   - isStruckThrough: whether the text is struck through.
  ///   - hasTabularFigures: whether all digits have the same width, so that times line up in a column.
  package init(
    _ text: String, style: TextStyle, size: Double? = nil, weight: Weight = .regular,
    isStruckThrough: Bool = false, hasTabularFigures: Bool = false
  ) {
    layout = pango_layout_new(TextLayout.context)
    isRightToLeft = style.isRightToLeft
    let em = size ?? style.size
    // Pango rounds its strikethrough to whole device pixels, which can leave a hairline on a high-resolution
    // screen.
    strike = isStruckThrough ? (max(1, em / 12), em * 0.3) : nil

    let font = pango_font_description_new()
    pango_font_description_set_family(font, style.family)
    // The size is absolute, because it is already in px and must not be scaled by the font resolution.
    pango_font_description_set_absolute_size(font, em * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, weight.pango)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)

    let line = TextLayout.singleLine(text)
    pango_layout_set_text(layout, line, Int32(clamping: line.utf8.count))
    let hasSoftHyphen = line.unicodeScalars.contains("\u{AD}")
    setAttributes(hasTabularFigures: hasTabularFigures, hasSoftHyphen: hasSoftHyphen)
    // With automatic direction, Pango interprets LEFT as the side on which this text begins. Here it has to
    // be the side on which lines of the user's language begin. Pango must lay out the text to determine its
    // direction, so this is done last, and only for text that may be right to left.
    let textIsRightToLeft =
      TextLayout.mayContainRightToLeftText(line)
      && pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    pango_layout_set_alignment(
      layout, textIsRightToLeft == isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Returns the text with a space in place of each line break, tab and null character.
  private static func singleLine(_ text: String) -> String {
    // Few strings contain such a character, and scanning scalars is much faster than scanning characters.
    let hasBreak = text.unicodeScalars.contains { scalar in
      scalar.value < 0x20 || [0x85, 0x2028, 0x2029].contains(scalar.value)
    }
    guard hasBreak else { return text }
    return String(text.map { $0.isNewline || $0 == "\t" || $0 == "\0" ? " " : $0 })
  }

  /// Returns whether the text contains a character in a Unicode block of right-to-left scripts, or a mark
  /// that may change the direction.
  private static func mayContainRightToLeftText(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFEFC, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }

  /// Breaks the text into at most `lines` lines of `width` px; text that does not fit is truncated with an
  /// ellipsis.
  @discardableResult
  package func fit(width: Double, lines: Int) -> TextLayout {
    precondition(lines >= 1)
    pango_layout_set_width(layout, Int32(max(0, width) * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_height(layout, Int32(-lines))
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    return self
  }

  /// Centers the lines within the width that was passed to `fit`.
  func center() -> TextLayout {
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    return self
  }

  /// The size of the laid-out text in px.
  package var size: (width: Double, height: Double) {
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }

  /// The distance in px from the upper edge of the layout to the baseline of the first line.
  package var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }
  package var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  /// Whether some of the text was truncated.
  package var isEllipsized: Bool { hasShortenedWords || pango_layout_is_ellipsized(layout) != 0 }

  /// Draws the text with its upper-left corner at the current point.
  func draw(on cairo: OpaquePointer) {
    pango_cairo_update_layout(cairo, layout)
    var (x, y) = (0.0, 0.0)
    cairo_get_current_point(cairo, &x, &y)
    pango_cairo_show_layout(cairo, layout)
    if let strike { strikeThrough(strike.thickness, rise: strike.rise, x: x, y: y, on: cairo) }
  }

  private func strikeThrough(
    _ thickness: Double, rise: Double, x: Double, y: Double, on cairo: OpaquePointer
  ) {
    let iterator: OpaquePointer? = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let baseline = y + Double(pango_layout_iter_get_baseline(iterator)) / Double(PANGO_SCALE)
      cairo_rectangle(
        cairo, x + Double(extents.x) / Double(PANGO_SCALE), baseline - rise - thickness / 2,
        Double(extents.width) / Double(PANGO_SCALE), thickness)
    } while pango_layout_iter_next_line(iterator) != 0
    cairo_fill(cairo)
  }

  /// Adds the outlines of the glyphs to the path, with the upper-left corner of the text at the current
  /// point.
  func addOutlines(to cairo: OpaquePointer) {
    pango_cairo_update_layout(cairo, layout)
    pango_cairo_layout_path(cairo, layout)
  }

  private func setAttributes(hasTabularFigures: Bool, hasSoftHyphen: Bool) {
    let list = pango_attr_list_new()
    // Pango does not know the hyphenation rules of languages, so its hyphens would be wrong, except at soft
    // hyphens in the text.
    if !hasSoftHyphen { pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0)) }
    if hasTabularFigures { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
    pango_layout_set_attributes(layout, list)
    pango_attr_list_unref(list)
  }

  private static let contextKey = g_quark_from_string("handspan-text-context")

  /// The Pango context for all text of a thread. It is attached to the thread's font map, and the two retain each
  /// other.
  ///
  /// A context adopts the settings of the first surface on which it draws. If each layout had its own
  /// context, the text would be laid out twice, once for measuring and once for drawing, with different font
  /// instances each time.
  private static var context: OpaquePointer {
    let fonts = pango_cairo_font_map_get_default()
    let owner = UnsafeMutableRawPointer(fonts)?.assumingMemoryBound(to: GObject.self)
    if let existingContext = g_object_get_qdata(owner, contextKey) { return OpaquePointer(existingContext) }
    let newContext = makeContext(fonts)
    g_object_set_qdata(owner, contextKey, UnsafeMutableRawPointer(newContext))
    return newContext
  }

  private static func makeContext(_ fonts: UnsafeMutablePointer<PangoFontMap>?) -> OpaquePointer {
    let context: OpaquePointer = pango_font_map_create_context(fonts)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // Adopts the settings of image surfaces, on which most text is drawn.
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
    let cairo = cairo_create(surface)
    pango_cairo_update_context(cairo, context)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    return context
  }
}

extension TextLayout.Weight {
  fileprivate var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}
