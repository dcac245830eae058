package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.EndedSession;
import org.banip.surrogate.jini.service.HostAtUrl;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two lookup services, and what they know together. */
@Timeout(300)
class KnownServicesTest {
    private static final ObjectAddress AT = new ObjectAddress("127.0.0.1", 4711, new UUID(7, 7));

    private LookupService one;
    private LookupService two;

    @BeforeEach
    void startTwo() {
        one = start();
        two = start();
    }

    @AfterEach
    void closeBoth() {
        one.close();
        two.close();
    }

    private static LookupService start() {
        return LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofMinutes(5), 100));
    }

    private static void register(LookupService at, long id, Object service, Entry... attributes)
            throws RemoteException {
        at.registrar().register(new ServiceItem(new ServiceID(1, id), service, attributes), 300_000);
    }

    private static Ban ban(String id) {
        return new Ban(id, "ward-3", "session-of-" + id, "thresholds", 1_767_225_600_000_000_000L);
    }

    private static LookupAddress at(LookupService service) {
        return new LookupAddress("127.0.0.1", service.port());
    }

    private static KnownServices ask(LookupAddress... lookups) {
        return KnownServices.ask(List.of(lookups), at -> LookupClient.find(at, Transport.loopback()));
    }

    /** An address of this machine at which nobody listens. */
    private static LookupAddress nowhere() throws Exception {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new LookupAddress("127.0.0.1", closed.getLocalPort());
        }
    }

    @Test
    void listsOfSeveralLookupServicesAreOne() throws Exception {
        register(one, 2, new SurrogateProxy(AT), ban("ban-2"));
        register(one, 3, new EndedSession(AT), ban("ban-3"));
        register(two, 1, new SurrogateProxy(AT), ban("ban-1"));
        register(two, 2, new SurrogateProxy(AT), ban("ban-2"));
        register(two, 4, new HostAtUrl("ward-3", "http://127.0.0.1:8080/"));

        KnownServices known = ask(at(one), at(two));

        assertThat(known.surrogates()).extracting(FoundSurrogate::ban).containsExactly("ban-1", "ban-2");
        assertThat(known.ended()).extracting(FoundSurrogate::ban).containsExactly("ban-3");
        assertThat(known.hosts()).containsExactly(new FoundHost("ward-3", "http://127.0.0.1:8080/"));
        assertThat(known.unanswered()).isEmpty();
        ServicesReport report = new ServicesReport(known);
        assertThat(report.missing()).isEmpty();
        assertThat(report.none()).isEmpty();
        assertThat(report.toLines())
                .containsSubsequence(
                        "ban-1  on ward-3  since 2026-01-01T00:00:00Z",
                        "ban-2  on ward-3  since 2026-01-01T00:00:00Z",
                        "ended, and what is stored can still be subscribed to:",
                        "ban-3  on ward-3  since 2026-01-01T00:00:00Z",
                        "hosts that brokers find:",
                        "ward-3  at http://127.0.0.1:8080/")
                .anyMatch(line -> line.endsWith(", session session-of-ban-1, type thresholds"));
        JsonObject json = JsonObject.parse(report.toJson());
        assertThat(json.objects("surrogates"))
                .extracting(surrogate -> surrogate.string("type"))
                .containsExactly("thresholds", "thresholds");
        assertThat(json.objects("ended")).hasSize(1);
        assertThat(json.objects("hosts").get(0).string("url")).isEqualTo("http://127.0.0.1:8080/");
        assertThat(json.objects("unanswered")).isEmpty();
    }

    @Test
    void lookupServiceThatIsAwayIsNamedAndTheOthersAreListed() throws Exception {
        register(two, 1, new SurrogateProxy(AT), ban("ban-1"));
        LookupAddress away = nowhere();

        ServicesReport report = new ServicesReport(ask(away, at(two)));

        assertThat(report.toLines().get(0)).startsWith("ban-1  on ward-3");
        assertThat(report.missing())
                .singleElement()
                .asString()
                .startsWith("what jini://" + away + "/ knows is missing: ");
        JsonObject json = JsonObject.parse(report.toJson());
        assertThat(json.objects("unanswered").get(0).string("lookup")).isEqualTo(away.toString());
    }

    @Test
    void itIsAnErrorIfNoneAnswers() throws Exception {
        LookupAddress away = nowhere();
        assertThatExceptionOfType(BanipException.class)
                .isThrownBy(() -> ask(away, nowhere()))
                .withMessageContaining("does not answer as a lookup service");
    }

    @Test
    void lookupServiceThatEndsTheConnectionMaySpeakTls() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread ending = new Thread(() -> {
                try (Socket accepted = silent.accept()) {
                    accepted.shutdownOutput();
                    accepted.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            ending.start();
            assertThatExceptionOfType(BanipException.class)
                    .isThrownBy(() -> ask(new LookupAddress("127.0.0.1", silent.getLocalPort())))
                    .withMessageContaining("it ends the connection without an answer; does only one side speak TLS?");
            ending.join();
        }
    }

    @Test
    void surrogatesThatAreNotThereAreToldOfThoseThatAnsweredOnly() throws Exception {
        ServicesReport report = new ServicesReport(ask(nowhere(), at(one)));

        assertThat(report.none()).contains(at(one) + " knows no surrogate now");
        assertThat(report.toLines()).isEmpty();
    }
}
