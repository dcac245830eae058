package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.awaitility.core.ConditionFactory;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.gateway.Gateway;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.server.listen.Listening;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All paths are down until the spool of a BAN is full, and then the store for BANip devices: they have to wait, and nothing is lost. */
@Timeout(300)
class BanipStoreBoundTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long BOUND = 1 << 20;
    private static final SpoolSettings SMALL = new SpoolSettings(1000, 65_536, 8_192);
    private static final int CHANNELS = 8;
    private static final int SETS = 100;
    private static final int OFFERS = 1200;
    private static final long BEGIN = 1_795_705_445L * 1_000_000_000;

    private static final SensorGroup EEG = SensorGroup.live("eeg", Frequency.ofHz(1000), channels());

    @TempDir
    private Path directory;

    /** Rows as the far host has them. */
    private final List<String> sent = new ArrayList<>();

    private FarHost far;
    private Gateway gateway;
    private BanipDevices devices;

    private static List<Channel> channels() {
        List<Channel> channels = new ArrayList<>();
        for (int c = 0; c < CHANNELS; c++) {
            channels.add(new Channel("c" + c, "uV", 16, -32_768, 32_767, -100, 100));
        }
        return channels;
    }

    @BeforeEach
    void start() throws Exception {
        far = new FarHost(directory);
        startGateway();
    }

    private void startGateway() {
        Path spool = directory.resolve("gateway");
        gateway = Gateway.builder(() -> MobileBaseUnit.builder()
                        .broker(far.base())
                        .credentials(Credentials.basic(FarHost.USER, FarHost.PASSWORD))
                        .reconnect(new ReconnectSettings(Duration.ofMillis(20), Duration.ofMillis(200)))
                        .closeTimeout(Duration.ofSeconds(1)))
                .http(0)
                .spool(new DurableSpool(spool, Optional.empty(), Optional.of(SMALL), Optional.empty(), List.of()))
                .start();
        devices = BanipDevices.start(
                new BanipSettings(
                        Listening.loopback(BrokerSettings.CONNECTION_LIMITS, 0),
                        Optional.empty(),
                        Optional.empty(),
                        spool,
                        BOUND,
                        16),
                gateway.intake());
    }

    @AfterEach
    void end() throws Exception {
        endGateway();
        far.close();
    }

    private void endGateway() {
        devices.close();
        gateway.close();
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }

    private MobileBaseUnit device() {
        return MobileBaseUnit.builder()
                .broker(devices.uri())
                .ban("ban-1")
                .chain("packetizer(units=50,hold=0)")
                .input(EEG)
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ofMillis(100))
                .start();
    }

    private void send(MobileBaseUnit device) {
        Random random = new Random(7);
        for (int n = 0; n < OFFERS; n++) {
            int[] values = new int[SETS * CHANNELS];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(65_536) - 32_768;
            }
            for (int set = 0; set < SETS; set++) {
                int[] one = new int[CHANNELS];
                System.arraycopy(values, set * CHANNELS, one, 0, CHANNELS);
                sent.add(SentGroup.row(BEGIN + ((long) n * SETS + set) * 1_000_000L, one));
            }
            long nanos = BEGIN + (long) n * SETS * 1_000_000L;
            soon("the device's MBU has room")
                    .until(() -> device.input("eeg").offerAt(nanos, values) == OfferOutcome.ACCEPTED);
        }
    }

    @Test
    void aDeviceWaitsUntilThePathsAreBack() throws Exception {
        try (MobileBaseUnit device = device()) {
            send(device);
            soon("the store is full").until(devices::isFull);
            assertThat(acknowledged(device)).isLessThan(sent.size());
            far.reachable();
            device.awaitDelivered(PATIENCE);
        }
        soon("all is sent on").until(this::isDelivered);
        assertThat(devices.counters().passedOver()).isZero();
        assertThat(far.rows("ban-1", EEG)).isEqualTo(sent);
    }

    @Test
    void whatWasAcknowledgedGoesOnWithTheNextStartThoughTheDeviceIsAway() throws Exception {
        long acknowledged;
        try (MobileBaseUnit device = device()) {
            send(device);
            soon("the store is full").until(devices::isFull);
            acknowledged = acknowledged(device);
        }
        endGateway();
        assertThat(devices.counters().waiting().get("ban-1")).isPositive();
        far.reachable();
        startGateway();
        soon("all is sent on").until(this::isDelivered);
        List<String> stored = far.rows("ban-1", EEG);
        assertThat(stored).hasSizeGreaterThanOrEqualTo((int) acknowledged);
        assertThat(stored).isEqualTo(sent.subList(0, stored.size()));
    }

    private static long acknowledged(MobileBaseUnit device) {
        return device.status().groups().get(0).unitsAcknowledged();
    }

    private boolean isDelivered() {
        return devices.counters().waits() == 0
                && gateway.counters().kept().values().stream().allMatch(kept -> kept == 0);
    }
}
