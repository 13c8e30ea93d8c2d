#pragma once

#include <gtk/gtk.h>

// GTK's own check of what assistive technology is told is variadic, and Swift imports no such function.
// Returns NULL if the widget's property has that text, else what it has; the caller frees it.
static inline char *handspan_test_text_property (GtkWidget *widget, GtkAccessibleProperty property, const char *expected)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, expected);
}

// The same for a Boolean state.
static inline char *handspan_test_boolean_state (GtkWidget *widget, GtkAccessibleState state, gboolean expected)
{
  return gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), state, expected);
}
