/**
 * What another process sees of the surrogates that a lookup service knows.
 *
 * <p>Flows in: the answers of a lookup service. Flows out: services with their attributes. The caller's thread.
 */
@NullMarked
package org.banip.surrogate.jini.client;

import org.jspecify.annotations.NullMarked;
