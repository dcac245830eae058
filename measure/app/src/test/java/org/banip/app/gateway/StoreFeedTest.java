package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.banip.mbu.settings.SpoolSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What devices have sent into the store of a gateway comes to the far host, each sensor set at its instant. */
@Timeout(300)
class StoreFeedTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What fills soon: a queue of 8 KiB for each class. */
    private static final SpoolSettings SMALL = new SpoolSettings(1000, 65_536, 8_192);

    @TempDir
    private Path directory;

    private FarHost far;

    @BeforeEach
    void start() throws Exception {
        far = new FarHost(directory);
    }

    @AfterEach
    void end() throws Exception {
        far.close();
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }

    @Test
    void valuesAndInstantsAreThoseOfTheDeviceWhateverItsClockDid() throws Exception {
        SentBan sent = new SentBan("ban-1", 1).sendsMuch();
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            sent.store(fed.store);
            fed.feed.wake();
            soon("all is delivered").until(fed::isDelivered);
            assertThat(fed.feed.passedOver()).isZero();
        }
        far.assertHas("ban-1", sent);
    }

    @Test
    void aFullSpoolHoldsItUpAndNothingIsLost() throws Exception {
        SentBan sent = new SentBan("ban-1", 2).sendsMuch();
        try (FedGateway fed = new FedGateway(directory, far.base(), SMALL, builder -> builder)) {
            sent.store(fed.store);
            fed.feed.wake();
            soon("packets are given").until(() -> fed.feed.given() > 0);
            assertThat(fed.isGiven()).isFalse();
            far.reachable();
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", sent);
    }
}
