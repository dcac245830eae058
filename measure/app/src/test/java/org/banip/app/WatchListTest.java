package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@code banip watch --list} at a host that answers with a given list, or not at all. */
class WatchListTest extends CommandLineRun {
    @Test
    void aHostThatIsNotThereIsNotWaitedForByAList() throws Exception {
        try (Socket reserved = new Socket()) {
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:" + reserved.getLocalPort() + "/";
            assertThat(run("watch", "--list", "--host-url", url)).isEqualTo(1);
            assertThat(err.toString())
                    .contains("cannot reach the surrogate host at " + url + ": nothing accepts connections there")
                    .doesNotContain("java.", "Exception");
        }
    }

    @Test
    void aListFailsWhereWhatWasSelectedIsNotThoughNothingElseIs() throws Exception {
        HttpServer empty = listing("");
        try {
            assertThat(run("watch", "--list", "--host-url", url(empty))).isZero();
            assertThat(run("watch", "--list", "--ban", "ban-1", "--host-url", url(empty)))
                    .isEqualTo(1);
        } finally {
            empty.stop(0);
        }
        assertThat(err.toString()).contains("no BAN now");
    }

    /** The counts are those since the host activated the surrogate, and a rate is written as everywhere. */
    @Test
    void aListSaysSinceWhenItCountsAndRatesExactly() throws Exception {
        HttpServer host = listing(
                "{\"session\":\"00000000-0000-0000-0000-000000000001\",\"ban\":\"home-17\","
                        + "\"state\":\"active\",\"activatedNanos\":1767225600000000000,\"groups\":[{\"name\":\"weight\","
                        + "\"frequencyHz\":\"1/60\",\"hertz\":0.016666666666666666,\"channelCount\":1,\"units\":2,\"packets\":2}]}");
        try {
            assertThat(run("watch", "--list", "--host-url", url(host))).isZero();
        } finally {
            host.stop(0);
        }
        assertThat(out.toString().lines())
                .containsExactly(
                        "00000000-0000-0000-0000-000000000001  home-17  active, activated 2026-01-01T00:00:00Z",
                        "    weight: 1 channel at 1/60 Hz, 2 sensor sets in 2 packets since then");
    }

    @Test
    void aListSaysWhichGroupsAreStoppedAndWhichArePutAway() throws Exception {
        String group = "{\"name\":\"%s\",\"frequencyHz\":\"250\",\"channelCount\":1,\"units\":2,\"packets\":2%s}";
        String groups = String.format(group, "ecg", "")
                + ','
                + String.format(
                        group,
                        "pleth",
                        ",\"retired\":true,\"stoppedBy\":\"clara\",\"stopped\":\"2026-01-01T12:00:00.25Z\"")
                + ','
                + String.format(group, "belt", ",\"retired\":true");
        HttpServer host = listing("{\"session\":\"00000000-0000-0000-0000-000000000001\",\"ban\":\"home-17\","
                + "\"state\":\"active\",\"activatedNanos\":1767225600000000000,\"groups\":[" + groups + "]}");
        try {
            assertThat(run("watch", "--list", "--host-url", url(host))).isZero();
        } finally {
            host.stop(0);
        }
        String counted = ": 1 channel at 250 Hz, 2 sensor sets in 2 packets since then";
        assertThat(out.toString().lines().skip(1))
                .containsExactly(
                        "    ecg" + counted,
                        "    pleth" + counted + ", stopped by clara at 2026-01-01T12:00:00.250Z",
                        "    belt" + counted + ", put away");
    }

    private static HttpServer listing(String surrogates) throws IOException {
        byte[] list = ("{\"surrogates\":[" + surrogates + "]}").getBytes(StandardCharsets.US_ASCII);
        HttpServer host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        host.createContext("/surrogates", exchange -> {
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
            exchange.close();
        });
        host.start();
        return host;
    }

    private static String url(HttpServer host) {
        return "http://127.0.0.1:" + host.getAddress().getPort() + "/";
    }
}
