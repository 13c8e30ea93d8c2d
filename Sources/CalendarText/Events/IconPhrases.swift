import CalendarModel

/// An emoji for events, with its name and search terms.
package struct NamedIcon: Hashable, Sendable {
  package let icon: Character
  /// The name of the mood, thing or activity that the emoji represents.
  package let name: String
  /// Further search terms, separated by spaces: the objects in the picture, and other meanings.
  package let searchTerms: String

  package init(icon: Character, name: String, searchTerms: String = "") {
    self.icon = icon
    self.name = name
    self.searchTerms = searchTerms
  }
}

extension Phrases {
  /// The icons offered for events: moods first, then kinds of events.
  package var icons: [NamedIcon] {
    let t = translator
    // Translators: "icon words" are further search terms for an icon. Give as many as are useful, separated by spaces.
    return [
      ("😀", t.trc("icon", "Happy"), t.trc("icon words", "joy smile good")),
      ("🥰", t.trc("icon", "In love"), t.trc("icon words", "date crush tender")),
      ("😎", t.trc("icon", "Relaxed"), t.trc("icon words", "cool sunglasses free")),
      ("🤩", t.trc("icon", "Excited"), t.trc("icon words", "stars looking forward")),
      ("🤔", t.trc("icon", "Thinking"), t.trc("icon words", "idea question decide")),
      ("😬", t.trc("icon", "Nervous"), t.trc("icon words", "exam worried")),
      ("😴", t.trc("icon", "Sleep"), t.trc("icon words", "tired nap bed")),
      ("😢", t.trc("icon", "Sad"), t.trc("icon words", "tear mourning")),
      ("🤒", t.trc("icon", "Sick"), t.trc("icon words", "ill fever")),
      ("🎉", t.trc("icon", "Party"), t.trc("icon words", "celebration popper festival")),
      ("🎂", t.trc("icon", "Birthday"), t.trc("icon words", "cake candles")),
      ("🎁", t.trc("icon", "Gift"), t.trc("icon words", "present box")),
      ("💍", t.trc("icon", "Wedding"), t.trc("icon words", "ring marriage engagement")),
      ("👶", t.trc("icon", "Baby"), t.trc("icon words", "child birth nursery")),
      ("🎄", t.trc("icon", "Christmas"), t.trc("icon words", "tree winter")),
      ("☕", t.trc("icon", "Coffee"), t.trc("icon words", "tea cup break")),
      ("🥐", t.trc("icon", "Breakfast"), t.trc("icon words", "croissant morning brunch")),
      ("🍽️", t.trc("icon", "Meal"), t.trc("icon words", "lunch dinner plate restaurant")),
      ("🍕", t.trc("icon", "Pizza"), t.trc("icon words", "slice fast food")),
      ("🍻", t.trc("icon", "Drinks"), t.trc("icon words", "beer pub cheers")),
      ("🧑‍🍳", t.trc("icon", "Cooking"), t.trc("icon words", "cook chef kitchen")),
      ("💼", t.trc("icon", "Work"), t.trc("icon words", "job office briefcase")),
      ("👥", t.trc("icon", "Meeting"), t.trc("icon words", "people team group")),
      ("📞", t.trc("icon", "Phone call"), t.trc("icon words", "telephone ring")),
      ("💻", t.trc("icon", "Computer"), t.trc("icon words", "laptop programming online")),
      ("📊", t.trc("icon", "Presentation"), t.trc("icon words", "chart talk figures")),
      ("🎯", t.trc("icon", "Goal"), t.trc("icon words", "target dart aim")),
      ("⏰", t.trc("icon", "Deadline"), t.trc("icon words", "alarm clock due")),
      ("🎓", t.trc("icon", "School"), t.trc("icon words", "college university study lecture graduation")),
      ("📚", t.trc("icon", "Reading"), t.trc("icon words", "books library")),
      ("✏️", t.trc("icon", "Writing"), t.trc("icon words", "pencil draw homework")),
      ("🗣️", t.trc("icon", "Language"), t.trc("icon words", "speak talk course")),
      ("🏃", t.trc("icon", "Running"), t.trc("icon words", "jogging sport race")),
      ("🚴", t.trc("icon", "Cycling"), t.trc("icon words", "bike bicycle")),
      ("🏊", t.trc("icon", "Swimming"), t.trc("icon words", "pool bath")),
      ("🏋️", t.trc("icon", "Workout"), t.trc("icon words", "gym weights fitness training")),
      ("⚽", t.trc("icon", "Soccer"), t.trc("icon words", "football ball match")),
      ("🧘", t.trc("icon", "Yoga"), t.trc("icon words", "meditation calm")),
      ("🥾", t.trc("icon", "Hiking"), t.trc("icon words", "boot walk mountains")),
      ("🎵", t.trc("icon", "Music"), t.trc("icon words", "concert song notes choir")),
      ("🎬", t.trc("icon", "Movie"), t.trc("icon words", "cinema film theater")),
      ("🎭", t.trc("icon", "Theater"), t.trc("icon words", "play masks opera")),
      ("🎨", t.trc("icon", "Art"), t.trc("icon words", "painting museum")),
      ("🎮", t.trc("icon", "Games"), t.trc("icon words", "video gaming play")),
      ("🩺", t.trc("icon", "Doctor"), t.trc("icon words", "hospital checkup stethoscope")),
      ("🦷", t.trc("icon", "Dentist"), t.trc("icon words", "tooth teeth")),
      ("💊", t.trc("icon", "Medicine"), t.trc("icon words", "pill tablets pharmacy")),
      ("💇", t.trc("icon", "Hairdresser"), t.trc("icon words", "haircut barber")),
      ("🐶", t.trc("icon", "Dog"), t.trc("icon words", "puppy walk vet")),
      ("🐱", t.trc("icon", "Cat"), t.trc("icon words", "kitten vet")),
      ("🏠", t.trc("icon", "Home"), t.trc("icon words", "house apartment move")),
      ("🧹", t.trc("icon", "Cleaning"), t.trc("icon words", "broom household")),
      ("🛒", t.trc("icon", "Shopping"), t.trc("icon words", "cart groceries supermarket store")),
      ("🔧", t.trc("icon", "Repair"), t.trc("icon words", "wrench workshop handyman")),
      ("🌱", t.trc("icon", "Garden"), t.trc("icon words", "plant seedling")),
      ("💶", t.trc("icon", "Money"), t.trc("icon words", "euro dollar bank pay tax")),
      ("🚗", t.trc("icon", "Car"), t.trc("icon words", "drive")),
      ("🚆", t.trc("icon", "Train"), t.trc("icon words", "railway station")),
      ("✈️", t.trc("icon", "Flight"), t.trc("icon words", "plane airport")),
      ("🧳", t.trc("icon", "Trip"), t.trc("icon words", "suitcase luggage travel journey")),
      ("🏖️", t.trc("icon", "Vacation"), t.trc("icon words", "beach holiday sea")),
      ("⛺", t.trc("icon", "Camping"), t.trc("icon words", "tent outdoors")),
      ("❤️", t.trc("icon", "Heart"), t.trc("icon words", "red love")),
      ("⭐", t.trc("icon", "Star"), t.trc("icon words", "favorite important yellow")),
    ].map { NamedIcon(icon: $0, name: $1, searchTerms: $2) }
  }

  /// Returns the icons for which every typed word begins a word of the name or of the search terms, or all
  /// icons if nothing is typed. Matches by name come before matches by other search terms.
  package func icons(matching typedText: String) -> [NamedIcon] {
    let search = WordSearch(typedText)
    let matches = icons.filter { search.matches($0.name + " " + $0.searchTerms) }
    return matches.filter { search.matches($0.name) } + matches.filter { !search.matches($0.name) }
  }

  /// Returns the name of an icon, or its Unicode name if it is not in the list.
  package func name(of icon: Character) -> String {
    if let namedIcon = icons.first(where: { $0.icon == icon }) { return namedIcon.name }
    return icon.unicodeScalars.first?.properties.name?.lowercased() ?? String(icon)
  }
}
