/**
 * HTTP Basic (RFC 7617) against a file of bcrypt hashes.
 *
 * <p>Flows in: the header {@code Authorization}. Flows out: an identity. Credentials that were right a short while ago are
 * remembered; all others wait for one of a few bcrypt threads, behind a bounded queue that says no when it is full.
 */
@NullMarked
package org.banip.wsb.authentication;

import org.jspecify.annotations.NullMarked;
