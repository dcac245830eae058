package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.wsb.authentication.PasswordFile;

/** Commands, passwords and grants for a gateway with devices that speak BANip: all in one directory. */
final class BanipDevicesFixture {
    static final String PASSWORD = "a good password";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path directory;

    BanipDevicesFixture(Path directory) throws IOException {
        this.directory = directory;
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        new PasswordFile(directory.resolve("passwords")).set("home-3", PASSWORD.toCharArray(), 4);
        Files.writeString(directory.resolve("grants"), "home-3: *\n");
        new PasswordFile(directory.resolve("devices")).set("recorder", PASSWORD.toCharArray(), 4);
        Files.writeString(directory.resolve("device-grants"), "recorder: ban-*\n");
    }

    /** The far host, whose store is {@code store.db}. */
    BanipProcess host(int port) throws IOException {
        return start("host", "--port", "" + port, "--store", "store.db");
    }

    BanipProcess broker(URI host) throws IOException {
        return start(
                "wsb", "--port", "0", "--host-url", host.toString(), "--passwords", "passwords", "--grants", "grants");
    }

    /** A gateway with the directory {@code gateway}. */
    BanipProcess gateway(URI broker, int banipPort, String... more) throws IOException {
        return start(Stream.of(
                        List.of(
                                "gateway",
                                "--wsb",
                                broker.toString(),
                                "--user",
                                "home-3",
                                "--password-file",
                                "password"),
                        List.of("--spool", "gateway", "--banip-port", "" + banipPort),
                        List.of("--devices", "devices", "--device-grants", "device-grants"),
                        List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    /** Where a gateway that is ready takes BANip devices. */
    static URI devicesOf(BanipProcess gateway) {
        URI unused = gateway.awaitReady();
        return URI.create(gateway.awaitPrinted("BANip devices at (\\S+),"));
    }

    /** A device of the user {@code recorder}. */
    BanipProcess device(URI gateway, String ban, String... more) throws IOException {
        return start(Stream.of(
                        List.of("mbu", "--json", "--wsb", gateway.toString(), "--ban", ban),
                        List.of("--user", "recorder", "--password-file", "password"),
                        List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    BanipProcess start(String... command) throws IOException {
        return BanipProcess.start(directory, command);
    }

    /** Waits until the far store has as many sensor sets as the device has sensed: the end of a gateway waits for them only for seconds. */
    void awaitStored(String ban, JsonObject delivered) {
        long sensed = delivered.objects("groups").stream()
                .mapToLong(group -> group.integer("units", 0, Long.MAX_VALUE))
                .sum();
        await("the far store has what the device of " + ban + " sensed")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> stored(ban) >= sensed);
    }

    private long stored(String ban) {
        AtomicLong sets = new AtomicLong();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            for (InterconnectRecord session : store.interconnects()) {
                for (int g = 0;
                        session.ban().id().equals(ban)
                                && g < session.ban().groups().size();
                        g++) {
                    store.read(session, g, 0, item -> {
                        sets.addAndGet(item instanceof Packet ? item.endUnit() - item.firstUnit() : 0);
                        return true;
                    });
                }
            }
        }
        return sets.get();
    }

    /**
     * The far store has one session of the BAN, the gateway's, with all that the device has sensed: each sensor set with its instant, and no gap.
     *
     * @param printed what the gateway has printed at its end
     * @param delivered what the device has reported at its end
     */
    void assertExact(String printed, String ban, JsonObject delivered) throws Exception {
        Matcher last = Pattern.compile(
                        "BAN " + ban + ": ([\\d,]+) sensor sets? taken, ([\\d,]+) stored, session (\\S+)")
                .matcher(printed);
        assertThat(last.find()).as(printed).isTrue();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects())
                    .filteredOn(session -> session.ban().id().equals(ban))
                    .extracting(session -> session.session().toString())
                    .containsExactly(last.group(3));
        }
        Stored.assertExact(directory, "store.db", last.group(3), delivered);
    }
}
