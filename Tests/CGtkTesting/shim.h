#pragma once

#include <gtk/gtk.h>

// GTK's checks of accessible properties are variadic functions, which Swift does not import.
// Returns NULL if the widget's property has the expected text, or else its text, which the caller frees.
static inline char *handspan_test_text_property (GtkWidget *widget, GtkAccessibleProperty property, const char *expected)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, expected);
}

// The same for a Boolean state.
static inline char *handspan_test_boolean_state (GtkWidget *widget, GtkAccessibleState state, gboolean expected)
{
  return gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), state, expected);
}
