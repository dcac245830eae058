package org.banip.mbu;

import java.time.Duration;
import java.util.List;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.testhost.SlowRelay;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two paths to the host, each over a relay that a test can stop, pause and slow down. */
abstract class TwoPathsFixture extends MbuFixture {
    private static final long FAST = 4 << 20;

    SlowRelay wifi;
    SlowRelay lte;

    @Override
    String uplink() {
        return "chunked";
    }

    @BeforeEach
    void startRelays() throws Exception {
        wifi = new SlowRelay(host.base(), FAST);
        lte = new SlowRelay(host.base(), FAST);
    }

    @AfterEach
    void stopRelays() throws Exception {
        wifi.close();
        lte.close();
    }

    /** An MBU with both paths, whose host acknowledges at once. */
    MobileBaseUnitBuilder paths(PathSettings second) {
        return builder()
                .path(PathSettings.named("wifi"), over(wifi))
                .path(second, over(lte))
                .acknowledgeWithin(Duration.ZERO)
                .chain("packetizer(units=10,hold=0)");
    }

    private static UplinkFactory over(SlowRelay relay) {
        return new ForwardingUplink.Factory(
                "relayed",
                "chunked, over a relay",
                context -> Uplinks.named("chunked").open(context.to(relay.base())));
    }

    static PathStatus path(MobileBaseUnit mbu, int number) {
        return mbu.status().paths().get(number);
    }

    static void awaitBoth(MobileBaseUnit mbu) {
        soon("both paths are connected").until(() -> {
            List<PathStatus> paths = mbu.status().paths();
            return paths.stream().allMatch(PathStatus::connected);
        });
    }
}
