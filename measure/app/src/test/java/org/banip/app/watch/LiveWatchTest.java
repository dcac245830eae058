package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.banip.alerts.AlertRules;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SteadyClock;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.store.SessionPrefix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A viewer beside a real host that comes and goes. */
@Timeout(150)
class LiveWatchTest extends WatchedHost {
    @Test
    void waitsForItsHostAndComesBackAfterItStartedAgain() throws Exception {
        Future<Optional<String>> end = watching();
        awaitSaid("cannot reach the surrogate host at " + uri() + ": nothing accepts connections there; tries again");
        startHost();
        awaitSaid("waiting for a BAN at " + uri());
        try (MobileBaseUnit mbu = mbu("ban-1")) {
            awaitSaid("BAN ban-1, session " + mbu.status().session() + " BAN ban-1  live  ");
            said.clear();
            stopHost();
            awaitSaid("; tries again every second");
            said.clear();
            startHost();
            awaitSaid("BAN ban-1, session " + mbu.status().session() + " BAN ban-1  live  ");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
        assertThat(said).noneMatch(line -> line.contains("Exception") || line.contains("java."));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void showsWhatTheSurrogateSays(boolean jini) throws Exception {
        startHost(Map.of("jini", Boolean.toString(jini)));
        Future<Optional<String>> end = jini ? thread.submit(watch(overJini())::untilItDisappears) : watching();
        try (MobileBaseUnit mbu = mbu("ban-1", "talking")) {
            awaitSaid("BAN ban-1, session " + mbu.status().session());
            awaitSaid("the surrogate says: data?[31m came");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
    }

    @Test
    void saysWhoStoppedAGroup() throws Exception {
        startHost();
        Future<Optional<String>> end = watching();
        try (MobileBaseUnit mbu =
                builder("ban-1", "standard").switchGroups(CommandRole.CLINICIAN).start()) {
            UUID session = mbu.status().session();
            awaitSaid("BAN ban-1, session " + session + " BAN ban-1  live  ");
            SurrogateHandle handle = host.orElseThrow().surrogate(session).orElseThrow();
            CommandAnswer answer =
                    handle.call("banip.stop", Map.of("group", "ecg")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.state()).isEqualTo(CommandAnswer.State.SUCCEEDED);
            await("the host's name")
                    .atMost(PATIENCE)
                    .until(() -> said.stream()
                            .anyMatch(
                                    line -> line.matches(".*stopped: ecg since [0-9T:-]+Z by host at [0-9T:.-]+Z.*")));
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
    }

    @Test
    void goesOnWithTheBanItWatched() throws Exception {
        startHost();
        Future<Optional<String>> end = watching();
        try (MobileBaseUnit first = builder("ban-1", "standard")
                .closeTimeout(Duration.ofMillis(500)) // without a host
                .start()) {
            awaitSaid("BAN ban-1, session " + first.status().session() + " BAN ban-1  live  ");
            stopHost();
        }
        try (MobileBaseUnit other = mbu("ban-2")) {
            startHost();
            assertThat(other.awaitRegistered(PATIENCE)).isTrue();
            said.clear();
            awaitSaid("waiting for BAN ban-1 at ");
        }
        try (MobileBaseUnit again = mbu("ban-1")) {
            awaitSaid("BAN ban-1, session " + again.status().session() + " BAN ban-1  live  ");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
        assertThat(said).noneMatch(line -> line.contains("ban-2"));
    }

    @Test
    void whatWasMissedInAnOutageFillsTheGap() throws Exception {
        startHost();
        Future<Optional<String>> end = watching();
        SteadyClock system = SteadyClock.system();
        AtomicLong passed = new AtomicLong();
        MobileBaseUnitBuilder builder = builder("ban-1", "standard")
                .chain("packetizer(units=8)") // more packets than a first flight has: what was sent is not moved
                .clock(() -> system.epochNanos() + passed.get());
        try (MobileBaseUnit mbu =
                builder.newestFirst(EcgSettings.builder().build().name()).start()) {
            awaitSaid("BAN ban-1, session " + mbu.status().session() + " BAN ban-1  live  ");
            stopHost();
            await("the MBU has noticed it, and sends nothing more")
                    .atMost(PATIENCE)
                    .until(() -> !mbu.status().conditions().connected());
            for (int i = 0; i < 2; i++) {
                long encoded = mbu.status().groups().get(0).unitsEncoded();
                passed.addAndGet(TimeUnit.SECONDS.toNanos(10));
                await("ten seconds are encoded")
                        .atMost(PATIENCE)
                        .until(() -> mbu.status().groups().get(0).unitsEncoded() > encoded + 1000);
            }
            startHost();
            await("the gap is filled")
                    .atMost(PATIENCE)
                    .until(() -> said.stream()
                            .anyMatch(line -> line.contains(" filled in later") && !line.contains("missing")));
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
    }

    @Test
    void sessionsThatBeginAlikeAreNamed() {
        SurrogateSummary one = summary(new UUID(0x4f1c_0000_0000_0000L, 1));
        SurrogateSummary other = summary(new UUID(0x4f1c_0000_0000_0000L, 2));
        Wanted wanted = new Wanted(Optional.empty(), Optional.of(new SessionPrefix("4f1c")));
        assertThat(List.of(one, summary(new UUID(1, 1)), other).stream().filter(wanted))
                .containsExactly(one, other);
        wanted.checkOne(List.of(one));
        assertThatThrownBy(() -> wanted.checkOne(List.of(one, other)))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("2 sessions begin with 4f1c: " + one.session() + ", " + other.session());
    }

    private static SurrogateSummary summary(UUID session) {
        return new SurrogateSummary(session, "ban-1", "active", 0, List.of());
    }

    /** @param declared whether the BAN has declared the rule, and not the operator */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void alertsThatAreOpenWhenItBeginsAreTold(boolean declared) throws Exception {
        String group;
        try (GeneratedEcg ecg = new GeneratedEcg(EcgSettings.builder().build())) {
            group = ecg.group().name();
        }
        Path rules = Files.writeString(
                directory.resolve("detectors.json"),
                "{\"detectors\": [{\"name\": \"any\", \"kind\": \"threshold\", \"group\": \"" + group
                        + "\", \"channel\": \"II\", \"above\": -1000}]}");
        openHost(declared ? "ban-detectors" : "detectors", declared ? "1" : rules.toString());
        HostViewer viewer = new HostViewer(uri(), Optional.empty(), Optional.empty());
        MobileBaseUnitBuilder builder = builder("ban-1", "standard");
        if (declared) {
            builder.hostDetectors(AlertRules.read(rules));
        }
        try (MobileBaseUnit mbu = builder.start()) {
            await("an alert of session " + mbu.status().session())
                    .atMost(PATIENCE)
                    .until(() -> viewer.document("alerts").objects("alerts").size() == 1);
            assertThat(viewer.document("alerts").objects("alerts").get(0).string("by"))
                    .isEqualTo(declared ? "ban" : "host");
            Future<Optional<String>> end = watching();
            awaitSaid("open alert: !! MEDIUM raised: II above, ");
            assertThat(said)
                    .anyMatch(line ->
                            line.contains(" mV (any" + (declared ? ", declared by the BAN" : "") + "), since 20"));
            stop.request();
            assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        }
    }

    /** Starts a host that has a setting, as 'banip host' does. */
    private void openHost(String name, String value) {
        HostSettings settings = new HostSettings(SettingsReader.of(HostSettings.TABLE)
                .options(Map.of(
                        "port",
                        "" + reservation.getLocalPort(),
                        "health-port",
                        "off",
                        "store",
                        directory.resolve("store.db").toString(),
                        name,
                        value))
                .read());
        host = Optional.of(SurrogateHost.open(settings));
        server = Optional.of(HostServer.start(host.get(), settings));
    }

    /** A weight of minutes ago: nothing comes while it watches. */
    @Test
    void beginsWithWhatIsStoredOfEachGroup() throws Exception {
        startHost();
        SensorGroup weight = SensorGroup.live(
                "weight", Frequency.parse("1/60"), List.of(new Channel("weight", "kg", 16, 0, 30_000, 0, 300)));
        try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                .broker(uri())
                .ban("home-17")
                .input(weight)
                .reconnect(HURRY)
                .closeTimeout(PATIENCE)
                .start()) {
            Instant at = Instant.parse("2026-11-21T07:59:00Z");
            assertThat(mbu.input("weight").offer(at, 8120)).isEqualTo(OfferOutcome.ACCEPTED);
            mbu.input("weight").flush();
            UUID session = mbu.status().session();
            await("the weight is stored")
                    .atMost(PATIENCE)
                    .until(() -> host.orElseThrow()
                            .surrogate(session)
                            .filter(handle ->
                                    handle.statistics().groups().get(0).nextSequence() == 1)
                            .isPresent());
            HttpSource source = new HttpSource(new HostViewer(uri(), Optional.empty(), Optional.empty()));
            assertThat(source.surrogates().get(0).groups().get(0).hertz()).isEqualTo("1/60");
            Future<Optional<String>> end = thread.submit(
                    new LiveWatch(
                                    source,
                                    Wanted.any(),
                                    LiveSource.TAIL,
                                    UnaryOperator.identity(),
                                    new Recorded(said),
                                    stop)::untilItDisappears);
            awaitSaid("   last: weight 81.2 kg at 2026-11-21T07:59:00Z");
            assertThat(said).allMatch(line -> line.contains("  live  0 sensor sets, 0/s   "));
            stop.request();
            assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void namesTheBanThatItWaitsFor() throws Exception {
        startHost();
        HostViewer viewer = new HostViewer(uri(), Optional.empty(), Optional.empty());
        Wanted nobody = new Wanted(Optional.of("nobody"), Optional.empty());
        LiveWatch watch =
                new LiveWatch(new HttpSource(viewer), nobody, "", UnaryOperator.identity(), new Recorded(said), stop);
        Future<Optional<String>> end = thread.submit(watch::untilItDisappears);
        awaitSaid("waiting for BAN nobody at " + uri());
        stop.request();
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
    }

    /** Whether a BAN that was not granted exists cannot be seen from what is told. */
    @Test
    void personWithoutAGrantIsToldSoUntilItIsGranted() throws Exception {
        PeopleFile people = new PeopleFile(directory.resolve("viewers"));
        String token = people.setToken("nora", new PeopleFile.Rights(Optional.of("viewer"), Optional.empty()));
        openHost("viewers-file", directory.resolve("viewers").toString());
        HostViewer viewer = new HostViewer(uri(), Optional.of(token), Optional.empty());
        Wanted there = new Wanted(Optional.of("ban-1"), Optional.empty());
        Wanted nowhere = new Wanted(Optional.of("ban-2"), Optional.empty());
        String how =
                "; who runs the host grants BANs in its viewers' file: banip host passwd FILE nora --keep --bans PATTERN";
        try (MobileBaseUnit mbu = mbu("ban-1")) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            HttpSource source = new HttpSource(viewer);
            assertThat(source.surrogates()).isEmpty();
            assertThat(source.denies(there)).isPresent().isEqualTo(source.denies(nowhere));
            Future<Optional<String>> end = thread.submit(new LiveWatch(
                    source, there, "", UnaryOperator.identity(), new Recorded(said), stop)::untilItDisappears);
            awaitSaid("waiting for BAN ban-1 at " + uri() + ": nora may see no BAN there" + how);
            people.setRights("nora", new PeopleFile.Rights(Optional.empty(), Optional.of("ward3-*")));
            awaitSaid("waiting for BAN ban-1 at " + uri() + ": nora may see only ward3-* there" + how);
            assertThat(said)
                    .noneMatch(line -> line.contains(mbu.status().session().toString()));
            people.setRights("nora", new PeopleFile.Rights(Optional.empty(), Optional.of("ward3-*,ban-1")));
            awaitSaid("BAN ban-1, session " + mbu.status().session());
            stop.request();
            assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        }
    }
}
