import CGtk

/// Arranges the children of a box in a row, or in a column if the row would be wider than `width` px.
@MainActor
package func arrangeChildren(of box: WidgetPointer, toFit width: Int) {
  let isTooWide = naturalRowWidth(of: box) > Int32(clamping: width)
  let orientation = isTooWide ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
  // Setting the same orientation again would queue a resize.
  if gtk_orientable_get_orientation(box.opaque) != orientation {
    gtk_orientable_set_orientation(box.opaque, orientation)
  }
}

/// Returns the natural width, in px, of a box with its children in a row, regardless of its current
/// orientation.
@MainActor
private func naturalRowWidth(of box: WidgetPointer) -> Int32 {
  var widths: [Int32] = []
  var child = gtk_widget_get_first_child(box)
  while let current = child {
    if gtk_widget_get_visible(current) != 0 {
      var natural: Int32 = 0
      gtk_widget_measure(current, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
      widths.append(natural)
    }
    child = gtk_widget_get_next_sibling(current)
  }
  let box = box.as(GtkBox.self)
  let spacing = gtk_box_get_spacing(box) * Int32(max(0, widths.count - 1))
  guard gtk_box_get_homogeneous(box) == 0 else { return (widths.max() ?? 0) * Int32(widths.count) + spacing }
  return widths.reduce(spacing, +)
}
