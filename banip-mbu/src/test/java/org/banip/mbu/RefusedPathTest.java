package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One of two paths times out, or a captive network answers on it: that takes nothing from the other path, and does not end the MBU. */
class RefusedPathTest extends TwoPathsFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.LIVE);
    /** More than make an error final, or a link doubt what is agreed. */
    private static final int ATTEMPTS = 4;

    /** No path is late, and nothing is sent on two of them. */
    private static final PathPolicySettings STEADY =
            PathPolicySettings.DEFAULT.reinject(0).times(Duration.ofMinutes(1), Duration.ofMinutes(1));

    /** What is wrong with a path. */
    enum Fault {
        /** Nothing. */
        NONE,
        /** No connection is made in time. */
        TIMES_OUT,
        /** Something else than the broker answers, and refuses everything. */
        IS_REFUSED
    }

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger registrations = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;
    private HttpServer captive;

    @BeforeEach
    void startCaptiveNetwork() throws IOException {
        captive = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        captive.createContext("/", exchange -> {
            byte[] body = "{\"error\":\"forbidden\",\"message\":\"log in first\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(403, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        captive.start();
    }

    @AfterEach
    void stopCaptiveNetwork() {
        captive.stop(0);
    }

    private URI captive() {
        return URI.create("http://127.0.0.1:" + captive.getAddress().getPort() + "/");
    }

    /** A path whose network has a fault while the test says so. Each attempt counts. */
    private UplinkFactory faulty() {
        return new ForwardingUplink.Factory(
                "faulty",
                "with the fault of the test",
                context -> new ForwardingUplink(Uplinks.named("chunked").open(context.to(wifi.base()))) {
                    @Override
                    public String register(String document) throws IOException {
                        beforeRequest();
                        return refused() ? elsewhere(() -> document) : super.register(document);
                    }

                    @Override
                    public void carry(FrameSource frames) throws IOException, InterruptedException {
                        beforeRequest();
                        if (refused()) {
                            elsewhere(() -> "{}");
                        }
                        super.carry(frames);
                    }

                    private String elsewhere(Supplier<String> document) throws IOException {
                        var other = Uplinks.named("chunked").open(context.to(captive()));
                        try {
                            return other.register(document.get());
                        } finally {
                            other.close();
                        }
                    }
                });
    }

    private boolean refused() {
        return fault == Fault.IS_REFUSED;
    }

    private void beforeRequest() throws SocketTimeoutException {
        if (fault != Fault.NONE) {
            attempts.incrementAndGet();
        }
        if (fault == Fault.TIMES_OUT) {
            throw new SocketTimeoutException("connect timed out");
        }
    }

    /** A path over the other relay. Its registrations count. */
    private UplinkFactory good() {
        return new ForwardingUplink.Factory(
                "good",
                "registrations count",
                context -> new ForwardingUplink(Uplinks.named("chunked").open(context.to(lte.base()))) {
                    @Override
                    public String register(String document) throws IOException {
                        registrations.incrementAndGet();
                        return super.register(document);
                    }
                });
    }

    private MobileBaseUnitBuilder wifiAndLte(PathSettings second) {
        return builder()
                .path(PathSettings.named("wifi"), faulty())
                .path(second, good())
                .pathPolicy(STEADY)
                .acknowledgeWithin(Duration.ZERO)
                .chain("packetizer(units=10,hold=0)")
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT);
    }

    /** Which no error ends once it is registered. Wifi has the fault; LTE has delivered the first units. */
    private MobileBaseUnit onLteAlone(Fault seen) throws InterruptedException {
        fault = seen;
        MobileBaseUnit mbu = wifiAndLte(PathSettings.named("lte"))
                .reconnect(HURRY.withGivingUp(GivingUp.NEVER))
                .start();
        soon("LTE is connected").until(() -> path(mbu, 1).connected());
        offer(mbu.input("ecg"), 0, 100);
        assertDelivered(mbu);
        awaitAttempts();
        return mbu;
    }

    private void awaitAttempts() {
        int before = attempts.get();
        soon("wifi has failed " + ATTEMPTS + " times more").until(() -> attempts.get() >= before + ATTEMPTS);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void closingDeregistersAlthoughAPathIsOfNoUse(Fault seen) throws Exception {
        try (MobileBaseUnit mbu = onLteAlone(seen)) {
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
        }
        assertThat(host.interconnects()).isZero();
        assertStored(0, ECG, 200);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void groupsAreAddedAlthoughAPathIsOfNoUse(Fault seen) throws Exception {
        try (MobileBaseUnit mbu = onLteAlone(seen)) {
            SensorInput motion =
                    mbu.addGroup(MOTION).chain("packetizer(units=5,hold=0)").input();
            offer(motion, 0, 20);
            assertDelivered(mbu);
        }
        assertStored(1, MOTION, 20);
    }

    /** Also if the answer there differs, because it was damaged: that what is agreed is right is seen on the other path. */
    @ParameterizedTest
    @ValueSource(strings = {"TIMES_OUT", "IS_REFUSED", "TIMES_OUT and another answer"})
    void aPathThatIsBackTakesNothingFromTheOther(String seen) throws Exception {
        try (MobileBaseUnit mbu = onLteAlone(Fault.valueOf(seen.replaceFirst(" .*", "")))) {
            host.session().hold(true); // stores nothing more
            offer(mbu.input("ecg"), 100, 100);
            soon("all is under way on LTE").until(() -> path(mbu, 1).packetsSent() >= 20);
            if (seen.contains("another")) {
                host.keepAliveMillis = 4000;
            }
            long before = mbu.status().link().registrations();
            fault = Fault.NONE;
            soon("wifi is connected").until(() -> path(mbu, 0).connected());
            assertThat(mbu.status().link().registrations()).isEqualTo(before + 1);
            host.session().hold(false);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSentAgain() + path(mbu, 1).packetsSentAgain())
                    .isZero();
            assertThat(eventsOf(MbuEvent.Registered.class)).hasSize(1);
        }
        assertThat(host.session().duplicates()).isZero();
        assertStored(0, ECG, 200);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theOtherPathNeedsNoRegistrationToConnectAgain(Fault seen) throws Exception {
        try (MobileBaseUnit mbu = onLteAlone(seen)) {
            assertThat(registrations.get()).isOne();
            host.breakConnections();
            soon("LTE is connected again").until(() -> mbu.status().link().resumes() > 0);
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
            assertThat(registrations.get()).isOne();
        }
        assertStored(0, ECG, 200);
    }

    /** The host has lost what it had acknowledged, and the path that doubts is the first that hears of it. */
    @Test
    void aLossThatAPathThatIsBackHearsOfIsDeclared() throws Exception {
        try (MobileBaseUnit mbu = onLteAlone(Fault.TIMES_OUT)) {
            host.session().loseStoreBut(4, 64);
            fault = Fault.NONE;
            soon("wifi is connected").until(() -> path(mbu, 0).connected());
            assertThat(awaitEvent(MbuEvent.GapDeclared.class)).isNotEmpty();
            host.breakConnections(); // the test host's requests of before the loss would store what follows
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
        }
        assertThat(host.sessions()).isOne();
    }

    @Test
    void onePathThatIsRefusedDoesNotEndAnMbuThatIsNotRegistered() throws Exception {
        fault = Fault.IS_REFUSED;
        lte.pause();
        try (MobileBaseUnit mbu = wifiAndLte(PathSettings.named("lte")).start()) {
            awaitAttempts();
            assertThat(mbu.status().state()).isEqualTo(MbuState.REGISTERING);
            assertThat(mbu.status().problem()).contains("path wifi: log in first (forbidden)");
            lte.resume();
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            fault = Fault.NONE;
            soon("wifi is connected").until(() -> path(mbu, 0).connected());
        }
        assertThat(host.interconnects()).isZero();
        assertStored(0, ECG, 100);
    }

    @Test
    void aBackupWithoutAConnectionIsTriedWhenTheMainPathIsRefused() throws Exception {
        fault = Fault.IS_REFUSED;
        PathSettings cold = PathSettings.named("lte").backup().standBy(PathSettings.StandBy.COLD);
        try (MobileBaseUnit mbu = wifiAndLte(cold).start()) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            fault = Fault.NONE;
            soon("wifi is connected").until(() -> path(mbu, 0).connected());
        }
        assertStored(0, ECG, 100);
    }

    @Test
    void finalErrorsOfAllPathsEndTheMbu() {
        fault = Fault.IS_REFUSED;
        host.authorization = "Basic bWJ1Om90aGVy";
        try (MobileBaseUnit mbu = wifiAndLte(PathSettings.named("lte")).start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertThatThrownBy(() -> mbu.isDeliveredWithin(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class,
                            failure -> assertThat(failure.code()).isIn(ErrorCode.FORBIDDEN, ErrorCode.UNAUTHENTICATED))
                    .hasMessageContaining("path wifi: log in first (forbidden); path lte: ")
                    .hasMessageEndingWith("(unauthenticated)");
            assertThat(mbu.status().state()).isEqualTo(MbuState.FAILED);
        }
    }

    @Test
    void eachPathTellsOfItself() throws Exception {
        try (MobileBaseUnit mbu = wifiAndLte(PathSettings.named("lte")).start()) {
            awaitBoth(mbu);
            fault = Fault.TIMES_OUT;
            wifi.stop();
            soon("wifi has a problem").until(() -> path(mbu, 0).problem().isPresent());
            assertThat(mbu.status().problem()).isEmpty();
            assertThat(mbu.status().state()).isEqualTo(MbuState.CONNECTED);
            assertThat(awaitEvent(MbuEvent.Disconnected.class))
                    .extracting(MbuEvent.Disconnected::path)
                    .containsOnly("wifi");
            lte.stop();
            soon("LTE has a problem, too").until(() -> path(mbu, 1).problem().isPresent());
            assertThat(mbu.status().problem().orElse("")).startsWith("path wifi: ");
            assertThat(mbu.status().state()).isEqualTo(MbuState.DISCONNECTED);
            lte.startAgain();
            soon("LTE is connected again").until(() -> path(mbu, 1).connected());
        }
        assertThat(eventsOf(MbuEvent.Connected.class))
                .containsExactlyInAnyOrder(new MbuEvent.Connected("wifi"), new MbuEvent.Connected("lte"));
        assertThat(eventsOf(MbuEvent.Resumed.class)).containsOnly(new MbuEvent.Resumed("lte"));
    }

    /** A network that refuses everything says nothing about groups. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusedPathDoesNotKeepGroupsFromTheOthers(boolean knowsAdding) throws Exception {
        host.knowsAdding = knowsAdding;
        SensorGroup third = TestSensor.group("third", 50, ServiceClass.LIVE);
        try (MobileBaseUnit mbu = onLteAlone(Fault.IS_REFUSED)) {
            SensorInput motion =
                    mbu.addGroup(MOTION).chain("packetizer(units=5,hold=0)").input();
            offer(motion, 0, 20);
            assertDelivered(mbu);
            awaitAttempts();
            SensorInput more =
                    mbu.addGroup(third).chain("packetizer(units=5,hold=0)").input();
            offer(more, 0, 20);
            assertDelivered(mbu);
            awaitAttempts();
            int sessions = host.sessions();
            host.forget();
            host.breakConnections();
            offer(more, 20, 20);
            assertDelivered(mbu);
            assertThat(host.sessions()).as("the session goes on").isEqualTo(sessions);
        }
    }
}
