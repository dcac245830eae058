/**
 * How a server that listens by itself listens: the settings that broker and host share, and what becomes of them.
 *
 * <p>Flows in: what an operator set. Flows out: checked addresses, keys and bounds. Any thread.
 */
@NullMarked
package org.banip.server.listen;

import org.jspecify.annotations.NullMarked;
