package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.net.BindException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.text.Counted;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.settings.Acknowledge;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.mbu.MobileBaseUnit;
import org.banip.server.log.HeardLog;
import org.junit.jupiter.api.Test;

/** Java's own HTTP client as a device. */
class HttpGatewayTest extends GatewayFixture {
    private static final String ECG = "/bans/ban-17/groups/ecg/samples";
    private static final String WEIGHT = "/bans/ban-17/groups/weight/samples";

    private final HttpClient device =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpResponse<String> send(String method, URI to, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(to).timeout(PATIENCE).method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return device.send(request.build(), BodyHandlers.ofString());
    }

    private int post(String path, String body) throws Exception {
        return send("POST", http(path), body).statusCode();
    }

    private void assertRefused(int status, String error, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(ErrorAnswer.fromJson(answer.body()).error()).isEqualTo(error);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    }

    @Test
    void samplesThatWereAnsweredWith204AreStoredOnceInOrder() throws Exception {
        start(UnaryOperator.identity());
        short[] samples = noise(2 * 100);
        for (int n = 0; n < 10; n++) {
            String message = csv(samples, n, 10);
            assertThat(post(ECG, message)).isEqualTo(204);
            assertThat(post(ECG, message)).as("the same again").isEqualTo(204);
        }
        assertThat(post(WEIGHT, "{\"samples\":[81.4]}")).isEqualTo(204);
        awaitStored(0, samples);
        awaitStored(1, new short[] {8140});
    }

    @Test
    void whatIsWrongIsToldInAJsonDocument() throws Exception {
        Gateway gateway = start(UnaryOperator.identity());
        assertThat(post(ECG, BEGIN_SECONDS + ",1,2")).isEqualTo(204);
        assertRefused(404, "unknown-group", send("POST", http("/bans/ban-18/groups/ecg/samples"), "1,2"));
        assertRefused(404, "unknown-group", send("POST", http("/bans/ban-17/groups/eeg/samples"), "1,2"));
        assertRefused(404, "malformed-request", send("POST", http("/bans/ban-17/groups/ecg"), "1,2"));
        assertRefused(404, "malformed-request", send("POST", http("/bans/ban-17/groups/ecg/samples?x=y"), "1,2"));
        assertRefused(405, "malformed-request", send("PUT", http(ECG), "1,2"));
        assertRefused(400, "malformed-request", send("POST", http(ECG), "{"));
        assertRefused(422, "invalid-sample", send("POST", http(ECG), "1,2,3,4,5"));
        assertRefused(422, "invalid-sample", send("POST", http(WEIGHT), "81,4"));
        assertRefused(422, "invalid-sample", send("POST", http(WEIGHT), "{\"tme\":1,\"samples\":[80]}"));
        assertThat(send("POST", http(WEIGHT), "900").body()).contains("900 kg, allowed are 0 to 300 kg");
        assertRefused(422, "invalid-sample", send("POST", http(ECG), "1,32767"));
        assertRefused(409, "session-mismatch", send("POST", http(ECG), BEGIN_SECONDS + ",1,3"));
        assertRefused(413, "too-long", send("POST", http(ECG), "1,2\n".repeat(20_000)));
        assertThat(gateway.counters().taken()).isOne();
        awaitStored(0, new short[] {1, 2});
    }

    @Test
    void aDeviceDescribesItsBan() throws Exception {
        start(builder -> builder.limits(GatewayLimits.DEFAULTS.bans(2)));
        String described = BAN_17.replace("ban-17", "ban-18");
        URI ban = http("/bans/ban-18");
        assertThat(send("PUT", ban, described).statusCode()).isEqualTo(204);
        assertThat(send("PUT", ban, described).statusCode())
                .as("the same again")
                .isEqualTo(204);
        assertRefused(409, "session-mismatch", send("PUT", ban, described.replace("250", "500")));
        assertRefused(422, "invalid-description", send("PUT", http("/bans/ban-19"), described));
        assertRefused(422, "invalid-description", send("PUT", ban, described.replace("values", "value")));
        assertRefused(503, "limit-reached", send("PUT", http("/bans/ban-19"), BAN_17.replace("ban-17", "ban-19")));
        assertThat(post("/bans/ban-18/groups/ecg/samples", "1,2")).isEqualTo(204);
    }

