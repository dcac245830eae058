package org.banip.mbu.testhost;

import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;

/**
 * Makes uplinks that wait longer than usual before they give up one way for another: a busy machine may answer late. {@link ServiceLoader} finds it in
 * the module that has such uplinks.
 */
public interface PatientUplinks {
    /** The uplink of this name, which waits at least so long; empty if it is not of this module, or never goes another way. */
    Optional<UplinkFactory> named(String uplink, Duration patience);

    /** The uplink of this name, as patient as it can be made. */
    static UplinkFactory of(String uplink, Duration patience) {
        for (PatientUplinks some : ServiceLoader.load(PatientUplinks.class)) {
            Optional<UplinkFactory> patient = some.named(uplink, patience);
            if (patient.isPresent()) {
                return patient.get();
            }
        }
        return Uplinks.named(uplink);
    }
}
