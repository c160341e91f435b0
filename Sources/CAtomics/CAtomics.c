// SwiftPM needs a source file in each target.
#include "CAtomics.h"
