package org.banip.mbu.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.banip.mbu.discovery.HostileMdns.address;
import static org.banip.mbu.discovery.HostileMdns.answer;
import static org.banip.mbu.discovery.HostileMdns.place;
import static org.banip.mbu.discovery.HostileMdns.pointer;
import static org.banip.mbu.discovery.HostileMdns.text;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.jmdns.JmDNS;
import javax.jmdns.ServiceInfo;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.testing.ReservedUdpPort;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/** What machines on the local network answer, honest ones, another implementation, and hostile ones. All on the loopback, by real multicast. */
@Timeout(120)
class DnsSdBrokersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration QUICK = Duration.ofMillis(200);
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));

    @TempDir
    private Path directory;

    private static DnsSdBrokers source(int port, String... trusted) {
        return DnsSdBrokers.of(List.of(trusted), new MulticastQuestions(List.of(LOOPBACK), port, QUICK));
    }

    private static List<String> urls(BrokerSource source) throws IOException {
        return source.brokers().stream()
                .map(broker -> broker.base().toString())
                .sorted()
                .collect(Collectors.toList());
    }

    /** The machine may be so busy that an answer comes too late. */
    private static <T> T patiently(Callable<T> asked) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(asked, found -> true);
    }

    private static void assertRefused(HostileMdns.Answers answers, String message, String... trusted)
            throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (HostileMdns other = new HostileMdns(question -> {
            asked.incrementAndGet();
            return answers.to(question);
        })) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> source(other.port(), trusted).brokers())
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining(message));
            assertThat(asked).hasPositiveValue();
        }
    }

    @Test
    void placePathAndAddressesAreTakenFromTheAnswer() throws Exception {
        try (HostileMdns wsb = new HostileMdns(question -> answer(
                question,
                pointer("ward"),
                place("ward", "WSB.local", 8443, 7),
                text("ward", "txtvers=1", "PATH=/banip/", "path=/other/", "scheme=https"),
                address("wsb.local", "127.0.0.9")))) {
            DnsSdBrokers source = source(wsb.port());
            assertThat(patiently(source::brokers))
                    .containsExactly(new BrokerSource.Broker(URI.create("https://wsb.local:8443/banip/"), 7, 0));
            assertThat(source.addresses("wsb.local")).containsExactly(InetAddress.getByName("127.0.0.9"));
            assertThat(source.addresses("other.local")).isEmpty();
        }
    }

    @Test
    void whatAnAnswerLeavesOutIsAskedFor() throws Exception {
        try (HostileMdns wsb = new HostileMdns(question -> {
            List<Record> records = new ArrayList<>();
            for (Record asked : question.getSection(Section.QUESTION)) {
                String name = asked.getName().toString();
                records.add(
                        name.startsWith("ward")
                                ? place("ward", "wsb.local", 8443, 0)
                                : name.startsWith("wsb") ? address("wsb.local", "127.0.0.9") : pointer("ward"));
            }
            return answer(question, records.toArray(new Record[0]));
        })) {
            DnsSdBrokers source = source(wsb.port());
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> {
                        List<String> found = urls(source);
                        return found.equals(List.of("https://wsb.local:8443/"))
                                && !source.addresses("wsb.local").isEmpty();
                    });
        }
    }

    @Test
    void onlyTrustedNamesCount() throws Exception {
        HostileMdns.Answers elsewhere =
                question -> answer(question, pointer("ward"), place("ward", "wsb.ward.example", 443, 0));
        assertRefused(elsewhere, "it is not in local, so it gets no credentials");
        assertRefused(elsewhere, "trust it (dnssd:trust=wsb.ward.example)", "evil.example");
        assertRefused(
                question -> answer(question, pointer("ward"), place("ward", "printer.local", 443, 0)),
                "not in wsb.local",
                "wsb.local");
        try (HostileMdns wsb = new HostileMdns(elsewhere)) {
            assertThat(patiently(() -> urls(source(wsb.port(), "ward.example"))))
                    .containsExactly("https://wsb.ward.example:443/");
        }
    }

    @Test
    void whatCannotBeABrokerIsNone() throws Exception {
        assertRefused(question -> answer(question, pointer("a"), place("a", "wsb.local", 0, 0)), "which cannot be one");
        assertRefused(
                question -> answer(question, pointer("a"), place("a", "192.0.2.1", 443, 0)), "which cannot be one");
        assertRefused(
                question -> answer(question, pointer("a"), place("a", "wsb.local", 1, 0), text("a", "scheme=ftp")),
                "which cannot be one");
        assertRefused(
                question -> answer(question, pointer("a"), place("a", "wsb.local", 1, 0), text("a", "path=//evil/")),
                "which cannot be one");
    }

    /** Whoever answers must not write lines of its own into the log, nor control the terminal that shows it. */
    @Test
    void whatAnAnswerSaysIsShownOnOneLine() throws Exception {
        try (HostileMdns other = new HostileMdns(question -> answer(
                question,
                pointer("a"),
                place("a", "wsb.local", 1, 0),
                text("a", "scheme=ftp\nWARN forged", "path=/\u001b[2J\u2028")))) {
            DnsSdBrokers source = source(other.port());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatThrownBy(source::brokers)
                            .hasMessage("the local network names wsb.local, port 1, scheme 'ftp?WARN forged',"
                                    + " path '/?[2J?', as a broker, which cannot be one"));
        }
    }

    @Test
    void addressesThatMayBeOldTakeTurnsWithTheSystems() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        try (HostileMdns wsb = new HostileMdns(question -> gone.get()
                ? new byte[0]
                : answer(
                        question,
                        pointer("ward"),
                        place("ward", "wsb.local", 8443, 7),
                        text("ward", "path=/"),
                        address("wsb.local", "127.0.0.9")))) {
            DnsSdBrokers source = source(wsb.port());
            List<InetAddress> known = List.of(InetAddress.getByName("127.0.0.9"));
            patiently(source::brokers);
            gone.set(true);
            assertThat(source.addresses("wsb.local")).isEqualTo(known);
            for (List<InetAddress> next : List.of(known, List.<InetAddress>of(), known)) {
                assertThatThrownBy(source::brokers).isInstanceOf(IOException.class);
                assertThat(source.addresses("wsb.local")).isEqualTo(next);
            }
            gone.set(false);
            patiently(source::brokers);
            assertThat(source.addresses("wsb.local")).isEqualTo(known);
        }
    }

    @Test
    void answersToSomethingElseAreIgnored() throws Exception {
        assertRefused(
                question -> {
                    question.getHeader().setID(question.getHeader().getID() ^ 1);
                    return answer(question, pointer("a"), place("a", "wsb.local", 1, 0));
                },
                "no broker announces itself on the local network of 127.0.0.1");
        assertRefused(Message::toWire, "no broker announces itself");
    }

    @Test
    void garbageNeverMakesMoreThanNothing() throws Exception {
        long seed = 20_261_127;
        Random random = new Random(seed);
        Message question = Message.newQuery(Record.newRecord(DnsSdAnswers.SERVICE, 12, 1));
        byte[] whole = answer(
                question,
                pointer("a"),
                place("a", "wsb.local", 1, 0),
                text("a", "path=/"),
                address("wsb.local", "10.0.0.1"));
        NetworkInterface network = NetworkInterface.getByInetAddress(LOOPBACK);
        for (int n = 0; n < Integer.getInteger("banip.fuzz.rounds", 4000); n++) {
            byte[] damaged = Arrays.copyOf(whole, n % 4 == 0 ? random.nextInt(whole.length) : whole.length);
            for (int flips = random.nextInt(8); flips > 0 && damaged.length > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            DnsSdAnswers answers = new DnsSdAnswers();
            answers.take(damaged, question.getHeader().getID(), network);
            assertThat(answers.services()).as("seed %s, round %s", seed, n).hasSizeLessThan(2);
            answers.missing();
            answers.addresses();
        }
    }

    @Test
    void thousandsOfServicesAreCutOff() throws Exception {
        List<Record> many = new ArrayList<>();
        for (int n = 0; n < 300; n++) {
            many.add(pointer("a" + n));
            many.add(place("a" + n, "wsb" + n + ".local", 443, 0));
            many.add(address("wsb" + n + ".local", "10.0.0.1"));
        }
        DnsSdAnswersOf answers = new DnsSdAnswersOf(many.toArray(new Record[0]));
        assertThat(answers.services()).hasSize(BrokerSource.MOST);
        assertThat(answers.addresses()).hasSize(BrokerSource.MOST);
    }

    @Test
    void whatGoesAwayIsNotFound() throws Exception {
        try (ReservedUdpPort port = new ReservedUdpPort()) {
            System.setProperty("net.mdns.port", Integer.toString(port.number())); // before the first use of JmDNS
            assertWhatGoesAwayIsNotFound(source(port.number()));
        }
    }

    private static void assertWhatGoesAwayIsNotFound(DnsSdBrokers source) throws Exception {
        try (JmDNS first = JmDNS.create(LOOPBACK, "banip-first");
                JmDNS second = JmDNS.create(LOOPBACK, "banip-second")) {
            first.registerService(service("first", 8443));
            ServiceInfo leaving = service("second", 9443);
            second.registerService(leaving);
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> urls(source)
                            .equals(List.of(
                                    "https://banip-first.local:8443/", "https://banip-second.local:9443/ward/")));
            assertThat(source.addresses("banip-first.local")).contains(LOOPBACK);
            second.unregisterService(leaving);
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> urls(source).equals(List.of("https://banip-first.local:8443/")));
        }
    }

    private static ServiceInfo service(String name, int port) {
        return ServiceInfo.create(
                "_banip._tcp.local.",
                name,
                port,
                0,
                0,
                Map.of("scheme", "https", "path", name.equals("first") ? "/" : "/ward/"));
    }

    @Test
    void anMbuReachesABrokerWhoseNameNoSystemKnows() throws Exception {
        TestCertificate certificate = TestCertificate.make(directory);
        try (TestHost host = TestHost.startTls(certificate.server());
                HostileMdns wsb = new HostileMdns(question -> answer(
                        question,
                        pointer("ward"),
                        place("ward", TestCertificate.LOCAL_NAME, host.base().getPort(), 0),
                        address(TestCertificate.LOCAL_NAME, "127.0.0.1")));
                MobileBaseUnit mbu = mbu(source(wsb.port()))
                        .http(HttpSettings.builder()
                                .trustManager(certificate.trustManager())
                                .build())
                        .start()) {
            assertThat(mbu.input("ecg").offerNext(1, 2, 3)).isEqualTo(OfferOutcome.ACCEPTED);
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().broker())
                    .contains(URI.create("https://" + TestCertificate.LOCAL_NAME + ":"
                            + host.base().getPort() + "/"));
        }
    }

    @Test
    void anMbuSendsNothingToPlainHttp() throws Exception {
        try (TestHost host = TestHost.start();
                HostileMdns wsb = new HostileMdns(question -> answer(
                        question,
                        pointer("ward"),
                        place("ward", TestCertificate.LOCAL_NAME, host.base().getPort(), 0),
                        text("ward", "scheme=http"),
                        address(TestCertificate.LOCAL_NAME, "127.0.0.1")))) {
            assertThatThrownBy(() -> mbu(source(wsb.port()))
                            .startTimeout(Duration.ofSeconds(2))
                            .start())
                    .isInstanceOf(BanipException.class);
            try (MobileBaseUnit mbu = mbu(source(wsb.port())).allowPlain().start()) {
                assertThat(mbu.input("ecg").offerNext(1, 2, 3)).isEqualTo(OfferOutcome.ACCEPTED);
                mbu.awaitDelivered(PATIENCE);
            }
        }
    }

    private static MobileBaseUnitBuilder mbu(BrokerSource source) {
        return MobileBaseUnit.builder()
                .brokers(source)
                .credentials(Credentials.basic("ban-1", "secret"))
                .ban("ban-1")
                .input(ECG);
    }

    @Test
    void wrongPlacesAreNamed() {
        DnsSdBrokersFactory factory = new DnsSdBrokersFactory();
        assertThatThrownBy(() -> factory.open("ward.example")).hasMessageContaining("'ward.example'");
        assertThatThrownBy(() -> factory.open("trust=com")).hasMessageContaining("top-level domain");
        assertThatThrownBy(() -> factory.open("from=wsb.example")).hasMessageContaining("address of this machine");
        assertThatThrownBy(() -> factory.open("port=7")).hasMessageContaining("'port=7'");
        assertThatThrownBy(() -> factory.open("from=192.0.2.77").brokers())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("192.0.2.77: no address of this machine");
        assertThat(factory.open("")).hasToString("dnssd:trust=local");
        assertThat(factory.open("trust=ward.example,from=::1")).hasToString("dnssd:trust=ward.example");
    }

    /** What these records say. */
    private static final class DnsSdAnswersOf {
        private final DnsSdAnswers answers = new DnsSdAnswers();

        DnsSdAnswersOf(Record... records) throws IOException {
            Message question = Message.newQuery(Record.newRecord(DnsSdAnswers.SERVICE, 12, 1));
            assertThat(answers.take(
                            answer(question, records),
                            question.getHeader().getID(),
                            NetworkInterface.getByInetAddress(LOOPBACK)))
                    .isTrue();
        }

        List<DnsSdAnswers.Service> services() {
            return answers.services();
        }

        Map<String, List<InetAddress>> addresses() {
            return answers.addresses();
        }
    }
}
