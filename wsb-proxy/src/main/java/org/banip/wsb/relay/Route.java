package org.banip.wsb.relay;

import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * Where a request may go, and for whom.
 *
 * @param identity who sent it
 * @param resource what it is about
 * @param registration the document, of a registration
 */
record Route(Identity identity, Resource resource, Optional<Registration> registration) {}
