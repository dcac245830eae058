/**
 * The receiving application of BANip's peers: order, duplicates, holes, and the store.
 *
 * <p>Flows in: packets, in any order, repeated or not, on any thread. Flows out: each once and in order to the store; notice of durable packets, on
 * the store's thread.
 */
@NullMarked
package org.banip.measure.peer.reception;

import org.jspecify.annotations.NullMarked;
