package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip verify}, {@code backup}, {@code forget} and what {@code export} selects, as a user types them. */
class StoreCareCommandsTest extends CommandLineContract {
    private static final UUID SESSION = new UUID(7, 7);

    @TempDir
    Path directory;

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static InterconnectRecord interconnect(String ban, UUID session) {
        SensorGroup ecg = SensorGroup.live(
                "ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
        BanDescription described = new BanDescription(ban, List.of(ecg));
        return new InterconnectRecord(
                0, session, "mbu-1", described, "standard", List.of("packetizer(units=1,hold=0)"), 0);
    }

    private static void write(Store store, InterconnectRecord one, int packets) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(packets);
        Store.CommitListener listener = new Store.CommitListener() {
            @Override
            public void committed(Sequenced item) {
                left.countDown();
            }

            @Override
            public void failed(Sequenced item, BanipException cause) {
                throw cause;
            }
        };
        for (int i = 0; i < packets; i++) {
            byte[] payload = ("payload-" + i + "-of-" + one.ban().id()).getBytes(StandardCharsets.US_ASCII);
            Packet packet = Packet.of(new PacketHeader(0, i, 0, i, 1, true), payload);
            assertThat(store.offer(one, packet, 42, listener)).isTrue();
        }
        left.await();
    }

    private void writeStore() throws InterruptedException {
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            write(store, store.create(interconnect("patient-1", SESSION)), 20);
            write(store, store.create(interconnect("patient-2", UUID.randomUUID())), 10);
        }
    }

    @Test
    void storeIsCheckedCopiedAndABanErased() throws Exception {
        writeStore();
        assertThat(run("verify", "--store", path("banip.db"))).isZero();
        assertThat(out.toString()).contains("banip.db: 2 sessions and 30 stored items, all as written");

        assertThat(run("backup", "--store", path("banip.db"), path("copy.db"))).isZero();
        assertThat(out.toString()).contains(path("copy.db") + " has all that " + path("banip.db") + " had at 20");
        assertThat(run("backup", "--store", path("banip.db"), path("copy.db"))).isEqualTo(2);
        assertThat(err.toString()).contains("copy.db exists; a copy needs a new file");
        assertThat(run("verify", "--store", path("copy.db"))).isZero();

        assertThat(run("forget", "--store", path("banip.db"), "patient-1")).isZero();
        assertThat(out.toString())
                .contains("BAN patient-1: erased 1 session with 20 stored items, ")
                .contains("still has it. Delete, or make anew:", "  backups of this store")
                .contains("of packets, and 0 alerts, from ", "audit log", "posted or mailed", "the MBU's spool");
        String left = Files.readString(directory.resolve("banip.db"), StandardCharsets.ISO_8859_1);
        assertThat(left).contains("of-patient-2").doesNotContain("patient-1");
        assertThat(run("verify", "--store", path("banip.db"))).isZero();
        assertThat(out.toString()).contains("banip.db: 1 session and 10 stored items, all as written");
        assertThat(run("forget", "--store", path("banip.db"), "patient-1")).isEqualTo(2);
        assertThat(err.toString()).contains("BAN patient-1 is not in " + path("banip.db") + "; there are patient-2");
    }

    @Test
    void damagedRowsThatMayBeOfAnErasedBanAreAFailureOfOne() throws Exception {
        writeStore();
        String url = "jdbc:sqlite:" + path("banip.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE interconnect SET ban = replace(ban, 'patient-2', 'patient-3')");
        }
        assertThat(run("forget", "--store", path("banip.db"), "patient-1")).isEqualTo(1);
        assertThat(out.toString())
                .contains("BAN patient-1: erased 1 session with 20 stored items, ")
                .contains("Not finished: 1 damaged row may hold data of BAN patient-1", "its checksum does not match");
        assertThat(run("forget", "--store", path("banip.db"), "patient-1")).isEqualTo(1);
        assertThat(err.toString())
                .contains("BAN patient-1 is not in " + path("banip.db") + "; there are patient-3. But 1 damaged row");
    }

    private int export(String session) {
        return run(
                "export", "--store", path("banip.db"), "--format", "csv", "--out", path("out"), "--session", session);
    }

    @Test
    void listHasTheSessionsOfTheBanThatIsWantedOnly() {
        String first = "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab";
        String second = "4f1c2d1e-9a3b-4c5d-9e6f-0123456789ab";
        String other = "5f1c2d1e-9a3b-4c5d-9e6f-0123456789ab";
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            store.create(interconnect("ban-1", UUID.fromString(first)));
            store.create(interconnect("ban-1", UUID.fromString(second)));
            store.create(interconnect("ban-2", UUID.fromString(other)));
        }
        assertThat(list()).isZero();
        assertThat(out.toString()).contains(first, second, other);
        assertThat(list("--ban", "ban-1")).isZero();
        assertThat(out.toString()).contains(first, second).doesNotContain(other);
        assertThat(list("--session", "4f1c2d1e-9")).isZero();
        assertThat(out.toString()).contains(second).doesNotContain(first, other);
        assertThat(list("--ban", "nobody")).isEqualTo(2);
        assertThat(err.toString()).contains("BAN nobody is not in " + path("banip.db") + "; there are ban-1, ban-2");
    }

    private int list(String... more) {
        List<String> all = new ArrayList<>(List.of("export", "--store", path("banip.db"), "--list"));
        all.addAll(List.of(more));
        out.getBuffer().setLength(0);
        return run(all.toArray(String[]::new));
    }

    @Test
    void sessionIsExportedByTheBeginningOfItsId() {
        String first = "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab";
        String second = "4f1c2d1e-9a3b-4c5d-9e6f-0123456789ab";
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            assertThat(run("export", "--store", path("banip.db"), "--list")).isZero();
            assertThat(err.toString()).isEqualTo(path("banip.db") + " holds no session yet" + System.lineSeparator());
            store.create(interconnect("ban-1", UUID.fromString(first)));
            store.create(interconnect("ban-1", UUID.fromString(second)));
        }
        assertThat(export("4F1C2D1E-8")).isZero();
        assertThat(out.toString()).contains("ban_1_4f1c2d1e_ecg.csv", "ecg: 0 sensor sets, sha256 ");
        assertThat(export("4f1c2d1e")).isEqualTo(2);
        assertThat(err.toString())
                .contains("2 sessions begin with 4f1c2d1e: ")
                .contains(first)
                .contains(second);
        assertThat(export("5f1c")).isEqualTo(2);
        assertThat(err.toString())
                .contains("session 5f1c is none of the 2 in " + path("banip.db") + "; there are ")
                .contains(first);
        for (String wrong : List.of("4f1", "4f1c2d1e8", "4f1g", first + "0")) {
            assertThat(export(wrong)).isEqualTo(2);
            assertThat(err.toString())
                    .contains("'" + wrong + "' is not allowed; allowed is the id of a session as --list shows it")
                    .contains("or its first characters, at least 4");
        }
    }

    @Test
    void damageIsNamedAndEndsWithOne() throws Exception {
        writeStore();
        Path file = directory.resolve("banip.db");
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.writeString(
                file, content.replace("payload-7-of-patient-1", "payload-5-of-patient-1"), StandardCharsets.ISO_8859_1);
        assertThat(run("verify", "--store", file.toString())).isEqualTo(1);
        assertThat(out.toString().lines())
                .anySatisfy(line -> assertThat(line)
                        .isEqualTo("item, interconnect " + SESSION
                                + ", group 0, number 7: is damaged: its CRC does not match its content"))
                .last()
                .asString()
                .isEqualTo(file
                        + ": 1 damage; intact are 2 sessions and 29 stored items; 96.7 % of the sensor sets can be decoded;"
                        + " restore a backup, or read what is intact with 'banip export'");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsAFailureOfOne() throws Exception {
        for (String[] command : new String[][] {{"verify"}, {"backup", path("copy.db")}, {"forget", "patient-1"}}) {
            String[] arguments = Arrays.copyOf(command, command.length + 2);
            arguments[command.length] = "--store";
            arguments[command.length + 1] = path("none.db");
            assertThat(run(arguments)).isEqualTo(1);
            assertThat(err.toString()).contains("banip " + command[0] + ": ", "none.db does not exist");
        }
        writeStore();
        try (Store running = JdbcStore.open(directory.resolve("banip.db"))) {
            assertThat(running.interconnects()).hasSize(2);
            assertThat(run("forget", "--store", path("banip.db"), "patient-1")).isEqualTo(1);
        }
        assertThat(err.toString())
                .contains("BAN patient-1 is not erased, because it may be streaming: ", "Stop that process first");
    }
}
