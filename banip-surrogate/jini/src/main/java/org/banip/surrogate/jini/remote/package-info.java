/**
 * What goes between a surrogate host and the processes that use its surrogates over Jini: remote interfaces and the values in their calls.
 *
 * <p>Flows in: calls from other JVMs. Flows out: batches of events to subscribers in other JVMs. Values are records whose constructors check
 * every field, on reading from the wire as well; they consist of strings, numbers, UUIDs and arrays of numbers, so that a receiver's filter can
 * be a short list. No River class is among them: an object in another JVM is named by its address and its number (a {@code …Reference}), and the
 * receiver makes the stub. Any thread.
 */
@NullMarked
package org.banip.surrogate.jini.remote;

import org.jspecify.annotations.NullMarked;
