package org.banip.wsb.relay;

import java.util.Optional;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.Identity;

/**
 * The authorised route of a request.
 *
 * @param sender the identity, and what proved it
 * @param resource the resource, as a host knows it
 * @param hostId the host that the URL of an interconnect names
 * @param registration the document of a registration
 */
record Route(
        Authentication.Accepted sender,
        Resource resource,
        Optional<String> hostId,
        Optional<Registration> registration) {
    /** The sender's identity. */
    Identity identity() {
        return sender.identity();
    }
}
