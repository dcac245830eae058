/**
 * The way from broker and host to the log.
 *
 * <p>Flows in: messages, among them what peers wrote. Flows out: the same as one short line without control characters, to SLF4J. Any thread.
 */
@NullMarked
package org.banip.server.log;

import org.jspecify.annotations.NullMarked;
