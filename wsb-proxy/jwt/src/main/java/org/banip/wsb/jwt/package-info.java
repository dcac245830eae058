/**
 * Authenticates MBUs by bearer tokens (RFC 6750) that are signed JSON Web Tokens (RFC 7519), after the rules of RFC 8725.
 *
 * <p>Flows in: the header {@code Authorization}, and the keys of a JWK set (RFC 7517), from a file or a URL. Flows out: an identity. Tokens are
 * verified on the thread that asks; a thread of its own fetches the keys of a URL.
 */
@NullMarked
package org.banip.wsb.jwt;

import org.jspecify.annotations.NullMarked;
