package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.wire.Forwarder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip command}, from the command line over a host to an MBU, and what the store has of groups that it stops. */
class BanCommandTest extends CommandLineContract {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int ROUNDS = 5;
    private static final SensorGroup BELT = SensorGroup.live(
            "belt", Frequency.ofHz(100), List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1)));

    @TempDir
    Path directory;

    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private SurrogateHost host;
    private HostServer server;
    private Forwarder link;
    private MobileBaseUnit mbu;

    /** Only where it is needed: most tests of the contract need none. */
    private void start() throws IOException {
        Path viewers = directory.resolve("viewers");
        person(viewers, "clara", "clinician");
        person(viewers, "owen", "operator");
        person(viewers, "vera", "viewer");
        HostSettings settings = new HostSettings(SettingsReader.of(HostSettings.TABLE)
                .options(Map.of(
                        "port",
                        "0",
                        "health-port",
                        "off",
                        "store",
                        directory.resolve("store.db").toString(),
                        "viewers-file",
                        viewers.toString()))
                .read());
        host = SurrogateHost.open(settings);
        server = HostServer.start(host, settings);
        link = new Forwarder(server.baseUri());
        mbu = MobileBaseUnit.builder()
                .broker(link.base())
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                .ban("ban-17")
                .input(BELT)
                .lowerRate("belt", Frequency.ofHz(10), Thinning.Kind.SAMPLES, 0)
                .command(
                        CommandDeclaration.of(
                                        "set-rate",
                                        "Sets the rate of the pump",
                                        CommandArgument.number("rate", "mL/h", 0, 20),
                                        CommandArgument.choice("mode", "day", "night")
                                                .withDefault("day"))
                                .actingOn("infusion pump"),
                        arguments -> {
                            done.add(arguments.values().toString());
                            if (arguments.number("rate") == 13) {
                                throw new IllegalStateException("the motor is stuck");
                            }
                            return "{\"running\":true}";
                        })
                .command(CommandDeclaration.of("wait", "Takes its time").within(Duration.ofSeconds(1)), arguments -> {
                    done.add("waits");
                    released.await();
                    return "";
                })
                .identifiedBy(() -> done.add("blink"))
                .switchGroups(CommandRole.OPERATOR)
                .closeTimeout(PATIENCE)
                .start();
    }

    private static void person(Path file, String name, String role) {
        new PeopleFile(file)
                .setPassword(
                        name,
                        "seven green apples".toCharArray(),
                        4,
                        new PeopleFile.Rights(Optional.of(role), Optional.of("*")));
    }

    @AfterEach
    void stop() throws IOException {
        released.countDown();
        if (mbu != null) {
            mbu.close();
            link.close();
            server.close();
            host.close();
        }
    }

    private int command(String user, String... words) throws Exception {
        return command(server.baseUri(), user, words);
    }

    private int command(URI base, String user, String... words) throws Exception {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Path password = Files.writeString(directory.resolve("password"), "seven green apples\n");
        List<String> line = new ArrayList<>(List.of("command", "ban-17"));
        line.addAll(List.of(words));
        line.addAll(List.of("--host-url=" + base, "--user", user, "--password-file", password.toString()));
        return run(line.toArray(new String[0]));
    }

    @Test
    void declarationsAreListed() throws Exception {
        start();
        assertThat(command("vera")).isZero();
        assertThat(out).hasToString("""
                        set-rate  Sets the rate of the pump
                            acts on: infusion pump; needs --confirm; by clinician, within 30 s
                            rate=…  a number from 0 to 20 mL/h
                            mode=…  day or night, default day
                        wait  Takes its time
                            by clinician, within 1 s
                        banip.identify  Makes the device blink or beep, so that it can be found
                            by clinician or operator, within 30 s
                        banip.stop  Stops a group: nothing of it is measured, sent or watched until it is started
                            acts on: sensors of the group; needs --confirm; by operator, within 30 s
                            group=…  belt
                        banip.start  Starts a group that was stopped
                            by operator, within 30 s
                            group=…  belt
                        banip.rate  Sends a group at its lower rate, or at its full rate again (0): belt at 10 or 100 Hz
                            acts on: rate of the group in the record; needs --confirm; by operator, within 30 s
                            group=…  belt
                            rate=…  a number from 0 to 100 Hz
                        banip.chain  Changes how a group is packed: those parameters of its chain that the host need not know
                            by operator, within 30 s
                            group=…  belt
                            chain=…  a text of 0 to 512 characters
                        """);
    }

    @Test
    void exitCodeSaysWhatBecameOfACommand() throws Exception {
        start();
        assertThat(command("clara", "set-rate", "rate=2.5", "--confirm")).isZero();
        assertThat(out).hasToString("{\"running\":true}\n");
        assertThat(err.toString()).contains("succeeded: the MBU of BAN ban-17 says so");
        assertThat(command("clara", "set-rate", "rate=13", "mode=night", "--confirm"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("failed: the motor is stuck");
        assertThat(command("owen", "banip.identify")).isZero();
        assertThat(done).containsExactly("{rate=2.5, mode=day}", "{rate=13.0, mode=night}", "blink");
    }

    /** The MBU has the command and does not answer in time; the next command finds that it was not repeated. */
    @Test
    void exitCodeSaysThatNobodyKnows() throws Exception {
        start();
        assertThat(command("clara", "wait")).isEqualTo(3);
        assertThat(err.toString()).contains("unknown: no result of the command came");
        released.countDown();
        assertThat(command("clara", "banip.identify")).isZero();
        assertThat(done).containsExactly("waits", "blink");
    }

    /** Between command line and host something loses the first answer to a form, as a proxy may. */
    @Test
    void whatIsNotKnownIsAskedForAndNotSentAgain() throws Exception {
        start();
        assertThat(lossy(504, "text/html", "<p>a page of the proxy", "clara", "banip.identify"))
                .isZero();
        assertThat(err.toString()).contains("succeeded: the MBU of BAN ban-17 says so");
        String underWay = "{\"error\":\"under-way\",\"message\":\"no answer yet\"}";
        assertThat(lossy(409, "application/json", underWay, "clara", "set-rate", "rate=13", "--confirm"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("failed: the motor is stuck");
        assertThat(done).containsExactly("blink", "{rate=13.0, mode=day}");
    }

    private int lossy(int status, String type, String body, String user, String... words) throws Exception {
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        AtomicBoolean lost = new AtomicBoolean();
        front.createContext("/", exchange -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            server.baseUri().resolve(exchange.getRequestURI().toString()))
                    .method(
                            exchange.getRequestMethod(),
                            HttpRequest.BodyPublishers.ofByteArray(
                                    exchange.getRequestBody().readAllBytes()));
            for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
                exchange.getRequestHeaders()
                        .getOrDefault(name, List.of())
                        .forEach(value -> request.header(name, value));
            }
            HttpResponse<byte[]> answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                    .join();
            boolean loses = exchange.getRequestMethod().equals("POST") && lost.compareAndSet(false, true);
            byte[] bytes = loses ? body.getBytes(StandardCharsets.UTF_8) : answer.body();
            exchange.getResponseHeaders().set("Content-Type", loses ? type : "application/json");
            exchange.sendResponseHeaders(loses ? status : answer.statusCode(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        front.start();
        try {
            return command(URI.create("http://127.0.0.1:" + front.getAddress().getPort() + "/"), user, words);
        } finally {
            front.stop(0);
        }
    }

    @Test
    void whatIsWrongIsToldAndNothingIsSent() throws Exception {
        start();
        assertWrong(2, "acts on: infusion pump; give --confirm", "clara", "set-rate", "rate=2");
        assertWrong(2, "argument rate is 21", "clara", "set-rate", "rate=21", "--confirm");
        assertWrong(2, "argument rate is 'much', allowed is a number", "clara", "set-rate", "rate=much", "--confirm");
        assertWrong(2, "has no argument 'speed'", "clara", "set-rate", "rate=1", "speed=2", "--confirm");
        assertWrong(2, "'rate' is no argument", "clara", "set-rate", "rate", "--confirm");
        assertWrong(2, "is given twice", "clara", "set-rate", "rate=1", "rate=2", "--confirm");
        assertWrong(2, "does not declare a command 'beep', it declares [set-rate,", "clara", "beep");
        assertWrong(1, "vera has no role here that may send commands", "vera", "banip.identify");
        assertWrong(1, "owen has no role that may send set-rate", "owen", "set-rate", "rate=1", "--confirm");
        assertThat(done).isEmpty();
    }

    private void assertWrong(int code, String text, String user, String... words) throws Exception {
        assertThat(command(user, words)).isEqualTo(code);
        assertThat(err.toString().replaceAll("\\s+", " ")).contains(text);
    }

    @Test
    void groupsAreStoppedAndStartedExactly() throws Exception {
        start();
        SensorInput belt = mbu.input("belt");
        List<Integer> retirements = new ArrayList<>();
        int number = 0;
        for (int round = 0; round < ROUNDS; round++) {
            offer(number, 30);
            number += 30;
            assertThat(command("owen", "banip.stop", "group=belt", "--confirm")).isZero();
            retirements.add(number);
            assertThat(belt.offerNext(number)).isEqualTo(OfferOutcome.RETIRED);
            await().atMost(PATIENCE)
                    .until(() -> host.surrogates()
                            .get(0)
                            .statistics()
                            .groups()
                            .get(0)
                            .retired());
            assertThat(command("owen", "banip.start", "group=belt")).isZero();
        }
        assertThat(belt.offerNext(number++)).isEqualTo(OfferOutcome.ACCEPTED);
        mbu.awaitDelivered(PATIENCE);
        stop();
        Found found = stored(0);
        assertThat(found.retirements).isEqualTo(retirements);
        assertThat(found.gaps).isEmpty();
        for (int i = 0; i < number; i++) {
            assertThat(found.numbers.get(i)).isEqualTo(i);
        }
        assertThat(found.numbers).hasSize(number);
    }

    private void offer(int from, int count) {
        for (int number = from; number < from + count; number++) {
            assertThat(mbu.input("belt").offerNext(number)).isEqualTo(OfferOutcome.ACCEPTED);
        }
    }

    private Found stored(int group) throws IOException {
        Found found = new Found();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).hasSize(1);
            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed()).read(group, found);
        }
        return found;
    }

    /** Many changes while the sensor runs and the link breaks: nothing is lost, doubled or undecodable. */
    @Test
    void chainChangesAndTheRecordIsExact() throws Exception {
        start();
        List<String> chains = List.of(
                "packetizer(units=7,hold=0)|auto(key=2s)",
                "packetizer(hold=2s)|auto",
                "packetizer(units=1)|auto(key=60min)",
                "packetizer(hold=auto)|auto");
        int number = 0;
        for (int round = 0; round < 12; round++) {
            offer(number, 113);
            number += 113;
            if (round % 3 == 2) {
                link.breakAll();
            }
            String chain = chains.get(round % chains.size());
            assertThat(command("owen", "banip.chain", "group=belt", "chain=" + chain))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).startsWith("belt by packetizer(");
        }
        offer(number, 113);
        number += 113;
        assertWrong(
                1,
                "may change: packetizer: units, hold; auto: key",
                "owen",
                "banip.chain",
                "group=belt",
                "chain=packetizer|auto(effort=high)");
        assertWrong(1, "unknown component 'lzma', known are [auto,", "owen", "banip.chain", "group=belt", "chain=lzma");
        mbu.awaitDelivered(PATIENCE);
        stop();
        Found found = stored(0);
        assertThat(found.gaps).isEmpty();
        assertThat(found.numbers).isEqualTo(IntStream.range(0, number).boxed().toList());
    }

    /** The full rate before and after, and every tenth sensor set under the command, over breaks of the link; all else is a declared gap. */
    @Test
    void rateIsLoweredAndGivenBackExactly() throws Exception {
        start();
        offer(0, 300);
        mbu.awaitDelivered(PATIENCE);
        String allowed = "group belt cannot be sent at 50 Hz; allowed are 10 Hz, and 100 Hz or 0";
        assertWrong(1, allowed, "owen", "banip.rate", "group=belt", "rate=50", "--confirm");
        assertThat(belt()).matches(group -> !group.thinned() && group.gaps() == 0 && group.unitsAcknowledged() == 300);

        assertThat(command("owen", "banip.rate", "group=belt", "rate=10", "--confirm"))
                .isZero();
        assertThat(out).hasToString("belt at 10 Hz\n");
        await().atMost(PATIENCE).until(() -> belt().thinned());
        for (int number = 300; number < 1300; number += 100) {
            offer(number, 100);
            link.breakAll();
        }
        mbu.awaitDelivered(PATIENCE);
        assertThat(belt())
                .matches(group -> group.unitsAcknowledged() == 300 && group.unitsThinned() == 1000)
                .matches(group -> group.unitsReduced() == 1000);

        assertThat(command("owen", "banip.rate", "group=belt", "rate=0", "--confirm"))
                .isZero();
        assertThat(out).hasToString("belt at 100 Hz, or less while the link does not carry everything\n");
        await().atMost(PATIENCE).until(() -> !belt().thinned());
        offer(1300, 300);
        mbu.awaitDelivered(PATIENCE);
        stop();
        Found full = stored(0);
        assertThat(full.numbers)
                .isEqualTo(IntStream.range(0, 1600)
                        .filter(number -> number < 300 || number >= 1300)
                        .boxed()
                        .toList());
        long next = 300;
        for (Gap gap : full.gaps) {
            assertThat(gap).matches(of -> of.reason() == Gap.Reason.THINNED);
            assertThat(gap.firstUnit()).isEqualTo(next);
            next = gap.endUnit();
        }
        assertThat(next).isEqualTo(1300);
        Found lower = stored(1);
        assertThat(lower.gaps).isEmpty();
        assertThat(lower.numbers)
                .isEqualTo(IntStream.range(30, 130)
                        .map(tenth -> 10 * tenth)
                        .boxed()
                        .toList());
        assertThat(lower.origins)
                .containsExactly(BELT.frequency().instantNanos(full.gaps.get(0).originNanos(), 300));
    }

    private GroupStatus belt() {
        return mbu.status().groups().get(0);
    }

    /** What the group has in the store. */
    private static final class Found implements RecordingVisitor {
        final List<Integer> numbers = new ArrayList<>();
        final Set<Long> origins = new LinkedHashSet<>();
        /** How many sensor sets were before each retirement. */
        final List<Integer> retirements = new ArrayList<>();

        final List<Gap> gaps = new ArrayList<>();
        private final SampleLayout layout = new SampleLayout(BELT);

        @Override
        public void sets(Block block) {
            origins.add(block.originNanos());
            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                numbers.add(layout.read(block.bytes(), at, 0));
            }
        }

        @Override
        public void gap(Gap gap) {
            if (gap.isRetirement()) {
                retirements.add(numbers.size());
            } else {
                gaps.add(gap);
            }
        }
    }
}
