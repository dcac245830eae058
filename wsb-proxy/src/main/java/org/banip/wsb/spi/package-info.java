/**
 * What an operator can add to a broker: authentication schemes in addition to HTTP Basic, and directories of surrogate hosts.
 *
 * <p>Flows in: the credentials of a request. Flows out: an identity, or an error; and the hosts that are known. Called by any thread; slow work runs
 * on threads of the {@link org.banip.wsb.spi.Authenticator}'s own.
 */
@NullMarked
package org.banip.wsb.spi;

import org.jspecify.annotations.NullMarked;