    @Test
    void aUnitWithABlankIsTakenAndLogged() throws Exception {
        start(UnaryOperator.identity());
        String described = BAN_17.replace("ban-17", "ban-18").replace("\"kg\"", "\"kilo gram\"");
        try (HeardLog log = new HeardLog()) {
            assertThat(send("PUT", http("/bans/ban-18"), described).statusCode())
                    .isEqualTo(204);
            assertThat(log.messages())
                    .contains("- BAN ban-18, weight: unit 'kilo gram' of channel 'weight' is no UCUM code, which has no"
                            + " blanks")
                    .noneMatch(line -> line.contains("unit 'mV'"));
        }
    }

    @Test
    void aDeviceNeedsItsPasswordAndAGrant() throws Exception {
        start(builder -> builder.devices(ward()));
        HttpResponse<String> refused = send("POST", http(ECG), "1,2");
        assertRefused(401, "unauthenticated", refused);
        assertThat(refused.headers().firstValue("www-authenticate")).isPresent();
        String basic = wardsLogIn();
        assertRefused(401, "unauthenticated", send("POST", http(ECG), "1,2", "Authorization", basic + "x"));
        assertRefused(
                403, "forbidden", send("POST", http("/bans/ban-2/groups/ecg/samples"), "1,2", "Authorization", basic));
        assertThat(send("POST", http(ECG), "1,2", "Authorization", basic).statusCode())
                .isEqualTo(204);
        awaitStored(0, new short[] {1, 2});
    }

    @Test
    void aWebPageMayNotWrite() throws Exception {
        Gateway gateway = start(UnaryOperator.identity());
        try (RawDevice browser = new RawDevice(http("/").getPort())) {
            browser.write("POST " + ECG + " HTTP/1.1\r\nHost: x\r\nOrigin: http://page.example\r\n"
                    + "Content-Type: text/plain\r\nContent-Length: 3\r\n\r\n1,2");
            assertThat(browser.readLine()).isEqualTo("HTTP/1.1 403 Forbidden");
        }
        assertThat(gateway.counters().taken()).isZero();
        assertThat(gateway.counters().refused()).isOne();
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        Gateway gateway = start(UnaryOperator.identity());
        int port = gateway.httpPort().orElseThrow();
        assertThatThrownBy(() ->
                        Gateway.builder(MobileBaseUnit::builder).http(port).start())
                .isInstanceOf(BanipException.class)
                .hasMessage("cannot listen on 127.0.0.1:" + port + ": the port is in use")
                .hasCauseInstanceOf(BindException.class);
    }

    @Test
    void aFullSpoolIsToldAndTakesNothing() throws Exception {
        host.stop();
        spool = SMALL;
        start(UnaryOperator.identity());
        int sets = 500;
        short[] samples = noise(2 * sets * 100);
        int taken = 0;
        HttpResponse<String> answer = send("POST", http(ECG), csv(samples, taken, sets));
        while (answer.statusCode() == 204) {
            taken++;
            answer = send("POST", http(ECG), csv(samples, taken, sets));
        }
        assertRefused(503, "spool-full", answer);
        assertThat(answer.headers().firstValue("retry-after")).contains("5");
        host.startAgain();
        int refused = taken;
        soon("there is room again").until(() -> post(ECG, csv(samples, refused, sets)) == 204);
        awaitStored(0, Arrays.copyOf(samples, 2 * sets * (taken + 1)));
    }

    @Test
    void aLaterMessageWaitsForOneThatFoundNoRoom() throws Exception {
        host.stop();
        spool = SMALL;
        start(UnaryOperator.identity());
        int sets = 500;
        short[] samples = noise(2 * sets * 100);
        int first = 0;
        while (post(ECG, csv(samples, first, sets)) == 204) {
            first++;
        }
        String refused = csv(samples, first, sets);
        String later = csv(samples, (first + 1) * sets, 1); // a single sensor set, for which there is room
        assertRefused(503, "spool-full", send("POST", http(ECG), later));
        host.startAgain();
        soon("there is room again").until(() -> post(ECG, refused) == 204);
        soon("there is room again").until(() -> post(ECG, later) == 204);
        awaitStored(0, Arrays.copyOf(samples, 2 * (sets * (first + 1) + 1)));
    }

