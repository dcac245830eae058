package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.UUID;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.SurrogateDescription;

/**
 * A {@link SurrogateDescription} on the wire.
 *
 * @param session the MBU session it stands for
 * @param ban the BAN description as a JSON document, as in a registration
 * @param surrogateType the type it was activated as
 * @param activatedNanos when, nanoseconds since the epoch
 */
public record RemoteDescription(UUID session, String ban, String surrogateType, long activatedNanos)
        implements Serializable {
    /** Checks lengths. */
    public RemoteDescription {
        java.util.Objects.requireNonNull(session);
        Checks.length("BAN description", ban.length(), Protocol.MAX_DOCUMENT);
        Checks.length("surrogate type", surrogateType.length(), RegistrationRequest.MAX_SURROGATE_TYPE);
    }

    /** A description for the wire. */
    public static RemoteDescription of(SurrogateDescription description) {
        return new RemoteDescription(
                description.session(),
                BanDescriptionJson.toJson(description.ban()),
                description.surrogateType(),
                description.activatedNanos());
    }

    /**
     * What it describes.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_REQUEST} or {@code INVALID_DESCRIPTION}
     */
    public SurrogateDescription description() {
        return new SurrogateDescription(session, BanDescriptionJson.fromJson(ban), surrogateType, activatedNanos);
    }
}
