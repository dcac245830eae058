/**
 * How a broker learns who an MBU is: the way in for authentication schemes beside HTTP Basic.
 *
 * <p>Flows in: what a request carries to prove its identity. Flows out: an identity, or why there is none. Called by any thread;
 * what takes long runs on threads of the {@link org.banip.wsb.spi.Authenticator}'s own.
 */
@NullMarked
package org.banip.wsb.spi;

import org.jspecify.annotations.NullMarked;
