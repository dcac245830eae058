package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.HostFront;
import org.banip.mbu.testhost.PatientUplinks;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A host, an MBU with short waits, and a check that no thread and no connection of them is left. */
@Timeout(300) // a hang becomes a failure
abstract class MbuFixture {
    /** More time than any step needs on the slowest machine. Only a failure waits so long. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final ReconnectSettings HURRY =
            new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(20), 3, Duration.ZERO, GivingUp.ALWAYS);

    final List<MbuEvent> events = new CopyOnWriteArrayList<>();
    TestHost host;
    private Optional<HostFront> front = Optional.empty();
    private boolean frontKnown;

    /** The uplink under test. */
    abstract String uplink();

    @BeforeEach
    void startHost() throws IOException {
        host = TestHost.start();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        host.unstall();
        soon("the MBU's connections are closed").until(() -> host.openConnections() == 0);
        if (front.isPresent()) {
            front.get().close();
        }
        host.close();
        soon("the MBU's threads have ended")
                .untilAsserted(() -> assertThat(threads("banip-")).isEmpty());
    }

    /** The broker URL for the MBU: the host's, or that of a front before it if the uplink speaks another version of HTTP. */
    URI base() {
        if (!frontKnown) {
            frontKnown = true;
            try {
                front = HostFront.before(host, uplink(), certificate());
            } catch (Exception e) {
                throw new AssertionError("no front", e);
            }
        }
        return front.map(HostFront::base).orElse(host.base());
    }

    /** For a front with TLS. */
    Optional<TestCertificate> certificate() {
        return Optional.empty();
    }

    /** HTTP settings with which the MBU trusts the host, or the front before it. */
    HttpSettings.Builder http() {
        base();
        return http(front.flatMap(HostFront::certificate));
    }

    /** HTTP settings with which the MBU trusts a certificate, if there is one. */
    static HttpSettings.Builder http(Optional<TestCertificate> trusted) {
        HttpSettings.Builder http = HttpSettings.builder().probeInterval(Duration.ofMillis(10));
        trusted.ifPresent(certificate -> {
            try {
                http.trustManager(certificate.trustManager());
            } catch (GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        });
        return http;
    }

    /** All requests of MBUs that have ended. The host records a request after it has answered it, and before it closes the connection. */
    List<SeenRequest> requestsOfEndedMbus() {
        soon("all connections are closed").until(() -> host.openConnections() == 0);
        return host.requests();
    }

    /** Waits until a condition is true, and checks it often. */
    static ConditionFactory soon(String what) {
        return await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    static List<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toList());
    }

    /** An MBU of this uplink without sensors, as fast as possible. */
    MobileBaseUnitBuilder builder() {
        return MobileBaseUnit.builder()
                .broker(base())
                .ban("ban-1")
                .uplink(PatientUplinks.of(uplink(), PATIENCE))
                .speed(SamplingSchedule.UNPACED)
                .reconnect(HURRY)
                .http(http().build())
                .random(new Random(7))
                .startTimeout(Duration.ZERO)
                .closeTimeout(PATIENCE)
                .listener(events::add);
    }

    /** The same with one sensor that has this number of units. */
    MobileBaseUnitBuilder ecg(long units) {
        return builder().sensor(new TestSensor(TestSensor.ecg(), units));
    }

    void assertDelivered(MobileBaseUnit mbu) throws InterruptedException {
        assertThat(mbu.isDeliveredWithin(PATIENCE))
                .as("delivered, %s", mbu.status())
                .isTrue();
    }

    /** The host has stored exactly the first units of the group, without a gap. */
    void assertStored(int group, SensorGroup description, long units) {
        assertThat(host.session().decoded(group))
                .as("group %s", description.name())
                .isEqualTo(TestSensor.sets(description, 0, units));
    }

    <T extends MbuEvent> List<T> eventsOf(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).collect(Collectors.toList());
    }

    /** Waits for an event, because the app gets it on another thread. Returns all events of this kind so far. */
    <T extends MbuEvent> List<T> awaitEvent(Class<T> kind) {
        return soon(kind.getSimpleName()).until(() -> eventsOf(kind), seen -> !seen.isEmpty());
    }

    void awaitState(MobileBaseUnit mbu, MbuState state) {
        soon(state.toString()).until(() -> mbu.status().state() == state);
    }

    /** Offers consecutive units of the test signal. */
    static void offer(SensorInput input, long from, int count) {
        for (long unit = from; unit < from + count; unit++) {
            assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                    .isEqualTo(OfferOutcome.ACCEPTED);
        }
    }
}
