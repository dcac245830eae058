package org.banip.measure.paths.carrier;

import java.util.Optional;
import org.banip.mbu.scheduling.Schedulers;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * How the MBU sends.
 *
 * @param uplink its name
 * @param scheduler the name of the one that shares packets among paths; empty for the one that suits the scenario;
 *     a case that compares schedulers has its own
 */
public record MbuSetup(String uplink, Optional<String> scheduler) {
    /** The uplink that always has TLS. */
    static final String HTTP3 = "http3";

    private static final String FAIL_OVER = "failover";

    /** Checks the name of the scheduler. */
    public MbuSetup {
        scheduler.ifPresent(Schedulers::named);
    }

    /** A case with a path that shall stay idle needs a scheduler that leaves it idle. */
    public String scheduler(StudiedCase studied) {
        return studied.variation()
                .scheduler()
                .or(() -> scheduler)
                .orElse(studied.backup().isPresent() ? FAIL_OVER : PathPolicySettings.DEFAULT.scheduler());
    }

    /** The same, as a transport sends. */
    public MbuSetup of(Transport transport) {
        return new MbuSetup(transport.uplink().orElse(uplink), scheduler);
    }

    /** Whether it speaks QUIC, with TLS and a congestion control of its own. */
    public boolean quic() {
        return uplink.equals(HTTP3);
    }
}
