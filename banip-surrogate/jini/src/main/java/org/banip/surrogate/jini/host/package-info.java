/**
 * The Jini part of a surrogate host: an extension that the host finds on its class path.
 *
 * <p>Flows in: surrogates that appear and disappear. Flows out: an exported service and a registration for each. The thread of its subscription
 * exports; the registrations' threads register.
 */
@NullMarked
package org.banip.surrogate.jini.host;

import org.jspecify.annotations.NullMarked;