    @Test
    void anAnswerWaitsForTheHostIfItIsToSayThatTheHostHasTheSamples() throws Exception {
        GatewayLimits limits = GatewayLimits.DEFAULTS;
        start(builder -> builder.acknowledge(Acknowledge.HOST)
                .limits(new GatewayLimits(4, 4, 1, limits.request(), limits.idle(), Duration.ofMillis(50))));
        soon("registered").until(() -> host.sessions() > 0);
        host.session().hold(true);
        String message = BEGIN_SECONDS + ",1,2";
        assertRefused(503, "host-unavailable", send("POST", http(ECG), message));
        awaitStored(0, new short[] {1, 2});
        assertRefused(503, "host-unavailable", send("POST", http(ECG), message));
        host.session().hold(false);
        soon("acknowledged").until(() -> post(ECG, message) == 204);
        awaitStored(0, new short[] {1, 2});
    }

    /** The scale may take ten minutes until its samples are stored: the packet that its chain fills is not full for five. */
    private static Gateway.Builder withPatientScale(Gateway.Builder builder) {
        String described = BAN_17.replace("ban-17", "ban-18")
                .replace("\"latencyBoundMillis\": 100", "\"latencyBoundMillis\": 600000");
        return builder.ban(DescribedBan.fromJson(described));
    }

    @Test
    void aSeldomMessageIsStoredSoonWhateverItsLatencyBound() throws Exception {
        start(builder -> withPatientScale(builder).acknowledge(Acknowledge.HOST));
        for (String weight : new String[] {"82.5", "82.6"}) {
            assertThat(post("/bans/ban-18/groups/weight/samples", weight)).isEqualTo(204);
        }
    }

    @Test
    void theAnswerNamesTheTimeThatARepetitionMustHave() throws Exception {
        GatewayLimits limits = GatewayLimits.DEFAULTS;
        start(builder -> builder.acknowledge(Acknowledge.HOST)
                .limits(new GatewayLimits(4, 4, 1, limits.request(), limits.idle(), Duration.ofMillis(50))));
        soon("registered").until(() -> host.sessions() > 0);
        host.session().hold(true);
        HttpResponse<String> answer = send("POST", http(WEIGHT), "82.5");
        assertRefused(503, "host-unavailable", answer);
        assertThat(answer.headers().firstValue("retry-after")).isEmpty();
        Matcher named = Pattern.compile("with the time ([-0-9T:.]+Z);").matcher(answer.body());
        assertThat(named.find()).as(answer.body()).isTrue();
        host.session().hold(false);
        soon("acknowledged").until(() -> post(WEIGHT, named.group(1) + ",82.5") == 204);
        awaitStored(1, new short[] {8250});
    }

    @Test
    void aRequestWithTheSameNameAndValuesIsTakenOnce() throws Exception {
        start(UnaryOperator.identity());
        for (String key : new String[] {"\"a\"", "\"a\"", "\"b\"", "\"b\""}) {
            assertThat(send("POST", http(WEIGHT), "82.5", "Idempotency-Key", key)
                            .statusCode())
                    .isEqualTo(204);
        }
        assertRefused(400, "malformed-request", send("POST", http(WEIGHT), "82.5", "Idempotency-Key", "a".repeat(256)));
        awaitSamples(1, new short[] {8250, 8250});
    }

    @Test
    void anMbuThatTheBrokerRefusesStartsAgain() throws Exception {
        host.authorization = "Basic b3RoZXI6cGFzc3dvcmQ=";
        start(builder -> builder.restartAfter(Duration.ofMillis(20)));
        soon("the broker has refused it").until(() -> !host.requests().isEmpty());
        host.authorization = "";
        soon("taken and stored").until(() -> {
            boolean taken = post(ECG, "1,2") == 204;
            return taken && host.sessions() > 0 && host.session().decoded(0).length > 0;
        });
    }

