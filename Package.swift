// swift-tools-version: 6.0
import PackageDescription

// Every module is a target, so the compiler enforces the direction of imports that docs/architecture.md
// describes: a module can import only its listed dependencies.

let package = Package(
  name: "handspan",
  products: [
    .executable(name: "handspan", targets: ["Handspan"]),
    .executable(name: "handspan-agent", targets: ["HandspanAgent"]),
  ],
  dependencies: [
    // The version is pinned, so the same source always builds the same program. Package.resolved is not
    // committed, because it contains commit hashes, which differ if packages come from a mirror.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // MARK: C libraries. Only the modules named here may import them.

    // GTK 4 and libadwaita. For GtkSupport, the widget modules and the application.
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1",
      providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
    // Cairo and Pango without GTK, to paint without a widget or a display. For TimelinePainting.
    .systemLibrary(
      name: "CPaint", pkgConfig: "pangocairo",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    // GLib and GIO without GTK, for system calls, the user's folders, settings, translations and D-Bus. For
    // CalendarStore, EvolutionBackend and UserSettings.
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // GIO, and the functions of libsoup 3 for HTTP. That library is not linked, but loaded when something is first
    // fetched. For SubscriptionBackend.
    .systemLibrary(name: "CSoup", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // GLib and GIO, timers that notice when the clock is set, and the allocator. For HandspanAgent.
    .systemLibrary(name: "CAgent", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // Values set by the build: the application's ID and version. For UserSettings.
    .systemLibrary(name: "CBuild"),

    // MARK: Pure modules. They use no C libraries, clocks, files or widgets.

    // Values: days, wall times, events and edits. Imports no other module.
    .target(name: "CalendarModel"),
    // iCalendar text, preserved byte for byte. Imports no other module.
    .target(name: "ICalendar"),
    // Converts the components of a file to events, and edits to changed lines.
    .target(name: "CalendarDocument", dependencies: ["CalendarModel", "ICalendar"]),
    // Formats values as phrases: dates, time spans and durations. The translator is passed as an argument.
    .target(name: "CalendarText", dependencies: ["CalendarModel"]),
    // Which reminder of which occurrence rings when, and what has rung. Clock, zone and settings are arguments.
    .target(name: "Reminders", dependencies: ["CalendarModel"]),
    // Gestures, motion and geometry, as functions of time, pointer position and size.
    .target(name: "TimelineInteraction", dependencies: ["CalendarModel"]),

    // MARK: Modules that use C libraries, directly or through other modules.

    // Backends, and loading, saving and watching of calendars.
    .target(name: "CalendarStore", dependencies: ["CGLib", "CalendarDocument", "CalendarModel"]),
    // Calendars of the user's accounts, through Evolution Data Server on the session bus.
    .target(
      name: "EvolutionBackend",
      dependencies: ["CGLib", "CalendarStore", "CalendarDocument", "CalendarModel", "ICalendar"]),
    // Calendars on the web that the user has subscribed to.
    .target(
      name: "SubscriptionBackend",
      dependencies: ["CSoup", "CalendarStore", "CalendarDocument", "CalendarModel"]),
    // The calendars open in a window: pending edits, undo, clipboard and drop logic. Does not depend on GTK.
    .target(
      name: "CalendarSession",
      dependencies: ["CalendarStore", "CalendarDocument", "CalendarText", "CalendarModel"]),
    // The user's settings, language and calendars, for the window and for programs without GTK.
    .target(
      name: "UserSettings",
      dependencies: [
        "CBuild", "CGLib", "Reminders", "EvolutionBackend", "SubscriptionBackend", "CalendarStore",
        "CalendarText", "CalendarModel",
      ]),
    // The reminders that ring while no window is open: their record, what is shown, and what the answers do.
    .target(
      name: "ReminderAgent", dependencies: ["Reminders", "CalendarStore", "CalendarText", "CalendarModel"]),
    // Draws a layout into any Cairo context. Needs neither a widget nor a display.
    .target(
      name: "TimelinePainting",
      dependencies: ["CPaint", "CalendarModel", "CalendarText", "TimelineInteraction"]),
    // A Swift interface to GObject: references, signals, subclassing and the main loop. Independent of
    // calendars.
    .target(name: "GtkSupport", dependencies: ["CGtk"]),
    // Code shared by the custom widgets: the desktop's style, and press handling. Independent of any
    // particular widget.
    .target(
      name: "WidgetSupport", dependencies: ["CGtk", "GtkSupport", "TimelinePainting", "TimelineInteraction"]),
    // Snapping wheels and ribbons. Independent of the timeline.
    .target(
      name: "PickerWidgets",
      dependencies: [
        "CGtk", "GtkSupport", "WidgetSupport", "TimelinePainting", "TimelineInteraction", "CalendarText",
        "CalendarModel",
      ]),
    // The timeline: a thin layer of widgets over the pure modules. Does not depend on CalendarStore.
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
        "CGtk", "GtkSupport", "TimelineWidgets", "PickerWidgets", "TimelinePainting",
        "TimelineInteraction", "UserSettings", "Reminders", "CalendarSession", "CalendarStore",
        "CalendarDocument", "CalendarText", "CalendarModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The process that rings: the session bus, the timer and the calendars.
    .executableTarget(
      name: "HandspanAgent",
      dependencies: [
        "CAgent", "ReminderAgent", "Reminders", "UserSettings", "EvolutionBackend", "CalendarStore",
        "CalendarDocument", "CalendarText", "CalendarModel",
      ]),

    // MARK: Benchmarks. They report figures, and never pass or fail.
    .executableTarget(
      name: "CoreBenchmark",
      dependencies: [
        "CalendarStore", "CalendarDocument", "Reminders", "TimelineInteraction", "CalendarModel",
      ],
      path: "Benchmarks/Core"),

    // MARK: Tests. Pure suites use Swift Testing, and widget suites use XCTest.
    // The extent of randomized tests, a reproducible random number generator, and a measure of CPU time.
    .target(name: "TestExtent", path: "Tests/TestExtent"),
    .testTarget(name: "CalendarModelTests", dependencies: ["TestExtent", "CalendarModel"]),
    // Reads events from iCalendar text, in the zones of the system.
    .testTarget(
      name: "RemindersTests",
      dependencies: ["TestExtent", "Reminders", "CalendarStore", "CalendarDocument", "CalendarModel"]),
    .testTarget(
      name: "ReminderAgentTests",
      dependencies: [
        "HandspanAgent", "ReminderAgent", "Reminders", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
      ]),
    .testTarget(name: "ICalendarTests", dependencies: ["TestExtent", "ICalendar"]),
    // The cases of Tests/Data/series.
    .target(
      name: "SeriesTestSupport", dependencies: ["CalendarDocument", "CalendarModel"],
      path: "Tests/SeriesTestSupport"),
    .testTarget(
      name: "CalendarDocumentTests",
      dependencies: [
        "SeriesTestSupport", "TestExtent", "CalendarDocument", "CalendarText", "CalendarModel", "ICalendar",
      ]),
    // Tries the kept inputs of scripts/fuzz, which builds Targets with libFuzzer instead.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "TestExtent", "CGLib", "EvolutionBackend", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel", "ICalendar",
      ]),
    // Support for two programs that change the same calendar, and for checking that no change is lost.
    .target(
      name: "SoakSupport",
      dependencies: ["TestExtent", "CGLib", "CalendarStore", "CalendarText", "CalendarModel"],
      path: "Tests/SoakSupport"),
    .executableTarget(
      name: "soak-writer", dependencies: ["SoakSupport", "TestExtent", "CalendarStore"],
      path: "Tests/SoakWriter"),
    // In-memory calendars that answer with a delay, like an online account. For tests of the store and the
    // session.
    .target(
      name: "BackendTestSupport", dependencies: ["CalendarStore", "CalendarModel"],
      path: "Tests/BackendTestSupport"),
    // Includes short runs of the tests that scripts/soak runs.
    .testTarget(
      name: "CalendarStoreTests",
      dependencies: [
        "soak-writer", "SoakSupport", "BackendTestSupport", "SeriesTestSupport", "TestExtent", "Handspan",
        "CalendarStore",
        "CGLib", "CalendarText", "CalendarDocument", "CalendarModel", "ICalendar",
      ]),
    // Runs Evolution Data Server on a message bus of its own, Radicale, and the built program.
    .testTarget(
      name: "EvolutionBackendTests",
      dependencies: [
        "Handspan", "TestExtent", "EvolutionBackend", "CGLib", "CalendarSession", "CalendarStore",
        "CalendarDocument",
        "CalendarText", "CalendarModel", "ICalendar",
      ],
      exclude: ["Support/fake-service.py", "Support/faulty-proxy.py"]),
    // Fetches from a server of its own, which behaves badly.
    .testTarget(
      name: "SubscriptionBackendTests",
      dependencies: [
        "Handspan", "SubscriptionBackend", "CSoup", "CalendarSession", "CalendarStore", "CalendarText",
        "CalendarModel",
      ],
      exclude: ["Support/server.py"]),
    // Runs the built program.
    .testTarget(name: "CommandLineTests", dependencies: ["Handspan", "TestExtent"]),
    .testTarget(
      name: "CalendarSessionTests",
      dependencies: [
        "BackendTestSupport", "CalendarSession", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
      ]),
    .testTarget(name: "UserSettingsTests", dependencies: ["UserSettings", "CalendarText", "CalendarModel"]),
    // Tests the application without a window.
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "Handspan", "UserSettings", "BackendTestSupport", "CalendarSession", "CalendarStore",
        "TimelinePainting", "CGtk",
        "CalendarText",
        "CalendarModel",
      ]),
    // Tests the window with the timeline, and with a minimal view.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "Handspan", "UserSettings", "BackendTestSupport", "CalendarSession", "CalendarStore",
        "TimelineWidgets", "PickerWidgets", "WidgetSupport",
        "WidgetTestSupport", "GtkSupport", "CGtk", "CGtkTesting", "TimelineInteraction", "TimelinePainting",
        "CalendarText", "CalendarModel",
      ]),
    .testTarget(name: "CalendarTextTests", dependencies: ["TestExtent", "CalendarText", "CalendarModel"]),
    // Simulates pointers and time for tests.
    .target(
      name: "InteractionTestSupport", dependencies: ["TimelineInteraction", "CalendarModel"],
      path: "Tests/InteractionTestSupport"),
    .testTarget(
      name: "TimelineInteractionTests",
      dependencies: ["InteractionTestSupport", "TestExtent", "TimelineInteraction", "CalendarModel"]),
    .testTarget(
      name: "TimelinePaintingTests",
      dependencies: ["CPaint", "TimelinePainting", "TimelineInteraction", "CalendarText", "CalendarModel"]),
    // GTK's assertions for accessible properties. For widget tests.
    .systemLibrary(name: "CGtkTesting", path: "Tests/CGtkTesting", pkgConfig: "libadwaita-1"),
    // A window for one widget, a main loop that runs step by step, and GTK's warnings. For widget tests.
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

// Code that has run once stays in memory, with everything else on the same pages. In release builds, each function
// therefore has its own section, so that the linker can omit unused functions. Modules whose code runs once per user
// action, not in every frame, are optimized for size instead of speed.
let modulesOptimizedForSize = [
  "CalendarSession", "CalendarText", "Handspan", "HandspanAgent", "ReminderAgent", "UserSettings",
]
// Tests read tens of thousands of calendars with these modules. They are optimized in debug builds too, but keep
// their assertions.
let modulesOptimizedInDebugBuilds = [
  "CalendarDocument", "CalendarModel", "CalendarStore", "CalendarText", "ICalendar", "Reminders",
  "TimelineInteraction", "TimelinePainting",
]
for target in package.targets where target.type != .system {
  let sizeFlags = modulesOptimizedForSize.contains(target.name) ? ["-Osize"] : []
  target.swiftSettings = [
    .unsafeFlags(["-Xfrontend", "-function-sections"] + sizeFlags, .when(configuration: .release)),
    .unsafeFlags(
      modulesOptimizedInDebugBuilds.contains(target.name) ? ["-O", "-assert-config", "Debug"] : [],
      .when(configuration: .debug)),
  ]
}
