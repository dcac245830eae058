package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.people.PeopleFile;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Surrogates as Jini services: lookup service, host, MBU and whoever asks, each in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
class JiniIT {
    private static final String PASSWORD = "changeit";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    /**
     * How processes run.
     *
     * @param servers home of the Java of lookup service and host
     * @param others home of the Java of store, watcher and {@code services}
     * @param tls whether they talk TLS
     */
    private record Way(Path servers, Path others, boolean tls) {
        Path java(String command) {
            return SERVERS.contains(command) ? servers : others;
        }
    }

    private static final Set<String> SERVERS = Set.of("lookup", "host");
    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final Way PLAIN = new Way(JAVA, JAVA, false);

    /** Plain in this Java; with TLS between each other Java and this one. */
    static Stream<Way> ways() throws IOException {
        return Stream.concat(Stream.of(PLAIN), Javas.others().map(java -> new Way(java, JAVA, true)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void surrogateIsListedByALookupServiceThatRunsAloneAndGoesToStoreAndWatcher(Way way) throws Exception {
        if (way.tls()) {
            makeKeys();
        }
        try (BanipProcess lookup = start(way, "--", "lookup", "--port", "0")) {
            String locator = lookup.awaitReady().toString();
            try (BanipProcess host = start(way, "--jini-", hostAt(locator))) {
                assertListedStoredAndWatched(way, locator, host.awaitReady());
                host.terminate();
                host.awaitExit();
            }
            assertThat(services(way, locator)).isEmpty();
            lookup.interrupt();
            lookup.awaitExit();
            assertThat(lookup.printed()).contains("lookup ends: 0 services registered, 0 connections refused");
        }
    }

    private void assertListedStoredAndWatched(Way way, String locator, URI host) throws Exception {
        try (BanipProcess store = start(way, "--jini-", "store", "--locator", locator, "--store", "copy.db");
                BanipProcess watcher = start(way, "--jini-", watcherAt(locator));
                BanipProcess mbu =
                        BanipProcess.start(directory, "mbu", "--json", "--ban", "ban-7", "--wsb", host.toString())) {
            mbu.awaitSaid("acknowledged [1-9]");
            assertListed(way, locator);
            awaitPrinted(store, "BAN ban-7 is stored from the beginning");
            awaitPrinted(watcher, "receives BAN ban-7");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).isEqualTo(130);
            awaitPrinted(store, "BAN ban-7 has disappeared: deregistered");
            Stored.assertExact(directory, "copy.db", mbu.json());
            assertThat(watcher.awaitExit()).as(watcher.said()).isZero();
            for (JsonObject group : mbu.json().objects("groups")) {
                assertThat(watcher.printed()).contains("sha256 " + group.string("sha256"));
            }
        }
    }

    private void assertListed(Way way, String locator) throws Exception {
        JsonObject surrogate = Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> services(way, locator), list -> !list.isEmpty())
                .get(0);
        assertThat(surrogate.string("ban")).isEqualTo("ban-7");
        assertThat(surrogate.string("host")).isEqualTo("ward-3");
        assertThat(surrogate.integer("leaseMillis", 0, 1 << 30)).isEqualTo(30_000);
        assertThat(surrogate.objects("sensors")).isNotEmpty();
        try (BanipProcess list = start(way, "--jini-", "services", "--locator", locator)) {
            assertThat(list.awaitExit()).as(list.said()).isZero();
            assertThat(list.printed())
                    .contains("ban-7  on ward-3  since 20", "  lease 30 s", ", type standard", "    ecg: ")
                    .contains("ward-3  at http://127.0.0.1:8099/");
        }
    }

    private static void awaitPrinted(BanipProcess process, String text) {
        Awaitility.await(text).atMost(PATIENCE).until(process::printed, printed -> printed.contains(text));
    }

    private static String[] watcherAt(String locator) {
        return new String[] {"watch", "--jini", "--locator", locator, "--ban", "ban-7", "--from-start", "--digest"};
    }

    @Test
    void theWatcherSaysWhoStoppedAGroup() throws Exception {
        String password = "seven green apples";
        Files.writeString(directory.resolve("secret"), password + "\n");
        Files.writeString(directory.resolve("token"), "a-token-of-the-viewers\n");
        new PeopleFile(directory.resolve("viewers"))
                .setPassword(
                        "owen",
                        password.toCharArray(),
                        4,
                        new PeopleFile.Rights(Optional.of("operator"), Optional.of("*")));
        try (BanipProcess lookup = start(PLAIN, "--", "lookup", "--port", "0")) {
            String locator = lookup.awaitReady().toString();
            List<String> line = new ArrayList<>(List.of(hostAt(locator)));
            line.addAll(List.of("--viewers-file", "viewers", "--viewer-token-file", "token"));
            try (BanipProcess host = start(PLAIN, "--jini-", line.toArray(String[]::new))) {
                String uri = host.awaitReady().toString();
                try (BanipProcess mbu = BanipProcess.start(
                                directory, "mbu", "--ban", "ban-7", "--wsb", uri, "--take-commands");
                        BanipProcess watcher = BanipProcess.start(
                                directory, "watch", "--jini", "--locator", locator, "--token-file", "token")) {
                    mbu.awaitSaid("acknowledged [1-9]");
                    watcher.awaitSaid(
                            "BAN ban-7  live  [1-9]"); // over Jini it hears only of what is stopped from now on
                    String[] stop = {
                        "command", "ban-7", "banip.stop", "group=ecg", "--confirm", "--host-url", uri, "--user", "owen"
                    };
                    List<String> stopping = new ArrayList<>(List.of(stop));
                    stopping.addAll(List.of("--password-file", "secret"));
                    try (BanipProcess command = BanipProcess.start(directory, stopping.toArray(String[]::new))) {
                        assertThat(command.awaitExit()).as(command.said()).isZero();
                    }
                    watcher.awaitSaid("stopped: ecg .*by owen at 20");
                }
            }
        }
    }

    @Test
    void announcedLookupServicesAreAsked() throws Exception {
        String group = "test-" + UUID.randomUUID(); // no other test on this machine has it
        try (BanipProcess lookup = start(PLAIN, "--", "lookup", "--port", "0", "--multicast", "--groups", group)) {
            String locator = lookup.awaitReady().toString();
            try (BanipProcess host = start(PLAIN, "--jini-", hostAt(locator))) {
                URI uri = host.awaitReady();
                try (BanipProcess mbu =
                        BanipProcess.start(directory, "mbu", "--ban", "ban-7", "--wsb", uri.toString())) {
                    mbu.awaitSaid("acknowledged [1-9]");
                    String[] announced = {"--multicast", "127.0.0.1", "--multicast-groups", group};
                    Awaitility.await()
                            .atMost(PATIENCE)
                            .until(() -> services(announced), list -> list.contains("ban-7  on ward-3"));
                    try (BanipProcess store = BanipProcess.start(directory, storeAt("copy.db", announced))) {
                        Awaitility.await()
                                .atMost(PATIENCE)
                                .until(store::printed, lines -> lines.contains("found BAN ban-7"));
                    }
                }
            }
        }
    }

    private String services(String... at) throws Exception {
        List<String> all = new ArrayList<>(List.of("services"));
        all.addAll(List.of(at));
        try (BanipProcess list = BanipProcess.start(directory, all.toArray(String[]::new))) {
            list.awaitExit();
            return list.printed();
        }
    }

    private static String[] storeAt(String file, String... at) {
        return Stream.concat(Stream.of("store", "--store", file), Stream.of(at)).toArray(String[]::new);
    }

    private static String[] hostAt(String locator) {
        return new String[] {
            "host",
            "--port",
            "0",
            "--store",
            "store.db",
            "--jini",
            "--jini-locators",
            locator,
            "--jini-host-name",
            "ward-3",
            "--jini-host-url",
            "http://127.0.0.1:8099/"
        };
    }

    private List<JsonObject> services(Way way, String locator) throws Exception {
        try (BanipProcess list = start(way, "--jini-", "services", "--json", "--locator", locator)) {
            assertThat(list.awaitExit()).as(list.said()).isZero();
            return list.json().objects("surrogates");
        }
    }

    private BanipProcess start(Way way, String prefix, String... args) throws IOException {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        if (way.tls()) {
            all.addAll(List.of(prefix + "key-store", "keys.p12", prefix + "key-store-password-file", "password"));
            all.addAll(List.of(prefix + "trust-store", "trust.p12", prefix + "trust-store-password-file", "password"));
        }
        return BanipProcess.start(way.java(args[0]), directory, Map.of(), all.toArray(String[]::new));
    }

    private void makeKeys() throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD);
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=ward",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                "keys.p12");
        keytool("-exportcert", "-file", "ward.crt", "-keystore", "keys.p12");
        keytool("-importcert", "-noprompt", "-file", "ward.crt", "-keystore", "trust.p12");
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "ward", "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void hostWithoutJiniLoadsNothingOfIt() throws Exception {
        Map<String, String> logging = Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=loaded.txt");
        Path javaHome = Path.of(System.getProperty("java.home"));
        try (BanipProcess host =
                BanipProcess.start(javaHome, directory, logging, "host", "--port", "0", "--store", "store.db")) {
            URI unused = host.awaitReady();
            host.terminate();
            host.awaitExit();
            assertThat(host.printed()).doesNotContain("Jini");
        }
        try (Stream<String> loaded = Files.lines(directory.resolve("loaded.txt"))) {
            List<String> ours = loaded.filter(line -> line.contains("jini") || line.contains("org.banip.surrogate."))
                    .toList();
            assertThat(ours)
                    .anyMatch(line -> line.contains(" org.banip.surrogate.SurrogateHost "))
                    .noneMatch(line -> line.contains(" net.jini.") || line.contains(" com.sun.jini."));
        }
    }

    @Test
    void brokerWithoutJiniLoadsNothingOfRiver() throws Exception {
        Map<String, String> logging = Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=loaded.txt");
        Path javaHome = Path.of(System.getProperty("java.home"));
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("ban-7", PASSWORD.toCharArray(), 4);
        try (BanipProcess broker = BanipProcess.start(
                javaHome, directory, logging, "wsb", "--port", "0", "--password-file", passwords.toString())) {
            URI unused = broker.awaitReady();
            broker.terminate();
            broker.awaitExit();
        }
        try (Stream<String> loaded = Files.lines(directory.resolve("loaded.txt"))) {
            assertThat(loaded.toList())
                    .anyMatch(line -> line.contains(" org.banip.wsb.relay.Broker "))
                    .noneMatch(line -> line.contains(" net.jini.")
                            || line.contains(" com.sun.jini.")
                            || line.contains(" org.apache.river.")
                            || line.contains(" org.banip.river."));
        }
    }

    @Test
    void hostWithJiniSaysWhereItsLookupServiceIs() throws Exception {
        try (BanipProcess host = start(PLAIN, "", "host", "--port", "0", "--store", "store.db", "--jini")) {
            URI unused = host.awaitReady();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(host::printed, said -> said.contains("Jini: lookup service at jini://127.0.0.1:"));
            String said = host.printed();
            String locator =
                    said.substring(said.indexOf("jini://")).lines().findFirst().orElseThrow();
            assertThat(services(PLAIN, locator)).isEmpty();
            host.terminate();
            host.awaitExit();
        }
    }
}
