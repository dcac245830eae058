/**
 * What other modules add to a server that listens by itself.
 *
 * <p>Flows in: how the server listens. Flows out: one more connector of the same server, so that requests meet the same handlers.
 */
@NullMarked
package org.banip.server.spi;

import org.jspecify.annotations.NullMarked;
