/**
 * Text from outside: strict UTF-8, and a safe form for messages and logs.
 *
 * <p>Flows in: bytes and text that a peer or a file chose. Flows out: text that is safe to keep and to show. Any thread.
 */
@NullMarked
package org.banip.core.text;

import org.jspecify.annotations.NullMarked;
