/**
 * Authentication schemes in addition to HTTP Basic.
 *
 * <p>Flows in: the credentials of a request. Flows out: an identity, or an error. Called by any thread; slow work runs on threads of the {@link
 * org.banip.wsb.spi.Authenticator}'s own.
 */
@NullMarked
package org.banip.wsb.spi;

import org.jspecify.annotations.NullMarked;
