/**
 * Errors: one exception type, and the list of codes, which is also the list on the wire (docs/protocol.md, "Errors").
 *
 * <p>Flows in: nothing. Flows out: {@link org.banip.core.error.BanipException} from every package. Any thread.
 */
@NullMarked
package org.banip.core.error;

import org.jspecify.annotations.NullMarked;
