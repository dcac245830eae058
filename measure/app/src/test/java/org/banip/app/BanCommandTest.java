package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** {@code banip command}, from the command line over a host to an MBU. */
class BanCommandTest extends BanCommandFixture {
    @Test
    void declarationsAreListed() throws Exception {
        start();
        assertThat(command("vera")).isZero();
        assertThat(out).hasToString("""
                        set-rate  Sets the rate of the pump
                            acts on: infusion pump; needs --confirm; by clinician, within 30 s
                            rate=…  a number from 0 to 20 mL/h
                            mode=…  day or night, default day
                        wait  Takes its time
                            by clinician, within 5 s
                        banip.identify  Makes the device blink or beep, so that it can be found
                            by clinician or operator, within 30 s
                        banip.stop  Stops a group: nothing of it is measured, sent or watched until it is started
                            acts on: sensors of the group; needs --confirm; by operator, within 30 s
                            group=…  belt
                        banip.start  Starts a group that was stopped
                            by operator, within 30 s
                            group=…  belt
                        banip.rate  Sends a group at its lower rate, at which the host's detectors do not watch it, or at its full rate again (0): belt at 10 or 100 Hz
                            acts on: rate of the group in the record; needs --confirm; by operator, within 30 s
                            group=…  belt
                            rate=…  10, 100 or 0
                        banip.chain  Changes how a group is packed: those parameters of its chain that the host need not know
                            by operator, within 30 s
                            group=…  belt
                            chain=…  a text of 0 to 512 characters
                        """);
    }

    @Test
    void exitCodeSaysWhatBecameOfACommand() throws Exception {
        start();
        assertThat(command("clara", "set-rate", "rate=2.5", "--confirm")).isZero();
        assertThat(out).hasToString("{\"running\":true}\n");
        assertThat(err.toString()).contains("succeeded: the MBU of BAN ban-17 says so");
        assertThat(command("clara", "set-rate", "rate=13", "mode=night", "--confirm"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("failed: the motor is stuck");
        assertThat(command("owen", "banip.identify")).isZero();
        assertThat(done).containsExactly("{rate=2.5, mode=day}", "{rate=13.0, mode=night}", "blink");
    }

    /** The MBU has the command and does not answer in time; the next command finds that it was not repeated. */
    @Test
    void exitCodeSaysThatNobodyKnows() throws Exception {
        start();
        assertThat(command("clara", "wait")).isEqualTo(3);
        assertThat(err.toString()).contains("unknown: no result of the command came");
        released.countDown();
        assertThat(command("clara", "banip.identify")).isZero();
        assertThat(done).containsExactly("waits", "blink");
    }

    /** Between command line and host something loses the first answer to a form, as a proxy may. */
    @Test
    void whatIsNotKnownIsAskedForAndNotSentAgain() throws Exception {
        start();
        assertThat(lossy(504, "text/html", "<p>a page of the proxy", "clara", "banip.identify"))
                .isZero();
        assertThat(err.toString()).contains("succeeded: the MBU of BAN ban-17 says so");
        String underWay = "{\"error\":\"under-way\",\"message\":\"no answer yet\"}";
        assertThat(lossy(409, "application/json", underWay, "clara", "set-rate", "rate=13", "--confirm"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("failed: the motor is stuck");
        assertThat(done).containsExactly("blink", "{rate=13.0, mode=day}");
    }

    private int lossy(int status, String type, String body, String user, String... words) throws Exception {
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        AtomicBoolean lost = new AtomicBoolean();
        front.createContext("/", exchange -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            server.baseUri().resolve(exchange.getRequestURI().toString()))
                    .method(
                            exchange.getRequestMethod(),
                            HttpRequest.BodyPublishers.ofByteArray(
                                    exchange.getRequestBody().readAllBytes()));
            for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
                exchange.getRequestHeaders()
                        .getOrDefault(name, List.of())
                        .forEach(value -> request.header(name, value));
            }
            HttpResponse<byte[]> answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                    .join();
            boolean loses = exchange.getRequestMethod().equals("POST") && lost.compareAndSet(false, true);
            byte[] bytes = loses ? body.getBytes(StandardCharsets.UTF_8) : answer.body();
            exchange.getResponseHeaders().set("Content-Type", loses ? type : "application/json");
            exchange.sendResponseHeaders(loses ? status : answer.statusCode(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        front.start();
        try {
            return command(URI.create("http://127.0.0.1:" + front.getAddress().getPort() + "/"), user, words);
        } finally {
            front.stop(0);
        }
    }

    @Test
    void whatIsWrongIsToldAndNothingIsSent() throws Exception {
        start();
        assertWrong(2, "acts on: infusion pump; give --confirm", "clara", "set-rate", "rate=2");
        assertWrong(2, "argument rate is 21", "clara", "set-rate", "rate=21", "--confirm");
        assertWrong(2, "argument rate is 'much', allowed is a number", "clara", "set-rate", "rate=much", "--confirm");
        assertWrong(2, "has no argument 'speed'", "clara", "set-rate", "rate=1", "speed=2", "--confirm");
        assertWrong(2, "'rate' is no argument", "clara", "set-rate", "rate", "--confirm");
        assertWrong(2, "is given twice", "clara", "set-rate", "rate=1", "rate=2", "--confirm");
        assertWrong(2, "does not declare a command 'beep', it declares [set-rate,", "clara", "beep");
        assertWrong(1, "vera has no role here that may send commands", "vera", "banip.identify");
        assertWrong(1, "owen has no role that may send set-rate", "owen", "set-rate", "rate=1", "--confirm");
        assertThat(done).isEmpty();
    }
}
