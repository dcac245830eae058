/**
 * Errors: one exception type, one code list that is also the list on the wire (docs/protocol.md, "Errors").
 *
 * <p>Flows in: nothing. Flows out: {@link org.banip.core.error.BanipException} from every room. Any thread.
 */
@NullMarked
package org.banip.core.error;

import org.jspecify.annotations.NullMarked;
