package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** The host that a gateway sends to, and its broker, which can be away. */
final class FarHost implements AutoCloseable {
    static final String USER = "home";
    static final String PASSWORD = "a good password";

    private final Path directory;
    private final Path file;
    private final SurrogateHost host;
    private final HostServer server;
    private final ReservedPort reserved = new ReservedPort();
    private Optional<WirelessServiceBroker> broker = Optional.empty();

    FarHost(Path directory) throws IOException {
        file = directory.resolve("far.db");
        this.directory = directory;
        new PasswordFile(directory.resolve("far-passwords")).set(USER, PASSWORD.toCharArray(), 4);
        Files.writeString(directory.resolve("far-grants"), USER + ": *\n");
        host = SurrogateHost.builder(JdbcStore.open(file))
                .transcoders(Transcoders.installed())
                .build();
        server = HostServer.start(host, HostServerSettings.loopback());
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + reserved.number() + "/");
    }

    /** The broker is there from now on. */
    FarHost reachable() {
        if (broker.isEmpty()) {
            broker = Optional.of(WirelessServiceBroker.builder()
                    .configuration(BrokerConfiguration.builder()
                            .surrogateHost(server.baseUri())
                            .passwordFile(directory.resolve("far-passwords"))
                            .grantsFile(directory.resolve("far-grants"))
                            .build())
                    .listen("127.0.0.1", reserved.number())
                    .start());
        }
        return this;
    }

    /** The broker is away. */
    void unreachable() {
        broker.ifPresent(WirelessServiceBroker::stop);
        broker = Optional.empty();
    }

    /** How many sensor sets it has of a BAN's group. */
    List<String> rows(String ban, SensorGroup group) {
        List<String> rows = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(file)) {
            List<InterconnectRecord> sessions = new ArrayList<>(store.interconnects());
            Collections.reverse(sessions);
            for (InterconnectRecord session : sessions) {
                if (session.ban().id().equals(ban)) {
                    read(store, session, group, rows);
                }
            }
        }
        return rows;
    }

    private static void read(Store store, InterconnectRecord session, SensorGroup group, List<String> rows) {
        List<String> names =
                session.ban().groups().stream().map(SensorGroup::name).toList();
        SampleLayout layout = new SampleLayout(group);
        int[] values = new int[layout.channels()];
        new StoredRecording(store, session, Transcoders.installed())
                .read(names.indexOf(group.name()), new RecordingVisitor() {
                    @Override
                    public void sets(Block block) {
                        for (int u = 0; u < block.unitCount(); u++) {
                            for (int c = 0; c < values.length; c++) {
                                values[c] = layout.read(block.bytes(), u * layout.setBytes(), c);
                            }
                            rows.add(SentGroup.row(
                                    group.frequency().instantNanos(block.originNanos(), block.firstUnit() + u),
                                    values));
                        }
                    }
                });
    }

    /** It has exactly what these sessions of one BAN sent, in this order. */
    void assertHas(String ban, SentBan... sessions) {
        for (int g = 0; g < sessions[0].groups.size(); g++) {
            List<String> sent = new ArrayList<>();
            for (SentBan session : sessions) {
                sent.addAll(session.groups.get(g).rows);
            }
            SensorGroup group = sessions[0].groups.get(g).group();
            assertSame(group.name(), rows(ban, group), sent);
        }
    }

    /** The same rows; says where they differ. */
    static void assertSame(String what, List<String> rows, List<String> sent) {
        int same = 0;
        while (same < Math.min(rows.size(), sent.size()) && rows.get(same).equals(sent.get(same))) {
            same++;
        }
        assertThat(rows.subList(same, Math.min(rows.size(), same + 3)))
                .as("%s: %s rows of %s, from row %s on", what, rows.size(), sent.size(), same)
                .isEqualTo(sent.subList(same, Math.min(sent.size(), same + 3)));
    }

    @Override
    public void close() throws IOException {
        unreachable();
        server.close();
        host.close();
        reserved.close();
    }
}
