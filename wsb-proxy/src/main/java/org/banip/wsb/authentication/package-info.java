/**
 * HTTP Basic (RFC 7617) against a file of bcrypt hashes, and certificates of clients.
 *
 * <p>Flows in: the header {@code Authorization}, or the client's certificate. Flows out: an identity. Credentials that matched before are remembered.
 * All others wait in bounded queues for one of a few bcrypt threads.
 */
@NullMarked
package org.banip.wsb.authentication;

import org.jspecify.annotations.NullMarked;
