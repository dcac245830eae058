package org.banip.mbu.netty;

import java.time.Duration;
import java.util.Optional;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.testhost.PatientUplinks;

/** {@code duplex} and {@code auto}, which would use two connections when an answer is late. */
public final class PatientNettyUplinks implements PatientUplinks {
    /** For {@link java.util.ServiceLoader}. */
    public PatientNettyUplinks() {}

    @Override
    public Optional<UplinkFactory> named(String uplink, Duration patience) {
        return switch (uplink) {
            case "duplex" -> Optional.of(Patience.duplex(patience));
            case "auto" -> Optional.of(Patience.auto(patience, patience));
            default -> Optional.empty();
        };
    }
}
