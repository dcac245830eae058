/** The surrogate host: interconnects, surrogates, liveness, storage and live subscribers. */
@NullMarked
package org.banip.surrogate;

import org.jspecify.annotations.NullMarked;
