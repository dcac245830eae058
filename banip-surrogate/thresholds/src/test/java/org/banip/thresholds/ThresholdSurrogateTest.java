package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A real MBU streams to a real host, which finds the type by itself; subscribers, webhook and MBU are told. */
class ThresholdSurrogateTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SECOND = 1_000_000_000L;
    /** 2026-01-01T00:00:00Z. */
    private static final long BEGIN = 1_767_225_600L * SECOND;

    private static final SensorGroup VITALS = SensorGroup.live(
            "vitals",
            Frequency.ofHz(1),
            List.of(new Channel("HR", "/min", 9, 0, 300, 0, 300), new Channel("SpO2", "%", 11, 0, 1000, 0, 100)));

    @TempDir
    private Path directory;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private AlertReceiver receiver;
    private SurrogateHost host;
    private HostServer server;

    @BeforeEach
    void start() throws IOException {
        receiver = new AlertReceiver(number -> number == 1 ? 503 : 200);
        ThresholdSettings settings = new ThresholdSettings(
                List.of(
                        new Rule.Limit(
                                "fast-heart",
                                new Rule.Place(Optional.of("vitals"), "HR"),
                                true,
                                120,
                                5,
                                Duration.ofSeconds(3)),
                        new Rule.Change("drop", new Rule.Place(Optional.empty(), "SpO2"), 4, Duration.ofSeconds(5)),
                        new Rule.Change("idle", new Rule.Place(Optional.of("vitals"), "Spo2"), 4, PATIENCE)),
                Optional.of(new WebhookSettings(receiver.uri(), false, PATIENCE, 5, Duration.ofMillis(1), 100)),
                "notify");
        host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .offer(ThresholdSettings.class, settings)
                .build();
        server = HostServer.start(host, HostServerSettings.loopback());
        host.subscribe("test", new SurrogateListener() {
            @Override
            public void delivered(SensorData data) {}

            @Override
            public void told(SurrogateDescription surrogate, long atNanos, String text) {
                told.add(surrogate.ban().id() + ": " + text);
            }
        });
    }

    @AfterEach
    void stop() {
        server.close();
        host.close();
        receiver.close();
    }

    private MobileBaseUnit mbu() {
        return MobileBaseUnit.builder()
                .broker(server.baseUri())
                .ban("ban-17")
                .input(VITALS)
                .chain("packetizer(units=2,hold=0)")
                .surrogateType("thresholds")
                .commands((name, argument) -> {
                    commands.add(name + " " + new String(argument, StandardCharsets.UTF_8));
                    return new byte[0];
                })
                .closeTimeout(PATIENCE)
                .start();
    }

    /** A heart rate and a saturation in tenths of a per cent, for each second. */
    private static void offer(MobileBaseUnit mbu, int from, int... values) {
        assertThat(mbu.input("vitals").offerAt(BEGIN + from * SECOND, values)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    private static List<String> rules(List<String> documents) {
        return documents.stream()
                .map(text -> text.replaceAll(".*\"rule\":\"([a-z-]+)\",\"state\":\"([a-z]+)\".*", "$1 $2"))
                .collect(Collectors.toList());
    }

    @Test
    void subscribersWebhookAndMbuAreTold() throws InterruptedException {
        try (MobileBaseUnit mbu = mbu()) {
            offer(mbu, 0, 80, 980, 130, 980, 131, 975, 132, 970, 133, 970, 134, 970);
            offer(mbu, 6, 118, 965, 114, 965, 80, 920, 80, 915, 80, 915, 80, 915, 80, 915, 80, 915, 80, 915, 80, 915);
            mbu.awaitDelivered(PATIENCE);
            await().atMost(PATIENCE).until(() -> commands.size() == 4 && told.size() == 4);
        }
        assertThat(told)
                .containsExactly(
                        "ban-17: fast-heart begins: HR is 133 /min at 2026-01-01T00:00:04Z",
                        "ban-17: fast-heart ends: HR is 114 /min at 2026-01-01T00:00:07Z",
                        "ban-17: drop begins: SpO2 is 92 % at 2026-01-01T00:00:08Z",
                        "ban-17: drop ends: SpO2 is 91.50 % at 2026-01-01T00:00:13Z");
        assertThat(rules(commands)).containsExactly("fast-heart begins", "fast-heart ends", "drop begins", "drop ends");
        assertThat(commands).allMatch(command -> command.startsWith("notify {\"id\":\""));
        // The first attempt was refused, so the first alert came twice, with the same id.
        await().atMost(PATIENCE).until(() -> receiver.posted().size() == 5);
        assertThat(rules(receiver.posted()))
                .containsExactly(
                        "fast-heart begins", "fast-heart begins", "fast-heart ends", "drop begins", "drop ends");
        assertThat(receiver.posted().get(1)).isEqualTo(receiver.posted().get(0));
        assertThat(receiver.posted().get(0))
                .endsWith(",\"rule\":\"fast-heart\",\"state\":\"begins\",\"group\":\"vitals\",\"channel\":\"HR\""
                        + ",\"unit\":\"/min\",\"value\":133.0,\"at\":\"2026-01-01T00:00:04Z\"}");
    }

    @Test
    void lastAlertBeforeTheEndReachesTheWebhook() throws InterruptedException {
        try (MobileBaseUnit mbu = mbu()) {
            offer(mbu, 0, 80, 980, 80, 900);
            mbu.awaitDelivered(PATIENCE);
        }
        await().atMost(PATIENCE).until(() -> receiver.posted().size() == 2);
        assertThat(rules(receiver.posted())).containsExactly("drop begins", "drop begins");
    }

    @Test
    void ruleThatWatchesNothingIsNamedInTheLog() throws InterruptedException {
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        Logger log = (Logger) LoggerFactory.getLogger(ThresholdSurrogate.class);
        log.addAppender(heard);
        try (MobileBaseUnit mbu = mbu()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
        } finally {
            log.detachAppender(heard);
        }
        assertThat(heard.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .endsWith(": rule idle watches nothing, because this BAN has no channel Spo2 in group vitals");
    }

    @Test
    void gapBeginsTheTimeAnew() throws InterruptedException {
        try (MobileBaseUnit mbu = mbu()) {
            offer(mbu, 0, 130, 980, 130, 980);
            offer(mbu, 4, 130, 980, 130, 980);
            mbu.awaitDelivered(PATIENCE);
            assertThat(told).isEmpty();
            offer(mbu, 6, 130, 980, 130, 980);
            mbu.awaitDelivered(PATIENCE);
            await().atMost(PATIENCE).until(() -> !told.isEmpty());
        }
        assertThat(told).containsExactly("ban-17: fast-heart begins: HR is 130 /min at 2026-01-01T00:00:07Z");
    }

    @Test
    void surrogateLeavesNoThread() throws InterruptedException {
        try (MobileBaseUnit mbu = mbu()) {
            offer(mbu, 0, 80, 980, 80, 900);
            mbu.awaitDelivered(PATIENCE);
        }
        server.close();
        host.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            System.gc(); // ends the thread of an HTTP client that nobody uses any more
            assertThat(threads()).isEmpty();
        });
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("banip-") || name.startsWith("HttpClient-"))
                .collect(Collectors.toSet());
    }
}
