import CGtk

/// The four properties of GtkScrollable. Their values are stored with each instance.
@MainActor
enum ScrollableProperties {
  private static let names = ["hadjustment", "vadjustment", "hscroll-policy", "vscroll-policy"]
  fileprivate static let quarks = names.map { g_quark_from_string("handspan-" + $0) }

  static func install(on klass: UnsafeMutablePointer<GObjectClass>) {
    klass.pointee.get_property = { object, id, value, _ in
      nonisolated(unsafe) let (object, value) = (object, value)
      MainActor.assumeIsolated {
        guard let object, let value, (1...4).contains(id) else { return }
        let storedValue = g_object_get_qdata(object, ScrollableProperties.quarks[Int(id) - 1])
        if id <= 2 {
          g_value_set_object(value, storedValue)
        } else {
          g_value_set_enum(value, Int32(Int(bitPattern: storedValue)))
        }
      }
    }
    klass.pointee.set_property = { object, id, value, _ in
      nonisolated(unsafe) let (object, value) = (object, value)
      MainActor.assumeIsolated {
        guard let object, let value, (1...4).contains(id) else { return }
        if id <= 2 {
          // The old adjustment must stay alive until the widget has disconnected from it.
          let oldAdjustment = g_object_steal_qdata(object, ScrollableProperties.quarks[Int(id) - 1])
          g_object_set_qdata_full(object, ScrollableProperties.quarks[Int(id) - 1], g_value_dup_object(value))
          { adjustment in
            if let adjustment { g_object_unref(adjustment) }
          }
          let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
          CustomWidget.swiftObject(of: widget)?.adjustmentsChanged()
          if let oldAdjustment { g_object_unref(oldAdjustment) }
        } else {
          g_object_set_qdata(
            object, ScrollableProperties.quarks[Int(id) - 1],
            UnsafeMutableRawPointer(bitPattern: Int(g_value_get_enum(value))))
        }
      }
    }
    for (index, name) in names.enumerated() {
      g_object_class_override_property(klass, guint(index + 1), name)
    }
  }

  /// Returns the stored adjustment of a widget.
  static func adjustment(of widget: WidgetPointer, isVertical: Bool) -> UnsafeMutablePointer<GtkAdjustment>? {
    g_object_get_qdata(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), quarks[isVertical ? 1 : 0])?
      .assumingMemoryBound(to: GtkAdjustment.self)
  }
}

extension CustomWidget {
  /// The vertical adjustment that a scrolled window has set on this scrollable widget.
  package var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>? {
    ScrollableProperties.adjustment(of: gtkWidget, isVertical: true)
  }
  /// The horizontal adjustment that a scrolled window has set on this scrollable widget.
  package var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment>? {
    ScrollableProperties.adjustment(of: gtkWidget, isVertical: false)
  }
}
