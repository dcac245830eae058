/**
 * The receiving application of BANip's peers: order, doubles, holes, and the store.
 *
 * <p>Flows in: packets, in any order, repeated or not, on any thread. Flows out: each once and in order to the store; word
 * of those that are durable, on the store's thread.
 */
@NullMarked
package org.banip.measure.peer.reception;

import org.jspecify.annotations.NullMarked;
