/// The words of typed times, in lower case. They cover many languages, because users may type in a language
/// other than that of the interface.
enum TypedTimeWords {
  /// Words for the hour: between hour and minute (14h30, 2時15分), after the hour (14 Uhr), or in a duration (2
  /// h).
  static let hours: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "oclock", "uhr", "u", "uur", "uren", "std", "stunde", "stunden",
    "heure",
    "heures",
    "hora", "horas", "ora", "ore", "time", "timer", "timme", "timmar", "t", "godz", "godzina", "hod", "ч",
    "час",
    "часа", "часов", "год", "ώρα", "ώρες", "saat", "時", "时", "点", "點", "時間", "小时", "小時", "시", "시간",
  ]
  static let minutes: Set<String> = [
    "m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minut",
    "minuter", "minutter", "minuty", "minuuttia", "мин", "минут", "минуты", "хв", "λεπτά", "dk", "dakika",
    "分",
    "分钟", "分鐘", "분",
  ]
  /// Words before a duration that mean "from now".
  static let beforeDuration: Set<String> = [
    "in", "en", "dans", "dentro", "tra", "fra", "över", "over", "om", "za", "через", "+",
  ]
  /// Words after a duration that mean "from now".
  static let afterDuration: Set<String> = ["later", "später", "後", "后", "後に", "뒤", "후"]
  /// Words before a time of day that add no meaning.
  static let beforeTime: Set<String> = ["at", "um", "kl", "klo", "à", "às", "alle", "ore", "o", "в", "@"]
  /// Words for AM.
  static let morning: Set<String> = [
    "a", "am", "vorm", "vormittags", "morgens", "дп", "πμ", "上午", "午前", "오전",
  ]
  /// Words for PM.
  static let afternoon: Set<String> = ["p", "pm", "nachm", "nachmittags", "μμ", "下午", "午後", "오후"]
  static let noon: Set<String> = [
    "noon", "midday", "mittag", "midi", "mediodía", "mezzogiorno", "正午", "полдень",
  ]
  /// Words for midnight at the beginning of the day.
  static let midnight: Set<String> = [
    "midnight", "mitternacht", "minuit", "medianoche", "mezzanotte", "полночь",
  ]
  /// Words for the current time.
  static let now: Set<String> = ["now", "jetzt", "maintenant", "ahora", "adesso", "nu", "сейчас"]
}
