/**
 * Logs people in by OpenID Connect (OpenID Connect Core 1.0, section 3.1: the authorization code flow), with PKCE (RFC 7636).
 *
 * <p>Flows in: attempts of browsers, and the provider's metadata, keys and ID tokens. Flows out: where browsers go, and whom the provider has proven. A
 * few threads of its own ask the provider.
 */
@NullMarked
package org.banip.surrogate.oidc;

import org.jspecify.annotations.NullMarked;
