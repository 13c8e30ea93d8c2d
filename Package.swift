// swift-tools-version: 6.0
import PackageDescription

// Every module is a target, so the compiler enforces the direction of imports that docs/architecture.md
// describes: a module can import only what is listed as its dependency.

let package = Package(
  name: "handspan",
  products: [.executable(name: "handspan", targets: ["Handspan"])],
  dependencies: [
    // Pinned, so that the same source always builds the same program. Package.resolved is not committed: it holds commit
    // hashes, which differ where packages come from a mirror.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // MARK: C libraries. Only the modules named here may see them.

    // GTK 4 and libadwaita. For GtkSupport, the modules of widgets and the application.
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1",
      providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
    // Cairo and Pango alone: painting without a widget or a display. For TimelinePainting.
    .systemLibrary(
      name: "CPaint", pkgConfig: "pangocairo",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    // GLib and GIO alone: zones and file monitors. For CalendarStore.
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // What a build may set: the application's id, and the version. For the application.
    .systemLibrary(name: "CBuild"),

    // MARK: Pure modules. No C, no clock, no file, no widget.

    // Values: days, wall times, events, edits. Imports nothing of ours.
    .target(name: "CalendarModel"),
    // iCalendar text, kept byte for byte. Imports nothing of ours.
    .target(name: "ICalendar"),
    // Components of a document to events, edits to changed lines.
    .target(name: "CalendarDocument", dependencies: ["CalendarModel", "ICalendar"]),
    // Phrases from values: dates, spans, durations; the translator is an argument.
    .target(name: "CalendarText", dependencies: ["CalendarModel"]),
    // Gestures, motion and geometry as functions of time, pointer and size.
    .target(name: "TimelineInteraction", dependencies: ["CalendarModel"]),

    // MARK: Modules with one foot in C.

    // Files: load, save, watch. The only module that sees CGLib.
    .target(name: "CalendarStore", dependencies: ["CGLib", "CalendarDocument", "CalendarModel"]),
    // What is open in a window: edits on their way to disk, undo, clipboard and drop logic. No GTK, no widget.
    .target(
      name: "CalendarSession",
      dependencies: ["CalendarStore", "CalendarDocument", "CalendarText", "CalendarModel"]),
    // A layout drawn into any Cairo context. No widget, no display.
    .target(
      name: "TimelinePainting",
      dependencies: ["CPaint", "CalendarModel", "CalendarText", "TimelineInteraction"]),
    // Swift over GObject: references, signals, subclassing, the main loop. Knows no calendar.
    .target(name: "GtkSupport", dependencies: ["CGtk"]),
    // What the widgets share that paint themselves: the desktop's style, a press. Knows no widget of ours.
    .target(
      name: "WidgetSupport", dependencies: ["CGtk", "GtkSupport", "TimelinePainting", "TimelineInteraction"]),
    // Snapping wheels and ribbons. Does not know the timeline.
    .target(
      name: "PickerWidgets",
      dependencies: [
        "CGtk", "GtkSupport", "WidgetSupport", "TimelinePainting", "TimelineInteraction", "CalendarText",
        "CalendarModel",
      ]),
    // The timeline one can hold: a thin shell over the pure modules. Does not know CalendarStore.
    .target(
      name: "TimelineWidgets",
      dependencies: [
        "CGtk", "GtkSupport", "WidgetSupport", "PickerWidgets", "TimelinePainting", "TimelineInteraction",
        "CalendarText", "CalendarModel",
      ]),

    // MARK: The executable: application, window, actions, preferences, command line.
    .executableTarget(
      name: "Handspan",
      dependencies: [
        "CBuild", "CGtk", "GtkSupport", "TimelineWidgets", "PickerWidgets", "TimelinePainting",
        "TimelineInteraction", "CalendarSession", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Benchmarks: measured, never part of a pass or a failure.
    .executableTarget(
      name: "CoreBenchmark",
      dependencies: ["CalendarStore", "CalendarDocument", "TimelineInteraction", "CalendarModel"],
      path: "Benchmarks/Core"),

    // MARK: Tests. Pure suites use Swift Testing, widget suites XCTest.
    // How much random input is tried, and a generator that repeats it.
    .target(name: "TestExtent", path: "Tests/TestExtent"),
    .testTarget(name: "CalendarModelTests", dependencies: ["TestExtent", "CalendarModel"]),
    .testTarget(name: "ICalendarTests", dependencies: ["TestExtent", "ICalendar"]),
    .testTarget(
      name: "CalendarDocumentTests",
      dependencies: ["TestExtent", "CalendarDocument", "CalendarText", "CalendarModel", "ICalendar"]),
    // Two programs that change the same calendar, what they were told, and a verdict on what is on the disk then.
    .target(
      name: "SoakSupport",
      dependencies: ["TestExtent", "CGLib", "CalendarStore", "CalendarText", "CalendarModel"],
      path: "Tests/SoakSupport"),
    .executableTarget(
      name: "soak-writer", dependencies: ["SoakSupport", "TestExtent", "CalendarStore"],
      path: "Tests/SoakWriter"),
    // Calendars in memory that answer later, as an account's do. For tests of what stands on the store.
    .target(
      name: "BackendTestSupport", dependencies: ["CalendarStore", "CalendarModel"],
      path: "Tests/BackendTestSupport"),
    // Among them slices of what scripts/soak runs at length.
    .testTarget(
      name: "CalendarStoreTests",
      dependencies: [
        "soak-writer", "SoakSupport", "BackendTestSupport", "TestExtent", "Handspan", "CalendarStore",
        "CGLib", "CalendarText", "CalendarDocument", "CalendarModel", "ICalendar",
      ]),
    // The built program, from outside.
    .testTarget(name: "CommandLineTests", dependencies: ["Handspan"]),
    .testTarget(
      name: "CalendarSessionTests",
      dependencies: [
        "BackendTestSupport", "CalendarSession", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
      ]),
    // What the application does without a window.
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "Handspan", "CalendarSession", "TimelinePainting", "CalendarText", "CalendarModel",
      ]),
    // The window, with views of the calendar that are none of the application's.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "Handspan", "CalendarSession", "TimelineWidgets", "WidgetTestSupport", "GtkSupport", "CGtk",
        "TimelineInteraction", "CalendarText", "CalendarModel",
      ]),
    .testTarget(name: "CalendarTextTests", dependencies: ["CalendarText", "CalendarModel"]),
    // A finger and a clock for tests: press, move, tick, release, expect.
    .target(
      name: "InteractionTestSupport", dependencies: ["TimelineInteraction", "CalendarModel"],
      path: "Tests/InteractionTestSupport"),
    .testTarget(
      name: "TimelineInteractionTests",
      dependencies: ["InteractionTestSupport", "TestExtent", "TimelineInteraction", "CalendarModel"]),
    .testTarget(
      name: "TimelinePaintingTests",
      dependencies: ["TimelinePainting", "TimelineInteraction", "CalendarText", "CalendarModel"]),
    // GTK's checks of what assistive technology is told. For tests of widgets.
    .systemLibrary(name: "CGtkTesting", path: "Tests/CGtkTesting", pkgConfig: "gtk4"),
    // A window for one widget, the main loop run by hand, and GTK's complaints. For tests of widgets.
    .target(
      name: "WidgetTestSupport", dependencies: ["CGtk", "CGtkTesting", "GtkSupport", "TimelinePainting"],
      path: "Tests/WidgetTestSupport"),
    .testTarget(
      name: "PickerWidgetsTests",
      dependencies: [
        "PickerWidgets", "WidgetTestSupport", "GtkSupport", "CGtk", "CGtkTesting", "TimelinePainting",
        "TimelineInteraction", "CalendarText", "CalendarModel",
      ]),
    .testTarget(
      name: "TimelineWidgetsTests",
      dependencies: [
        "TimelineWidgets", "PickerWidgets", "WidgetTestSupport", "InteractionTestSupport", "GtkSupport",
        "CGtk", "CGtkTesting",
        "TimelinePainting", "TimelineInteraction",
        "CalendarText", "CalendarModel",
      ]),
  ]
)
