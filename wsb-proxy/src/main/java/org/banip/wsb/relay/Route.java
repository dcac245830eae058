package org.banip.wsb.relay;

import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * The authorised route of a request.
 *
 * @param identity the sender
 * @param resource the resource, as a host knows it
 * @param hostId the host that the URL of an interconnect names
 * @param registration the document of a registration
 */
record Route(Identity identity, Resource resource, Optional<String> hostId, Optional<Registration> registration) {}
