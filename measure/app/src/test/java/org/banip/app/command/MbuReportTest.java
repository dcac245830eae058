package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.LinkStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an MBU says of a run in which everything waited for the host, and moved behind what is newer. */
@Timeout(150)
class MbuReportTest {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int UNITS = 2000;

    @TempDir
    Path directory;

    /** Bound but never listening, so that nobody else gets the port before the host listens there. */
    private final Socket reservation = new Socket();

    private final AtomicLong passed = new AtomicLong();

    @AfterEach
    void release() throws IOException {
        reservation.close();
    }

    @Test
    void whatHasMovedIsDeliveredWhenItIsStoredInTheOtherGroup() throws Exception {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = reservation.getLocalPort();
        SteadyClock system = SteadyClock.system();
        try (GeneratedEcg sensor =
                        new GeneratedEcg(EcgSettings.builder().units(UNITS).build());
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(URI.create("http://" + LOOPBACK + ":" + port + "/"))
                        .ban("ban-17")
                        .sensor(sensor)
                        .newestFirst(sensor.group().name())
                        .speed(100)
                        .clock(() -> system.epochNanos() + passed.get())
                        .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                        .startTimeout(Duration.ZERO)
                        .closeTimeout(Duration.ofMillis(500))
                        .start()) {
            await("encoded")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
            passed.addAndGet(TimeUnit.SECONDS.toNanos(10));
            MbuReport before = report(sensor, mbu);
            assertThat(before.toLines().get(0)).startsWith("NOT delivered: 2,000 sensor sets sensed, 0 stored");
            try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                            .transcoders(Transcoders.installed())
                            .build();
                    HostServer server = HostServer.start(
                            host,
                            HostServerSettings.builder().address(LOOPBACK, port).build())) {
                assertThat(server.baseUri().getPort()).isEqualTo(port);
                mbu.awaitDelivered(Duration.ofMinutes(1));
            }
            assertMoved(report(sensor, mbu));
        }
    }

    /** 1,000 sensor sets, of which 300 were given up and 30 of a lower rate were sent instead. */
    @Test
    void lowerRateCountsAsDeliveredWhenAllOfItIsStored() {
        MbuReport report = reduced(300, 30);
        JsonObject json = JsonObject.parse(report.toJson(Optional.empty()));
        assertThat(json.bool("delivered")).isTrue();
        assertThat(json.integer("units", 0, Long.MAX_VALUE)).isEqualTo(1000);
        assertThat(json.integer("stored", 0, Long.MAX_VALUE)).isEqualTo(700);
        assertThat(json.integer("reduced", 0, Long.MAX_VALUE)).isEqualTo(300);
        assertThat(report.toLines())
                .startsWith(report.toLines().get(0), "300 sensor sets given up, the lower rate sent instead");
        assertThat(report.toLines().get(0)).startsWith("delivered: 1,000 sensor sets sensed, 700 stored");
        assertThat(MbuReport.isDelivered(reduced(300, 29).status())).isFalse();
        assertThat(MbuReport.isDelivered(reduced(299, 30).status())).isFalse();
    }

    /** 500 sensor sets were not taken while no process ran. */
    @Test
    void whatIsMissingIsTold() {
        MbuReport report = report(List.of(group("ecg", 1000, 1000, 500, 0, false)));
        assertThat(JsonObject.parse(report.toJson(Optional.empty())).integer("inGaps", 0, Long.MAX_VALUE))
                .isEqualTo(500);
        assertThat(report.toLines()).contains("500 sensor sets missing, declared as gaps");
        assertThat(reduced(300, 30).toLines()).noneMatch(line -> line.contains("missing"));
    }

    private static MbuReport reduced(long units, long acknowledged) {
        return report(List.of(
                group("ecg", 1000, 700, units, units, false), group("ecg-reduced", 30, acknowledged, 0, 0, true)));
    }

    private static MbuReport report(List<GroupStatus> groups) {
        return new MbuReport(
                List.of(),
                new MbuStatus(
                        MbuState.CONNECTED,
                        new UUID(0, 1),
                        groups,
                        new LinkStatus(1, 0, 1, 0, 0, 0, 0, 0, OptionalLong.empty(), 0),
                        List.of(),
                        LinkConditions.UNKNOWN,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new SensorSetDigest(List.of()),
                false);
    }

    private static GroupStatus group(
            String name, long produced, long acknowledged, long inGaps, long reduced, boolean lower) {
        return new GroupStatus(
                name,
                produced,
                0,
                0,
                0,
                0,
                acknowledged,
                inGaps,
                0,
                inGaps - reduced,
                reduced,
                reduced,
                0,
                false,
                lower,
                false,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
    }

    private static MbuReport report(GeneratedEcg sensor, MobileBaseUnit mbu) {
        List<SensorGroup> sensed = List.of(sensor.group());
        return new MbuReport(sensed, mbu.status(), new SensorSetDigest(sensed), false);
    }

    private static void assertMoved(MbuReport report) {
        assertThat(report.status().groups().get(0).unitsMoved()).isEqualTo(UNITS);
        JsonObject json = JsonObject.parse(report.toJson(Optional.empty()));
        assertThat(json.bool("delivered")).isTrue();
        assertThat(json.integer("units", 0, Long.MAX_VALUE)).isEqualTo(UNITS);
        assertThat(json.integer("stored", 0, Long.MAX_VALUE)).isEqualTo(UNITS);
        assertThat(json.integer("moved", 0, Long.MAX_VALUE)).isEqualTo(UNITS);
        assertThat(report.toLines()).contains("2,000 sensor sets of outages sent behind newer ones");
        assertThat(report.toLines().get(0)).startsWith("delivered: 2,000 sensor sets sensed, 2,000 stored");
    }
}
