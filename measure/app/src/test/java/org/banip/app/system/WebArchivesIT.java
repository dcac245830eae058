package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.json.JsonObject;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an MBU senses passes through the broker's web archive into the host's, and is stored and seen live. */
class WebArchivesIT {
    private static final String PASSWORD = "correct horse battery staple";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"TOMCAT, chunked", "TOMCAT, per-request", "JETTY, chunked", "JETTY, persistent"})
    void aRecordingStreamsThroughBoth(ServletContainer container, String uplink) throws Exception {
        assertDelivered(
                container,
                uplink,
                "--recording",
                RealRecordings.named("100.hea").toString(),
                "--seconds",
                "60");
    }

    @ParameterizedTest
    @CsvSource({"TOMCAT, chunked", "JETTY, chunked"})
    void aGeneratedEcgStreamsThroughBoth(ServletContainer container, String uplink) throws Exception {
        assertDelivered(container, uplink, "--seconds", "60");
    }

    private void assertDelivered(ServletContainer container, String uplink, String... source) throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.writeString(token(), TOKEN + "\n");
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
        try (BanipProcess host = startHost(container);
                BanipProcess broker = startBroker(container, host.awaitReady());
                BanipProcess watch = startWatch(host.awaitReady());
                BanipProcess mbu = startMbu(broker.awaitReady(), uplink, source)) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            JsonObject delivered = mbu.json();
            Stored.assertExact(directory, "store.db", delivered);
            assertThat(watch.awaitExit()).as(watch.said()).isZero();
            assertThat(watch.printed().lines().count()).isGreaterThan(1);
            assertThat(watch.said()).contains("the BAN disappeared: deregistered");
        }
    }

    private Path token() {
        return directory.resolve("token");
    }

    private BanipProcess startHost(ServletContainer container) throws Exception {
        Map<String, String> settings = Map.of(
                "BANIP_HOST_STORE",
                directory.resolve("store.db").toString(),
                "BANIP_HOST_BROKER_TOKEN_FILE",
                token().toString());
        return BanipProcess.startContainer(
                container, directory, settings, System.getProperty("banip.war.host"), "/host");
    }

    private BanipProcess startBroker(ServletContainer container, URI host) throws Exception {
        Map<String, String> settings = Map.of(
                "BANIP_WSB_SURROGATE_HOST",
                host.toString(),
                "BANIP_WSB_TOKEN_FILE",
                token().toString(),
                "BANIP_WSB_PASSWORD_FILE",
                directory.resolve("passwords").toString());
        return BanipProcess.startContainer(container, directory, settings, System.getProperty("banip.war.wsb"), "/wsb");
    }

    private BanipProcess startMbu(URI broker, String uplink, String... source) throws Exception {
        List<String> args = new ArrayList<>(List.of("mbu", "--json", "--wsb", broker.toString(), "--user", "ban-1"));
        args.addAll(List.of("--password-file", "password", "--uplink", uplink, "--speed", "10"));
        args.addAll(List.of(source));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    private BanipProcess startWatch(URI host) throws Exception {
        BanipProcess watch = BanipProcess.start(directory, "watch", "--host-url", host.toString(), "--csv");
        watch.awaitSaid("waiting for a BAN");
        return watch;
    }
}
