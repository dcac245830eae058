/**
 * A lookup service inside this JVM: Reggie, reachable by unicast discovery, with a short list of what other JVMs may ask of it.
 *
 * <p>Flows in: registrations of this JVM, and of others where that is allowed. Flows out: answers to other JVMs that look for surrogates. Reggie's
 * own threads and JERI's.
 */
@NullMarked
package org.banip.surrogate.jini.lookup;

import org.jspecify.annotations.NullMarked;
