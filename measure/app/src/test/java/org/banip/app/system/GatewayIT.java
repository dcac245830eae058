package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Devices, a gateway with two paths, broker and host: the store has what the devices sent, though one path ends in the middle. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class GatewayIT {
    private static final String PASSWORD = "a good password";
    private static final long BEGIN_SECONDS = 1_795_705_445L;
    private static final int MESSAGES = 40;
    /** Sensor sets of the ECG in a message: 100 ms. */
    private static final int SETS = 25;

    private static final SensorGroup ECG = SensorGroup.live(
            "ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -10.24, 10.235)));
    private static final SensorGroup TEMPERATURE = new SensorGroup(
            "temperature",
            Frequency.ofHz(10),
            ServiceClass.BULK,
            Duration.ofSeconds(1),
            List.of(new Channel("skin", "Cel", 12, 0, 4000, 10, 50)));
    private static final String DESCRIPTION = """
            {"id": "home-3", "groups": [
              {"name": "ecg", "frequencyHz": "250", "serviceClass": "live", "latencyBoundMillis": 1000, "channels": [
                {"label": "II", "unit": "mV", "bits": 12, "digitalMin": -2048, "digitalMax": 2047, "physicalMin": -10.24, "physicalMax": 10.235}]},
              {"name": "temperature", "values": "physical", "frequencyHz": "10", "serviceClass": "bulk", "latencyBoundMillis": 1000,
               "channels": [
                {"label": "skin", "unit": "Cel", "bits": 12, "digitalMin": 0, "digitalMax": 4000, "physicalMin": 10, "physicalMax": 50}]}]}
            """;

    @TempDir
    private Path directory;

    private final SensorSetDigest sent = new SensorSetDigest(List.of(ECG, TEMPERATURE));
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void theStoreHasWhatTheDevicesSentThoughAPathEnds() throws Exception {
        files();
        try (BanipProcess host = BanipProcess.start(directory, "host", "--port", "0", "--store", "store.db");
                BanipProcess broker = broker(host.awaitReady());
                TwoNetworks networks = new TwoNetworks(broker.awaitReady());
                BanipProcess gateway = gateway(networks.base(), "--path", "dsl@127.0.0.2", "--path", "lte@127.0.0.3")) {
            URI surrogates = host.awaitReady().resolve("/surrogates");
            URI samples = gateway.awaitReady().resolve("/bans/home-3/groups/ecg/samples");
            try (Socket thermometer = connect(gateway)) {
                for (int n = 0; n < MESSAGES; n++) {
                    if (n == MESSAGES / 2) {
                        endThePathInUse(networks);
                    }
                    sendEcg(samples, n);
                    sendTemperature(thermometer, n);
                }
            }
            awaitMoreThan(MESSAGES / 2 * SETS, surrogates); // so that little is left when the gateway ends
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            assertStored(gateway.printed());
        }
    }

    @Test
    void nothingIsLostUntilTheBrokerHasAGrantForTheGateway() throws Exception {
        files();
        Path grants = Files.writeString(directory.resolve("grants"), "home-3: home-4\n");
        try (BanipProcess host = BanipProcess.start(directory, "host", "--port", "0", "--store", "store.db");
                BanipProcess broker = broker(host.awaitReady(), "--grants", "grants");
                BanipProcess gateway = gateway(broker.awaitReady())) {
            sendEcg(gateway.awaitReady().resolve("/bans/home-3/groups/ecg/samples"), 0);
            gateway.awaitSaid("BAN home-3 as user 'home-3': no link: .*\\(forbidden\\)");
            broker.awaitSaid("(?s)(refused, forbidden.*){4}"); // by then the error would be final
            Files.writeString(grants, "home-3: home-3\n");
            awaitMoreThan(SETS - 1, host.awaitReady().resolve("/surrogates"));
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            assertThat(gateway.printed())
                    .contains("BAN home-3: 25 sensor sets taken, 25 stored")
                    .doesNotContain("lost");
        }
    }

    private void files() throws IOException {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.writeString(directory.resolve("home-3.json"), DESCRIPTION);
        new PasswordFile(directory.resolve("passwords")).set("home-3", PASSWORD.toCharArray(), 4);
        new PasswordFile(directory.resolve("devices")).set("board", PASSWORD.toCharArray(), 4);
        Files.writeString(directory.resolve("device-grants"), "board: home-*\n");
    }

    private BanipProcess broker(URI host, String... more) throws IOException {
        return start(more, "wsb", "--port", "0", "--host-url", host.toString(), "--passwords", "passwords");
    }

    private BanipProcess start(String[] more, String... first) throws IOException {
        return BanipProcess.start(
                directory, Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new));
    }

    private BanipProcess gateway(URI broker, String... more) throws IOException {
        return start(
                more,
                "gateway",
                "--wsb",
                broker.toString(),
                "--user",
                "home-3",
                "--password-file",
                "password",
                "--mqtt-port",
                "0",
                "--http-port",
                "0",
                "--describe",
                "home-3.json",
                "--devices",
                "devices",
                "--device-grants",
                "device-grants");
    }

    /** Cuts off a network that has carried something. */
    private static void endThePathInUse(TwoNetworks networks) throws Exception {
        InetAddress dsl = InetAddress.getByName("127.0.0.2");
        InetAddress lte = InetAddress.getByName("127.0.0.3");
        await("a path is in use")
                .atMost(Duration.ofMinutes(1))
                .until(() -> networks.bytesUp(dsl) > 0 || networks.bytesUp(lte) > 0);
        networks.cut(networks.bytesUp(dsl) > 0 ? dsl : lte);
    }

    private void awaitMoreThan(long units, URI surrogates) {
        HttpRequest list = HttpRequest.newBuilder(surrogates).build();
        await("the host has the ECG").atMost(Duration.ofMinutes(2)).until(() -> {
            String document = http.send(list, BodyHandlers.ofString()).body();
            List<JsonObject> there = JsonObject.parse(document).objects("surrogates");
            return !there.isEmpty()
                    && there.get(0).objects("groups").get(0).integer("units", 0, Long.MAX_VALUE) > units;
        });
    }

    private void sendEcg(URI to, int n) throws Exception {
        StringBuilder text = new StringBuilder("{\"time\": " + seconds(n) + ", \"samples\": [");
        byte[] sets = new byte[2 * SETS];
        SampleLayout layout = new SampleLayout(ECG);
        for (int i = 0; i < SETS; i++) {
            int value = (int) (1000 * Math.sin((n * SETS + i) / 20.0));
            text.append(i == 0 ? "" : ",").append(value);
            layout.write(sets, i * layout.setBytes(), 0, value);
        }
        sent.update(0, sets, 0, SETS, BEGIN_SECONDS * 1_000_000_000L, (long) n * SETS);
        String basic = Base64.getEncoder().encodeToString(("board:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(to)
                .header("Authorization", "Basic " + basic)
                .POST(BodyPublishers.ofString(text.append("]}").toString()))
                .build();
        assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
    }

    /** One message, and one sensor set of the temperature, each 100 ms. */
    private static String seconds(int n) {
        return BEGIN_SECONDS + n / 10 + "." + n % 10;
    }

    /** An MQTT connection that has been accepted. */
    private Socket connect(BanipProcess gateway) throws Exception {
        Matcher url = Pattern.compile("mqtt://127\\.0\\.0\\.1:(\\d+)").matcher(gateway.printed());
        assertThat(url.find()).as(gateway.printed()).isTrue();
        Socket device = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(url.group(1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream connect = new DataOutputStream(bytes);
        connect.writeUTF("MQTT");
        connect.write(new byte[] {4, (byte) 0xC2, 0, 0}); // 3.1.1; user, password, clean session; no keep-alive
        connect.writeUTF("thermometer");
        connect.writeUTF("board");
        connect.writeUTF(PASSWORD);
        send(device, 0x10, bytes.toByteArray());
        assertThat(device.getInputStream().readNBytes(4)).containsExactly(0x20, 2, 0, 0);
        return device;
    }

    private void sendTemperature(Socket device, int n) throws IOException {
        int value = 2650 + n;
        byte[] sets = new byte[2];
        new SampleLayout(TEMPERATURE).write(sets, 0, 0, value);
        sent.update(1, sets, 0, 1, BEGIN_SECONDS * 1_000_000_000L, n);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream publish = new DataOutputStream(bytes);
        publish.writeUTF("banip/home-3/temperature");
        publish.writeShort(n + 1);
        publish.writeBytes(seconds(n) + "," + (10 + value / 100.0));
        send(device, 0x32, bytes.toByteArray());
        assertThat(device.getInputStream().readNBytes(4)).containsExactly(0x40, 2, 0, n + 1);
    }

    private static void send(Socket device, int type, byte[] packet) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(type);
        all.write(packet.length); // below 128
        all.write(packet);
        device.getOutputStream().write(all.toByteArray());
    }

    private void assertStored(String printed) throws Exception {
        int units = MESSAGES * SETS + MESSAGES;
        assertThat(printed).contains("gateway ends: " + 2 * MESSAGES + " messages taken, 0 refused");
        Matcher ban = Pattern.compile("BAN home-3: ([\\d,]+) sensor sets taken, ([\\d,]+) stored, session (\\S+)")
                .matcher(printed);
        assertThat(ban.find()).as(printed).isTrue();
        assertThat(ban.group(1).replace(",", "")).isEqualTo("" + units);
        assertThat(ban.group(2)).isEqualTo(ban.group(1));
        try (BanipProcess export = BanipProcess.start(
                directory, "export", "--store", "store.db", "--out", "out", "--session", ban.group(3))) {
            assertThat(export.awaitExit()).as(export.said()).isZero();
            assertThat(export.printed())
                    .contains("sha256 " + sent.hex(0), "sha256 " + sent.hex(1))
                    .doesNotContain("declared:");
        }
    }
}
