package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.banip.core.json.JsonObject;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What an MBU senses passes through the broker's web archive into the host's, and is stored and seen live. The host's surrogates are Jini services, and
 * a store in a process of its own follows them.
 */
@Execution(ExecutionMode.CONCURRENT)
class WebArchivesIT {
    private static final String PASSWORD = "correct horse battery staple";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    /** Both containers carry a generated ECG, chunked, and a recording in one request a packet. */
    @ParameterizedTest
    @CsvSource({"TOMCAT, per-request", "JETTY, persistent"})
    void whatAnMbuSensesStreamsThroughBoth(ServletContainer container, String requests) throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.writeString(token(), TOKEN + "\n");
        Files.setPosixFilePermissions(token(), PosixFilePermissions.fromString("rw-------"));
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
        try (BanipProcess host = startHost(container);
                BanipProcess broker = startBroker(container, host.awaitReady());
                BanipProcess store = startStore(host)) {
            JsonObject generated = assertDelivered(host.awaitReady(), broker.awaitReady(), "chunked");
            assertCopied(store, generated);
            JsonObject recorded = assertDelivered(
                    host.awaitReady(),
                    broker.awaitReady(),
                    requests,
                    "--recording",
                    RealRecordings.named("100.hea").toString());
            assertCopied(store, recorded);
            assertThat(host.said()).doesNotContain("WARNING", "SEVERE", " WARN ", " ERROR ");
        }
    }

    private void assertCopied(BanipProcess store, JsonObject delivered) throws Exception {
        Pattern over =
                Pattern.compile("session " + delivered.string("session") + ".*disappeared: dereg", Pattern.DOTALL);
        await("the store has it")
                .atMost(PATIENCE)
                .until(() -> over.matcher(store.printed()).find());
        Stored.assertExact(directory, "copy.db", delivered);
    }

    private JsonObject assertDelivered(URI host, URI broker, String uplink, String... source) throws Exception {
        try (BanipProcess watch = startWatch(host);
                BanipProcess mbu = startMbu(broker, uplink, source)) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            Stored.assertExact(directory, "store.db", mbu.json());
            assertThat(watch.awaitExit()).as(watch.said()).isZero();
            assertThat(watch.printed().lines().count()).isGreaterThan(1);
            assertThat(watch.said()).contains(" disappeared: deregistered");
            return mbu.json();
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
                token().toString(),
                "BANIP_HOST_JINI",
                "true");
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

    private BanipProcess startStore(BanipProcess host) throws Exception {
        host.awaitSaid("lookup service at jini://\\S+/");
        String locator = host.said().replaceAll("(?s).*lookup service at (jini://[^/]+/).*", "$1");
        BanipProcess store = BanipProcess.start(directory, "store", "--locator", locator, "--store", "copy.db");
        await("the store is ready").atMost(PATIENCE).until(store::printed, lines -> lines.contains("store ready"));
        return store;
    }

    private BanipProcess startMbu(URI broker, String uplink, String... source) throws Exception {
        List<String> args = new ArrayList<>(List.of("mbu", "--json", "--wsb", broker.toString(), "--user", "ban-1"));
        args.addAll(List.of("--password-file", "password", "--uplink", uplink, "--seconds", "60", "--speed", "10"));
        args.addAll(List.of(source));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    private BanipProcess startWatch(URI host) throws Exception {
        BanipProcess watch =
                BanipProcess.start(directory, "watch", "--host-url", host.toString(), "--csv", "--from-start");
        watch.awaitSaid("waiting for a BAN");
        return watch;
    }
}
