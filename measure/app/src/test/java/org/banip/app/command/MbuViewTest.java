package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.app.option.PathOption;
import org.banip.app.terminal.Line;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.LinkStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.PathStatus;
import org.banip.mbu.settings.PathSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class MbuViewTest {
    private final AtomicLong seconds = new AtomicLong();
    private final MbuView view = view("http://127.0.0.1:8080/");

    private List<PathStatus> paths = List.of();
    private List<GroupStatus> groups = List.of();
    private Optional<URI> broker = Optional.of(URI.create("http://127.0.0.1:8080/"));

    private MbuView view(String places) {
        return new MbuView(places, () -> Duration.ofSeconds(seconds.get()).toNanos());
    }

    private MbuStatus status(MbuState state, long resumes, Optional<Duration> retryIn, Optional<String> problem) {
        return new MbuStatus(
                state,
                new UUID(0, 0),
                groups,
                new LinkStatus(1, resumes, 1, 0, 0, 0, 0, 0, OptionalLong.empty(), 0),
                paths,
                LinkConditions.UNKNOWN,
                broker,
                Optional.empty(),
                retryIn,
                problem,
                state == MbuState.FAILED
                        ? Optional.of(new BanipException(ErrorCode.UNAUTHENTICATED, "who are you?"))
                        : Optional.empty());
    }

    private String link(MbuState state, long resumes, Optional<Duration> retryIn, Optional<String> problem) {
        return view.block(status(state, resumes, retryIn, problem)).get(3).text();
    }

    @Test
    void saysWhyThereIsNoConnectionAndWhenItTriesNext() {
        Optional<String> refused = Optional.of("Connection refused");
        assertThat(link(MbuState.DISCONNECTED, 0, Optional.of(Duration.ofMillis(3200)), refused))
                .isEqualTo("link     disconnected, tries again in 4 s: Connection refused");
        assertThat(link(MbuState.REGISTERING, 0, Optional.empty(), refused))
                .isEqualTo("link     registering, tries again now: Connection refused");
        assertThat(link(MbuState.REGISTERING, 0, Optional.empty(), Optional.empty()))
                .isEqualTo("link     registering");
    }

    /** The display prints no line twice. */
    @Test
    void saysTheSameAgainAfterTenSecondsOnlyWhileThereIsNoConnection() {
        Optional<String> refused = Optional.of("Connection refused");
        MbuStatus away = status(MbuState.REGISTERING, 0, Optional.empty(), refused);
        String first = view.line(away);
        assertThat(first).contains("registering, tries again now: Connection refused");
        seconds.addAndGet(9);
        assertThat(view.line(away)).isEqualTo(first);
        assertThat(view.line(status(MbuState.DISCONNECTED, 0, Optional.of(Duration.ofSeconds(2)), refused)))
                .isEqualTo(first);
        MbuStatus other = status(MbuState.REGISTERING, 0, Optional.empty(), Optional.of("no answer"));
        assertThat(view.line(other)).contains("tries again now: no answer");
        seconds.addAndGet(10);
        assertThat(view.line(other)).startsWith("0:19  ");
        MbuStatus back = status(MbuState.CONNECTED, 1, Optional.empty(), Optional.empty());
        seconds.addAndGet(1);
        assertThat(view.line(back)).startsWith("0:20  ").contains("connected");
        seconds.addAndGet(1);
        assertThat(view.line(back)).startsWith("0:21  ");
    }

    @ParameterizedTest
    @CsvSource({
        "srv:example.org, asks DNS for brokers",
        "dnssd, looks on the local network for brokers",
        "dnssd:trust=ward3.example, looks on the local network for brokers",
        "'https://a.example/,https://b.example/', looks for a broker"
    })
    void saysHowItLooksForABroker(String places, String shown) {
        broker = Optional.empty();
        MbuStatus first = status(MbuState.REGISTERING, 0, Optional.empty(), Optional.empty());
        assertThat(view(places).block(first).get(3).text()).isEqualTo("link     " + shown);
        MbuStatus failed = status(MbuState.REGISTERING, 0, Optional.empty(), Optional.of("no answer"));
        assertThat(view(places).block(failed).get(3).text())
                .isEqualTo("link     registering, tries again now: no answer");
    }

    @Test
    void countsHowOftenItResumed() {
        assertThat(link(MbuState.CONNECTED, 1, Optional.empty(), Optional.empty()))
                .isEqualTo("link     connected, resumed 1 time");
        assertThat(link(MbuState.CONNECTED, 2, Optional.empty(), Optional.empty()))
                .isEqualTo("link     connected, resumed 2 times");
    }

    @Test
    void hasALineForTheNewestAlertThatTheHostTells() {
        view.alerted(AlertNotice.parse(
                "{\"id\":\"0b9c1c1e-5c5e-4d0e-9a51-6d0b7b6f3c7a\",\"step\":1,\"event\":\"raised\",\"at\":\"2026-11-27T12:00:05.1Z\","
                        + "\"who\":\"host\",\"ban\":\"ban-17\",\"session\":\"4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab\","
                        + "\"priority\":\"low\",\"detector\":\"pulse\",\"kind\":\"above\",\"group\":\"ecg\",\"channel\":\"PULSE\","
                        + "\"since\":\"2026-11-27T12:00:00.2Z\",\"value\":131,\"unit\":\"/min\"}"));
        MbuStatus connected = status(MbuState.CONNECTED, 0, Optional.empty(), Optional.empty());
        assertThat(view.block(connected).get(4).text())
                .isEqualTo("alert    ! LOW raised: PULSE above, 131.0 /min (pulse)");
        assertThat(view.line(connected)).endsWith("  alert ! LOW raised: PULSE above, 131.0 /min (pulse)");
    }

    @Test
    void showsForThirtySecondsThatSomebodyLooksForTheMbu() {
        MbuStatus connected = status(MbuState.CONNECTED, 0, Optional.empty(), Optional.empty());
        assertThat(view.line(connected)).doesNotContain("somebody");
        seconds.set(61);
        view.identify();
        seconds.set(75);
        assertThat(view.line(connected)).endsWith("  somebody at the host looks for this MBU, at 1:01");
        assertThat(view.block(connected).get(4).text())
                .isEqualTo("wanted   somebody at the host looks for this MBU, at 1:01");
        view.identify();
        assertThat(view.line(connected)).endsWith("  somebody at the host looks for this MBU, at 1:15");
        seconds.set(104);
        assertThat(view.line(connected)).endsWith("  somebody at the host looks for this MBU, at 1:15");
        seconds.set(105);
        assertThat(view.line(connected)).doesNotContain("somebody");
        assertThat(view.block(connected)).hasSize(4);
    }

    @Test
    void namesTheGroupsThatAreStoppedAndCountsWhatWasThinned() {
        groups = List.of(group("ecg", 5777, 3352, 2425, false), group("belt", 10, 10, 0, true));
        MbuStatus connected = status(MbuState.CONNECTED, 0, Optional.empty(), Optional.empty());
        assertThat(view.line(connected))
                .contains("  sensor sets 5,787 acknowledged 3,362 thinned 2,425  backlog 0 packets  ")
                .endsWith("  stopped: belt");
        assertThat(view.block(connected).subList(1, 5).stream().map(Line::text))
                .contains(
                        "sensed   5,787 sensor sets, 3,362 acknowledged, 2,425 thinned, backlog 0 packets",
                        "stopped  belt");
    }

    private static GroupStatus group(String name, long produced, long acknowledged, long thinned, boolean retired) {
        return new GroupStatus(
                name,
                produced,
                0,
                0,
                acknowledged,
                acknowledged,
                acknowledged,
                thinned,
                0,
                0,
                thinned,
                thinned,
                0,
                false,
                false,
                retired,
                1,
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
    }

    @Test
    void hasALineForEachOfSeveralPaths() {
        paths = List.of(
                path(PathSettings.named("wifi"), true, Optional.empty()),
                path(PathSettings.named("lte").backup().metered(10), false, Optional.of("no route")));
        List<Line> lines = view.block(status(MbuState.CONNECTED, 0, Optional.empty(), Optional.empty()));
        assertThat(lines.subList(4, 6).stream().map(Line::text))
                .containsExactly(
                        "path     wifi connected, 2.00 kB/s, answers after 40.0 ms, 12.0 kB up, 3.00 kB down, 1,234 packets, 2 sent"
                                + " again, 1 redundant",
                        "path     lte (backup) not connected, 2.00 kB/s, answers after 40.0 ms, 12.0 kB up, 3.00 kB down, 1,234 packets, 2"
                                + " sent again, 1 redundant, costs 0.1500 at 10 a MB: no route");
        List<Line> last = view.block(status(MbuState.CLOSED, 0, Optional.empty(), Optional.empty()));
        assertThat(last.subList(4, 6).stream().map(Line::text))
                .as("at the end nothing is connected")
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("path     wifi, 2.00 kB/s"),
                        line -> assertThat(line).startsWith("path     lte (backup), 2.00 kB/s"));
        assertThat(view.line(status(MbuState.CONNECTED, 0, Optional.empty(), Optional.empty())))
                .endsWith("  paths wifi 12.0 kB up, lte not connected");
    }

    private static PathStatus path(PathSettings settings, boolean connected, Optional<String> problem) {
        return path(settings, true, connected, problem);
    }

    private static PathStatus path(
            PathSettings settings, boolean networkThere, boolean connected, Optional<String> problem) {
        return new PathStatus(
                settings,
                networkThere,
                connected,
                false,
                Optional.empty(),
                2000,
                Optional.of(Duration.ofMillis(40)),
                12_000,
                3_000,
                1_234,
                2,
                1,
                60,
                1,
                60,
                0,
                OptionalLong.empty(),
                problem);
    }

    @Test
    void saysThatAPathHasNoNetwork() {
        paths = List.of(path(PathSettings.named("wifi"), false, false, Optional.of("no address on wlan0")));
        assertThat(link(MbuState.DISCONNECTED, 0, Optional.empty(), Optional.of("no address on wlan0")))
                .isEqualTo("link     disconnected, waits for a network: no address on wlan0");
    }

    @Test
    void readsPathsOfTheCommandLine() throws Exception {
        PathOption option = new PathOption();
        assertThat(option.convert("wifi")).isEqualTo(PathSettings.named("wifi"));
        assertThat(option.convert("lte=persistent@10.0.0.2,backup,metered=0.01"))
                .isEqualTo(PathSettings.named("lte")
                        .uplink("persistent")
                        .localAddress(InetAddress.getByName("10.0.0.2"))
                        .backup()
                        .metered(0.01));
        assertThat(option.convert("six@fe80::1").localAddress()).contains(InetAddress.getByName("fe80::1"));
        assertThat(option.convert("wifi@wlan0"))
                .isEqualTo(PathSettings.named("wifi").networkInterface("wlan0"));
        assertThat(option.convert("van=chunked@eth0.100").networkInterface()).contains("eth0.100");
        assertThat(option.convert("mobile,keep-warm=2000").keepWarm()).contains(Duration.ofSeconds(2));
        assertThat(option.convert("lte,backup,metered=1").standsBy()).isEqualTo(PathSettings.StandBy.WARM);
        assertThat(option.convert("lte,backup,cold").standsBy()).isEqualTo(PathSettings.StandBy.COLD);
        for (String wrong : List.of(
                "",
                "WIFI",
                "a,b",
                "a=none",
                "a@host.example",
                "a,metered=x",
                "a,metered=-1",
                "a,keep-warm=2s",
                "a,keep-warm=49",
                "a,keep-warm=60001")) {
            assertThatThrownBy(() -> option.convert(wrong)).as(wrong).isInstanceOf(TypeConversionException.class);
        }
    }

    @Test
    void leavesTheReasonToTheEndWhenItWasGivenUp() {
        assertThat(link(MbuState.FAILED, 0, Optional.empty(), Optional.of("who are you? (unauthenticated)")))
                .isEqualTo("link     given up");
    }
}
