/**
 * Objects of this JVM that other JVMs call, and stubs of objects in other JVMs, over JERI.
 *
 * <p>Flows in: remote calls; what they carry passes a short list of classes before any of it is read. Flows out: addresses of exported objects,
 * and stubs. JERI's threads carry out the calls; the number of connections is bounded.
 */
@NullMarked
package org.banip.surrogate.jini.export;

import org.jspecify.annotations.NullMarked;
