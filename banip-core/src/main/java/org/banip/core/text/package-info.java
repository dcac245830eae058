/**
 * Received text: strict UTF-8, and a safe form for messages and logs.
 *
 * <p>Flows in: bytes and text from a peer or a file. Flows out: text that is safe to store and to show. Any thread.
 */
@NullMarked
package org.banip.core.text;

import org.jspecify.annotations.NullMarked;
