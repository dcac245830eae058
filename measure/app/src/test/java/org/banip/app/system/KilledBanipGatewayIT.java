package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.testing.ReservedPort;
import org.banip.surrogate.store.SensorSetDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A gateway that is killed again and again while two devices that speak BANip and one of MQTT send, and its host is away for a while: the far store
 * has all that was acknowledged, exactly once, in order, with its instants.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(900)
class KilledBanipGatewayIT {
    private static final long SEED = Long.getLong("banip.faults.seed", 1);
    private static final int KILLS = Integer.getInteger("banip.kills", 4);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** A kill waits until a device has acknowledgements of a random number of further sensor sets; the number is below this one. */
    private static final int MOST_SETS = 600;

    private static final Pattern ACKNOWLEDGED = Pattern.compile("sensor sets [\\d,]+ acknowledged ([\\d,]+)");
    private static final SensorGroup PULSE =
            SensorGroup.live("pulse", Frequency.ofHz(10), List.of(new Channel("1", "1", 16, 0, 32_767, 0, 32_767)));

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private BanipDevicesFixture commands;
    private ReservedPort hostPort;
    private ReservedPort banipPort;
    private ReservedPort httpPort;
    private ReservedPort mqttPort;
    private BanipProcess host;
    private BanipProcess gateway;

    @BeforeEach
    void start() throws Exception {
        commands = new BanipDevicesFixture(directory);
        hostPort = new ReservedPort();
        banipPort = new ReservedPort();
        httpPort = new ReservedPort();
        mqttPort = new ReservedPort();
        host = commands.host(hostPort.number());
        URI unused = host.awaitReady();
        startGateway();
    }

    /** Without passwords: the MQTT device has none. */
    private void startGateway() throws IOException {
        gateway = commands.start(
                "gateway",
                "--wsb",
                "http://127.0.0.1:" + hostPort.number() + "/",
                "--spool",
                "gateway",
                "--banip-port",
                "" + banipPort.number(),
                "--http-port",
                "" + httpPort.number(),
                "--mqtt-port",
                "" + mqttPort.number());
        URI unused = BanipDevicesFixture.devicesOf(gateway);
    }

    @AfterEach
    void end() throws Exception {
        gateway.close();
        host.close();
        for (ReservedPort port : List.of(hostPort, banipPort, httpPort, mqttPort)) {
            port.close();
        }
    }

    @Test
    void whatWasAcknowledgedIsStoredExactlyOnce() throws Exception {
        describe();
        try (BanipProcess recorder = device("ban-1", "chunked");
                BanipProcess box = device("ban-2", "per-request");
                StubbornDevice board = new StubbornDevice.OfMqtt(
                        "board", random.nextLong(), mqttPort.number(), "banip/home-3/pulse", 100)) {
            board.start();
            for (int kill = 0; kill < KILLS; kill++) {
                changeHost(kill % 2 == 0);
                awaitMore(recorder, random.nextInt(MOST_SETS));
                awaitMore(box, random.nextInt(MOST_SETS));
                gateway.kill();
                startGateway();
            }
            changeHost(false);
            JsonObject recorded = ended(recorder);
            JsonObject boxed = ended(box);
            JsonObject pulses = pulses(board.finish());
            commands.awaitStored("ban-1", recorded);
            commands.awaitStored("ban-2", boxed);
            commands.awaitStored("home-3", pulses);
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            String printed = gateway.printed();
            assertThat(printed).doesNotContain("lost", "kept");
            commands.assertExact(printed, "ban-1", recorded);
            commands.assertExact(printed, "ban-2", boxed);
            commands.assertExact(printed, "home-3", pulses);
        }
    }

    private BanipProcess device(String ban, String uplink) throws IOException {
        return commands.device(
                URI.create("http://127.0.0.1:" + banipPort.number() + "/"), ban, "--uplink", uplink, "--wait", "300");
    }

    private void describe() throws Exception {
        String description = "{\"id\": \"home-3\", \"groups\": [{\"name\": \"pulse\", \"frequencyHz\": \"10\","
                + " \"serviceClass\": \"live\", \"latencyBoundMillis\": 1000, \"channels\": [{\"label\": \"1\", \"unit\": \"1\","
                + " \"bits\": 16, \"digitalMin\": 0, \"digitalMax\": 32767, \"physicalMin\": 0, \"physicalMax\": 32767}]}]}";
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + httpPort.number() + "/bans/home-3"))
                .PUT(BodyPublishers.ofString(description))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(204);
    }

    private void changeHost(boolean away) throws IOException {
        host.kill();
        if (!away) {
            host = commands.host(hostPort.number());
            URI unused = host.awaitReady();
        }
    }

    private static void awaitMore(BanipProcess device, int sets) throws IOException {
        long before = acknowledged(device);
        await("the gateway takes what the device sends")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> acknowledged(device) > before + sets);
    }

    private static long acknowledged(BanipProcess device) throws IOException {
        long most = 0;
        for (MatchResult found : ACKNOWLEDGED.matcher(device.said()).results().toList()) {
            most = Math.max(most, Long.parseLong(found.group(1).replace(",", "")));
        }
        return most;
    }

    private static JsonObject ended(BanipProcess device) throws Exception {
        device.interrupt();
        assertThat(device.awaitExit()).as(device.said()).isEqualTo(130);
        return device.json();
    }

    /** What the device of MQTT has sensed, as a device that speaks BANip reports it. */
    private static JsonObject pulses(int count) {
        SensorSetDigest sent = new SensorSetDigest(List.of(PULSE));
        byte[] bytes = new byte[2 * count];
        SampleLayout layout = new SampleLayout(PULSE);
        for (int set = 0; set < count; set++) {
            layout.write(bytes, set * layout.setBytes(), 0, set % StubbornDevice.VALUES);
        }
        sent.update(0, bytes, 0, count, StubbornDevice.BEGIN_SECONDS * 1_000_000_000L, 0);
        return JsonObject.parse("{\"delivered\": true, \"groups\": [{\"name\": \"pulse\", \"units\": " + count
                + ", \"sha256\": \"" + sent.hex(0) + "\"}]}");
    }
}
