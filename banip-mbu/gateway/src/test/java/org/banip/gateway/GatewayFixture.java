package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.core.ConditionFactory;
import org.banip.core.packet.Packet;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.spi.DeviceLogIn;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A host, and a gateway in front of it on free ports of the loopback. */
@Timeout(300) // a hang becomes a failure
abstract class GatewayFixture {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String PASSWORD = "correct horse";
    static final long BEGIN_SECONDS = 1_795_705_445L;

    /** Group 0: 250 Hz, two channels. Group 1: a scale. */
    static final String BAN_17 = """
            {"id": "ban-17", "groups": [
              {"name": "ecg", "frequencyHz": "250", "serviceClass": "live", "latencyBoundMillis": 100, "channels": [
                {"label": "I", "unit": "mV", "bits": 16, "digitalMin": -32768, "digitalMax": 32767, "physicalMin": -4, "physicalMax": 4},
                {"label": "II", "unit": "mV", "bits": 16, "digitalMin": -30000, "digitalMax": 30000, "physicalMin": -4, "physicalMax": 4}]},
              {"name": "weight", "values": "physical", "frequencyHz": "1/60", "serviceClass": "live", "latencyBoundMillis": 100,
               "channels": [
                {"label": "weight", "unit": "kg", "bits": 16, "digitalMin": 0, "digitalMax": 30000, "physicalMin": 0, "physicalMax": 300}]}]}
            """;

    /** What fills soon: 64 KiB of packets, and a queue of 8 KiB. */
    static final SpoolSettings SMALL = new SpoolSettings(1000, 65_536, 8_192);

    TestHost host;
    SpoolSettings spool = SpoolSettings.DEFAULT;
    /** How many MBUs may still be configured; then that fails. */
    final AtomicInteger mbusLeft = new AtomicInteger(Integer.MAX_VALUE);

    private Gateway gateway;

    @BeforeEach
    void startHost() throws Exception {
        host = TestHost.start();
    }

    @AfterEach
    void end() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        host.unstall();
        host.close();
        soon("all threads have ended")
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("banip-")));
    }

    /** Starts the gateway with the BAN. */
    Gateway start(UnaryOperator<Gateway.Builder> more) {
        return startWithout(builder -> more.apply(builder.ban(DescribedBan.fromJson(BAN_17))));
    }

    /** Starts the gateway without a BAN. */
    Gateway startWithout(UnaryOperator<Gateway.Builder> more) {
        gateway = more.apply(Gateway.builder(this::mbu).mqtt(0).http(0)).start();
        return gateway;
    }

    MobileBaseUnitBuilder mbu() {
        if (mbusLeft.getAndDecrement() <= 0) {
            throw new IllegalStateException("the password cannot be read");
        }
        return MobileBaseUnit.builder()
                .broker(host.base())
                .spool(spool)
                .random(new Random(7))
                .reconnect(new ReconnectSettings(
                        Duration.ofMillis(2), Duration.ofMillis(20), 3, Duration.ZERO, GivingUp.ALWAYS))
                .closeTimeout(PATIENCE);
    }

    static ConditionFactory soon(String what) {
        return await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    URI http(String path) {
        return URI.create("http://127.0.0.1:" + gateway.httpPort().orElseThrow() + path);
    }

    int mqttPort() {
        return gateway.mqttPort().orElseThrow();
    }

    /** Waits until the host has stored exactly these samples of a group of two-byte channels, and no gap. */
    void awaitStored(int group, short[] samples) {
        awaitSamples(group, samples);
        assertThat(host.session().stored(group)).allMatch(Packet.class::isInstance);
    }

    /** Waits until the host has stored exactly these samples; there may be gaps between them. */
    void awaitSamples(int group, short[] samples) {
        soon("the host has the samples of group " + group)
                .until(() -> host.sessions() > 0 && host.session().decoded(group).length >= 2 * samples.length);
        ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(samples);
        assertThat(host.session().decoded(group)).isEqualTo(bytes.array());
    }

    /** Samples that no coder can shorten, for sensor sets of two channels. */
    static short[] noise(int count) {
        Random random = new Random(12);
        short[] noise = new short[count];
        for (int i = 0; i < count; i++) {
            noise[i] = (short) (random.nextInt(60_001) - 30_000);
        }
        return noise;
    }

    /** Message number n of sensor sets of two channels, as CSV with its time. */
    static String csv(short[] samples, int n, int sets) {
        StringBuilder text = new StringBuilder();
        long micros = 4_000L * n * sets;
        text.append(BEGIN_SECONDS + micros / 1_000_000).append('.').append(String.format("%06d", micros % 1_000_000));
        for (int set = n * sets; set < (n + 1) * sets; set++) {
            text.append(set == n * sets ? "," : "\n")
                    .append(samples[2 * set])
                    .append(',')
                    .append(samples[2 * set + 1]);
        }
        return text.toString();
    }

    /** The log-in of the user {@code ward}, as a header. */
    static String wardsLogIn() {
        byte[] pair = ("ward:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** Knows the user {@code ward} with {@link #PASSWORD}, who may write all BANs that begin with {@code ban-1}. */
    static DeviceLogIn ward() {
        return new DeviceLogIn() {
            @Override
            public CompletionStage<Answer> logIn(Optional<String> authorization, String remoteAddress) {
                String right = wardsLogIn();
                return CompletableFuture.supplyAsync(
                        () -> authorization.filter(right::equals).isPresent()
                                ? new Answer.Accepted("ward")
                                : new Answer.Refused("wrong password or none"));
            }

            @Override
            public boolean permits(String user, String ban) {
                return user.equals("ward") && ban.startsWith("ban-1");
            }
        };
    }
}
