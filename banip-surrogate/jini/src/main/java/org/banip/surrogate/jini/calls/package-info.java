/**
 * Calls to objects in other JVMs with a limit of time, which calls over JERI do not have.
 *
 * <p>Flows in: a stub's address and a limit. Flows out: the answer, or an exception when the limit has passed. The caller's thread makes the call;
 * the clock of the transport closes the connections of those that last too long.
 */
@NullMarked
package org.banip.surrogate.jini.calls;

import org.jspecify.annotations.NullMarked;
