import CalendarModel
import CalendarText
import Testing
