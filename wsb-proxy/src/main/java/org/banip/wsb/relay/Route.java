package org.banip.wsb.relay;

import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * The authorised route of a request.
 *
 * @param identity the sender
 * @param resource the resource
 * @param registration the document of a registration
 */
record Route(Identity identity, Resource resource, Optional<Registration> registration) {}