    @Test
    void whatIsLostWithAnMbuThatGivesUpIsLoggedAndCounted() throws Exception {
        host.authorization = "Basic b3RoZXI6cGFzc3dvcmQ=";
        try (HeardLog log = new HeardLog()) {
            Gateway gateway = start(UnaryOperator.identity()); // which would start the MBU again after 30 s
            int taken = 0;
            int status = 204;
            while (status == 204) { // until the MBU has given up
                status = post(ECG, BEGIN_SECONDS + taken + ",1,2");
                taken += status == 204 ? 1 : 0;
            }
            assertThat(status).isEqualTo(503);
            gateway.close();
            assertThat(gateway.counters().lost()).containsExactly(entry("ban-17", (long) taken));
            String lost = "; " + Counted.of(taken, "sensor set") + " that were acknowledged to devices are lost";
            assertThat(log.messages().stream().filter(line -> line.contains("has given up")))
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("- BAN ban-17: its MBU has given up: ") && line.endsWith(lost));
        }
    }

    @Test
    void whatIsLostIsCountedOnceThoughTheMbuDoesNotStartAgain() throws Exception {
        mbusLeft.set(1);
        Gateway gateway = start(builder -> builder.restartAfter(Duration.ofMillis(20)));
        soon("registered").until(() -> host.sessions() > 0);
        host.session().hold(true);
        assertThat(post(ECG, BEGIN_SECONDS + ",1,2")).isEqualTo(204);
        try (HeardLog log = new HeardLog()) {
            host.authorization = "Basic b3RoZXI6cGFzc3dvcmQ=";
            host.breakConnections();
            soon("it is tried again and again")
                    .until(() -> log.messages().stream()
                                    .filter(line -> line.contains("does not start again"))
                                    .count()
                            >= 3);
            gateway.close();
            assertThat(gateway.counters().lost()).containsExactly(entry("ban-17", 1L));
            assertThat(log.messages().stream().filter(line -> line.contains("has given up: ")))
                    .hasSize(1);
        }
    }

    @Test
    void aRequestThatComesTooSlowlyEnds() throws Exception {
        start(builder -> builder.limits(
                new GatewayLimits(4, 4, 1, Duration.ofMillis(30), Duration.ofSeconds(60), Duration.ofSeconds(30))));
        try (RawDevice slow = new RawDevice(http("/").getPort())) {
            slow.write("POST " + ECG + " HTTP/1.1\r\n");
            assertThat(slow.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void noMoreConnectionsThanAllowedAreOpen() throws Exception {
        start(builder -> builder.limits(GatewayLimits.DEFAULTS.connections(4)));
        int port = http("/").getPort();
        try (RawDevice first = new RawDevice(port)) {
            first.write("POST " + ECG + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n1,2");
            assertThat(first.readLine()).isEqualTo("HTTP/1.1 204 No Content");
            try (RawDevice second = new RawDevice(port)) {
                assertThat(second.isClosedByPeer()).isTrue();
            }
        }
        soon("there is room again").until(() -> {
            try (RawDevice third = new RawDevice(port)) {
                third.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
                return third.readLine().equals("HTTP/1.1 404 Not Found");
            } catch (SocketException e) {
                return false; // refused while it wrote
            }
        });
    }

    @Test
    void connectionsWithoutLogInKeepNobodyAway() throws Exception {
        start(builder -> builder.limits(GatewayLimits.DEFAULTS.connections(4))); // one from each address
        int port = http("/").getPort();
        String samples = "POST " + ECG + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n1,2";
        List<RawDevice> waiting = new ArrayList<>();
        try (RawDevice device = new RawDevice(port)) {
            device.write(samples);
            assertThat(device.readLine()).isEqualTo("HTTP/1.1 204 No Content");
            for (int n = 2; n <= 4; n++) {
                waiting.add(new RawDevice(mqttPort(), "127.0.0." + n));
            }
            soon("one of them gives way")
                    .until(
                            () -> { // at once, unless it was accepted later than the new one
                                try (RawDevice other = new RawDevice(port, "127.0.0.5")) {
                                    other.write(samples);
                                    return other.readLine().equals("HTTP/1.1 204 No Content");
                                } catch (SocketException e) {
                                    return false; // gave way itself
                                }
                            });
            assertThat(device.readLine()).as("the end of the first answer").isEmpty();
            device.write(samples);
            assertThat(device.readLine()).isEqualTo("HTTP/1.1 204 No Content");
        } finally {
            for (RawDevice each : waiting) {
                each.close();
            }
        }
    }
}
