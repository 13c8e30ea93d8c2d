#pragma once

// GTK 4 and libadwaita in one module, so that every type has one home.
#include <adwaita.h>
#include <gtk/gtk.h>
