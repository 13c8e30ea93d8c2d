import CalendarModel

/// An emoji that an event can have, with the words by which it is found and read out.
public struct NamedIcon: Hashable, Sendable {
  /// The emoji.
  public let icon: Character
  /// What it stands for.
  public let name: String

  /// An icon of that name.
  public init(icon: Character, name: String) {
    self.icon = icon
    self.name = name
  }
}

extension Phrases {
  /// The icons that are offered for events: moods first, then kinds of events.
  public var icons: [NamedIcon] {
    let t = translator
    return [
      ("😀", t.trc("icon", "Happy")), ("🥰", t.trc("icon", "In love")), ("😎", t.trc("icon", "Relaxed")),
      ("🤩", t.trc("icon", "Excited")), ("🤔", t.trc("icon", "Thinking")), ("😬", t.trc("icon", "Nervous")),
      ("😴", t.trc("icon", "Sleep")), ("😢", t.trc("icon", "Sad")), ("🤒", t.trc("icon", "Ill")),
      ("🎉", t.trc("icon", "Party")), ("🎂", t.trc("icon", "Birthday")), ("🎁", t.trc("icon", "Present")),
      ("💍", t.trc("icon", "Wedding")), ("👶", t.trc("icon", "Baby")), ("🎄", t.trc("icon", "Christmas")),
      ("☕", t.trc("icon", "Coffee")), ("🥐", t.trc("icon", "Breakfast")), ("🍽️", t.trc("icon", "Meal")),
      ("🍕", t.trc("icon", "Pizza")), ("🍻", t.trc("icon", "Drinks")), ("🧑‍🍳", t.trc("icon", "Cooking")),
      ("💼", t.trc("icon", "Work")), ("👥", t.trc("icon", "Meeting")), ("📞", t.trc("icon", "Phone call")),
      ("💻", t.trc("icon", "Computer")), ("📊", t.trc("icon", "Presentation")),
      ("🎯", t.trc("icon", "Goal")), ("⏰", t.trc("icon", "Deadline")), ("🎓", t.trc("icon", "Studies")),
      ("📚", t.trc("icon", "Reading")), ("✏️", t.trc("icon", "Writing")), ("🗣️", t.trc("icon", "Language")),
      ("🏃", t.trc("icon", "Running")), ("🚴", t.trc("icon", "Cycling")), ("🏊", t.trc("icon", "Swimming")),
      ("🏋️", t.trc("icon", "Training")), ("⚽", t.trc("icon", "Football")), ("🧘", t.trc("icon", "Yoga")),
      ("🥾", t.trc("icon", "Hiking")), ("🎵", t.trc("icon", "Music")), ("🎬", t.trc("icon", "Film")),
      ("🎭", t.trc("icon", "Theatre")), ("🎨", t.trc("icon", "Art")), ("🎮", t.trc("icon", "Games")),
      ("🩺", t.trc("icon", "Doctor")), ("🦷", t.trc("icon", "Dentist")), ("💊", t.trc("icon", "Medicine")),
      ("💇", t.trc("icon", "Hairdresser")), ("🐶", t.trc("icon", "Dog")), ("🐱", t.trc("icon", "Cat")),
      ("🏠", t.trc("icon", "Home")), ("🧹", t.trc("icon", "Cleaning")), ("🛒", t.trc("icon", "Shopping")),
      ("🔧", t.trc("icon", "Repair")), ("🌱", t.trc("icon", "Garden")), ("💶", t.trc("icon", "Money")),
      ("🚗", t.trc("icon", "Car")), ("🚆", t.trc("icon", "Train")), ("✈️", t.trc("icon", "Flight")),
      ("🧳", t.trc("icon", "Journey")), ("🏖️", t.trc("icon", "Holiday")), ("⛺", t.trc("icon", "Camping")),
      ("❤️", t.trc("icon", "Heart")), ("⭐", t.trc("icon", "Star")),
    ].map { NamedIcon(icon: $0, name: $1) }
  }

  /// The icons whose name has a word that begins with each of the typed ones; all of them if nothing is typed.
  public func icons(matching typed: String) -> [NamedIcon] {
    let search = WordSearch(typed)
    return icons.filter { search.finds($0.name) }
  }

  /// What an icon is called: one that is not offered here by its name in Unicode.
  public func name(of icon: Character) -> String {
    if let known = icons.first(where: { $0.icon == icon }) { return known.name }
    return icon.unicodeScalars.first?.properties.name?.lowercased() ?? String(icon)
  }
}
