/**
 * The first half of the send path: sensor, queue per service class, chain.
 *
 * <p>Flows in: sensor sets, read from sensors on the thread {@code banip-sense} or offered by the app's threads. Flows out: packets
 * and gaps in sequence, into the spool, on the thread {@code banip-encode}.
 */
@NullMarked
package org.banip.mbu.send;

import org.jspecify.annotations.NullMarked;
