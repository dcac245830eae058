package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.sampling.OfferOutcome;
import org.banip.mbu.sampling.SensorInput;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.status.ClockOffset;
import org.banip.mbu.status.GroupStatus;
import org.banip.mbu.status.MbuEvent;
import org.banip.mbu.status.MbuState;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every uplink must do, over real sockets. */
abstract class UplinkContract extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final String STATEFUL = "packetizer(units=30,hold=0)|deflate(context=stream,key=1s)";

    // --- delivery ---

    @Test
    void deliversGroupsOfDifferentRatesInOrder() throws Exception {
        SensorGroup alarm = TestSensor.group("alarm", 1, ServiceClass.ALARM);
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(motion, 500))
                .sensor(new TestSensor(ECG, 3600))
                .sensor(new TestSensor(alarm, 10))
                .chain("ecg", STATEFUL)
                .start()) {
            assertDelivered(mbu);
            assertStored(0, motion, 500);
            assertStored(1, ECG, 3600);
            assertStored(2, alarm, 10);
            GroupStatus ecg = mbu.status().groups().get(1);
            assertThat(ecg.unitsProduced()).isEqualTo(3600);
            assertThat(ecg.unitsEncoded()).isEqualTo(3600);
            assertThat(ecg.unitsSent()).isEqualTo(3600);
            assertThat(ecg.unitsAcknowledged()).isEqualTo(3600);
            assertThat(ecg.packets()).isEqualTo(120);
            assertThat(ecg.bytesRaw()).isEqualTo(3600 * 4);
            assertThat(ecg.bytesFramed()).isGreaterThan(ecg.bytesEncoded());
            assertThat(ecg.spoolPackets()).isZero();
            assertThat(mbu.status().link().resumes()).isZero();
        }
        assertThat(host.session().duplicates()).isZero();
    }

    @Test
    void deregistersWhenClosed() throws Exception {
        MobileBaseUnit mbu = ecg(360).start();
        assertDelivered(mbu);
        assertThat(host.interconnects()).isEqualTo(1);
        mbu.close();
        assertThat(host.interconnects()).isZero();
        assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        assertThat(events.get(events.size() - 1)).isInstanceOf(MbuEvent.Closed.class);
        mbu.close();
    }

    @Test
    void closingSendsWhatTheChainHoldsBack() throws Exception {
        MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=90,hold=60min)").start();
        SensorInput input = mbu.input("ecg");
        for (long unit = 0; unit < 100; unit++) {
            assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                    .isEqualTo(OfferOutcome.ACCEPTED);
        }
        mbu.close();
        assertStored(0, ECG, 100);
        assertThat(input.offerNext(0, 0)).isEqualTo(OfferOutcome.CLOSED);
    }

    @Test
    void showsItsCredentials() throws Exception {
        Credentials credentials = Credentials.basic("mbu-17", "secret");
        host.authorization = credentials.authorization().orElseThrow();
        try (MobileBaseUnit mbu = ecg(720).credentials(credentials).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
    }

    // --- breaks ---

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 13, 40, 100, 160, 1000})
    void resumesWhereDataBreaksOff(int bytes) throws Exception {
        host.fail(Kind.DATA, Fault.cutAfter(bytes), Fault.cutAfter(bytes / 2), Fault.cutAfter(bytes));
        try (MobileBaseUnit mbu = ecg(3600).chain(STATEFUL).start()) {
            assertDelivered(mbu);
            assertThat(host.faultsLeft(Kind.DATA)).isZero();
        }
        assertStored(0, ECG, 3600);
    }

    @Test
    void duplicatesAfterALostAcknowledgementAreHarmless() throws Exception {
        host.fail(Kind.DATA, Fault.dropAnswer(), Fault.dropAnswer());
        try (MobileBaseUnit mbu = ecg(3600).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 3600);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void registersAgainAfterARegistrationThatBroke(boolean taken) throws Exception {
        host.fail(Kind.REGISTER, taken ? Fault.dropAnswer() : Fault.cutAfter(0));
        try (MobileBaseUnit mbu = ecg(360).start()) {
            assertDelivered(mbu);
        }
        assertThat(host.sessions()).isEqualTo(1);
        assertStored(0, ECG, 360);
    }

    @Test
    void survivesAHostThatRestarts() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            SensorInput input = mbu.input("ecg");
            for (int round = 0; round < 5; round++) {
                offer(input, round * 100L, 100);
                if (round % 2 == 0) {
                    assertDelivered(mbu);
                }
                host.restart();
            }
            assertDelivered(mbu);
            assertThat(mbu.status().link().resumes()).isPositive();
            assertThat(host.sessions()).isEqualTo(1);
        }
        assertStored(0, ECG, 500);
    }

    @Test
    void keepsEverythingThroughAnOutage() throws Exception {
        host.stop();
        try (MobileBaseUnit mbu = ecg(3600).start()) {
            awaitEvent(MbuEvent.Disconnected.class);
            assertThat(mbu.status().state()).isEqualTo(MbuState.REGISTERING);
            assertThat(mbu.status().problem()).isPresent();
            host.startAgain();
            assertDelivered(mbu);
            assertThat(mbu.status().problem()).isEmpty();
        }
        assertStored(0, ECG, 3600);
    }

    @Test
    void registersAgainWhenItsInterconnectIsForgotten() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 50);
            assertDelivered(mbu);
            host.forget();
            host.breakConnections();
            offer(mbu.input("ecg"), 50, 50);
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isEqualTo(2);
        }
        assertThat(host.sessions()).isEqualTo(1);
        assertStored(0, ECG, 100);
    }

    @Test
    void seededFaultsNeverHarmDelivery() throws Exception {
        long seed = 20261120;
        Random random = new Random(seed);
        for (int i = 0; i < 30; i++) {
            host.fail(Kind.DATA, randomFault(random));
            host.fail(Kind.REVERSE, random.nextBoolean() ? Fault.cutAfter(random.nextInt(20)) : Fault.cutAfter(0));
        }
        try (MobileBaseUnit mbu = ecg(36_000).chain(STATEFUL).start()) {
            assertDelivered(mbu);
        }
        assertThat(host.session().decoded(0)).as("seed %s", seed).isEqualTo(TestSensor.sets(ECG, 0, 36_000));
    }

    private static Fault randomFault(Random random) {
        ErrorCode[] passing = {ErrorCode.TRUNCATED, ErrorCode.LIMIT_REACHED, ErrorCode.STORAGE_UNAVAILABLE};
        switch (random.nextInt(4)) {
            case 0:
                return Fault.cutAfter(random.nextInt(2000));
            case 1:
                return Fault.dropAnswer();
            case 2:
                return Fault.refuse(passing[random.nextInt(passing.length)]).after(random.nextInt(500));
            default:
                return Fault.answer(passing[random.nextInt(passing.length)]);
        }
    }

    @Test
    void takesNoWebPageForAHost() throws Exception {
        String page =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlogin";
        String redirect =
                "HTTP/1.1 302 Found\r\nLocation: http://portal/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        host.fail(Kind.REGISTER, Fault.raw(page), Fault.raw(redirect));
        host.fail(Kind.DATA, Fault.raw(page), Fault.raw(redirect));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
    }

    // --- errors ---

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "TRUNCATED",
                "SEQUENCE_BEYOND_WINDOW",
                "LIMIT_REACHED",
                "STORAGE_UNAVAILABLE",
                "HOST_UNAVAILABLE",
                "SILENT",
                "INTERNAL"
            })
    void resumesAfterAnErrorThatPasses(ErrorCode code) throws Exception {
        host.fail(Kind.DATA, Fault.refuse(code), Fault.refuse(code), Fault.refuse(code), Fault.refuse(code));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.Refused.class)).allMatch(refused -> refused.code() == code);
        }
        assertStored(0, ECG, 720);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "TOO_LONG",
                "MALFORMED_REQUEST",
                "INVALID_DESCRIPTION",
                "INVALID_CHAIN",
                "UNKNOWN_SURROGATE_TYPE",
                "UNAUTHENTICATED",
                "FORBIDDEN",
                "UNKNOWN_GROUP",
                "UNSUPPORTED_VERSION",
                "INVALID_SAMPLE"
            })
    void givesUpOnAnErrorThatStays(ErrorCode code) throws Exception {
        host.fail(Kind.DATA, Fault.refuse(code));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
            assertThat(mbu.status().state()).isEqualTo(MbuState.FAILED);
            assertThat(mbu.status().failure())
                    .hasValueSatisfying(e -> assertThat(e.code()).isEqualTo(code));
        }
        assertThat(eventsOf(MbuEvent.Failed.class)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNAUTHENTICATED", "INVALID_CHAIN", "UNKNOWN_SURROGATE_TYPE"})
    void givesUpWhenARegistrationIsRefused(ErrorCode code) throws Exception {
        host.fail(Kind.REGISTER, Fault.refuse(code));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertThatThrownBy(() -> mbu.awaitRegistered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"MALFORMED_FRAME", "CHECKSUM_MISMATCH"})
    void givesUpAfterThreeDamagedStreamsInARow(ErrorCode code) throws Exception {
        Fault fault = Fault.refuse(code);
        host.fail(Kind.DATA, fault, fault);
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, 180);
            assertDelivered(mbu);
            host.fail(Kind.DATA, fault, fault, fault);
            host.breakConnections();
            offer(mbu.input("ecg"), 180, 180);
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    @Test
    void declaresAPacketThatCannotBeDecoded() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            host.session().undecodable(packet -> packet.sequence() == 5);
            offer(mbu.input("ecg"), 10, 90);
            assertDelivered(mbu);
        }
        List<Sequenced> stored = host.session().stored(0);
        assertThat(stored).hasSize(10);
        assertThat(stored.get(5)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.sequence()).isEqualTo(5);
            assertThat(gap.sequenceCount()).isEqualTo(1);
            assertThat(gap.firstUnit()).isEqualTo(50);
            assertThat(gap.unitCount()).isEqualTo(10);
        });
        assertThat(stored.stream().filter(Packet.class::isInstance)).hasSize(9);
    }

    @Test
    void declaresWhatDependsOnAPacketThatCannotBeDecoded() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 90);
            assertDelivered(mbu);
            host.session().undecodable(packet -> packet.sequence() == 7);
            offer(mbu.input("ecg"), 90, 900);
            assertDelivered(mbu);
        }
        assertUnitsAreComplete(host.session().stored(0), 0, 990);
        assertThat(host.session().stored(0).get(7)).isInstanceOf(Gap.class);
        assertThat(host.session().decoded(0)).isNotEmpty();
    }

    /** Packets and gaps cover these units without a hole or an overlap, and the first packet, and that after a gap, is a key packet. */
    static void assertUnitsAreComplete(List<Sequenced> stored, long from, long to) {
        long next = from;
        boolean afterGap = true;
        for (Sequenced item : stored) {
            if (item instanceof Packet packet) {
                assertThat(packet.header().firstUnit()).isEqualTo(next);
                assertThat(packet.header().key() || !afterGap)
                        .as("%s", packet.header())
                        .isTrue();
                next += packet.header().unitCount();
                afterGap = false;
            } else {
                Gap gap = (Gap) item;
                assertThat(gap.firstUnit()).isEqualTo(next);
                next += gap.unitCount();
                afterGap = true;
            }
        }
        assertThat(next).isEqualTo(to);
    }

    @Test
    void declaresWhatAHostLostThatHadStoredIt() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
            host.session().loseStoreBut(4, 64);
            host.restart();
            offer(mbu.input("ecg"), 300, 300);
            assertDelivered(mbu);
            awaitEvent(MbuEvent.GapDeclared.class);
        }
        assertThat(host.sessions()).isEqualTo(1);
        assertUnitsAreComplete(host.session().stored(0), 0, 600);
        assertThat(host.session().stored(0).subList(0, 4)).allMatch(Packet.class::isInstance);
        assertThat(host.session().stored(0).get(4)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.firstUnit()).isEqualTo(120);
            assertThat(gap.sequence()).isEqualTo(4);
        });
    }

    @Test
    void noticesAHostThatLostSomethingWithoutForgettingTheInterconnect() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            host.session().loseStoreBut(7, 64);
            host.breakConnections();
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
        }
        assertUnitsAreComplete(host.session().stored(0), 0, 200);
    }

    @Test
    void beginsANewSessionWhenTheHostExpectsWhatWasNeverSent() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
            host.session().claim(0, 1000);
            host.restart();
            offer(mbu.input("ecg"), 300, 300);
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.SessionBegun.class).get(0).session())
                    .isEqualTo(mbu.status().session());
        }
        assertThat(eventsOf(MbuEvent.SessionBegun.class)).hasSize(1);
        assertThat(host.sessions()).isEqualTo(2);
        assertUnitsAreComplete(host.session(1).stored(0), 300, 600);
    }

    @Test
    void refusesAHostThatAgreesToAnotherChain() throws Exception {
        host.answerChange = document -> document.replace("level=6", "level=9");
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("level=9")
                    .hasMessageContaining("level=6");
        }
    }

    @Test
    void sendsItsCredentialsNowhereElse() throws Exception {
        host.answerChange = document -> document.replace("\"interconnects/", "\"http://elsewhere/interconnects/");
        try (MobileBaseUnit mbu =
                ecg(720).credentials(Credentials.basic("a", "b")).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("must be a relative URL");
        }
    }

    // --- what comes back ---

    @Test
    void carriesOutCommands() throws Exception {
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .commands((name, argument) -> {
                    if (name.equals("beep")) {
                        return ("beeped " + new String(argument, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8);
                    }
                    throw new IllegalArgumentException("unknown command '" + name + "', known is beep");
                })
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.Command(7, "beep", "twice".getBytes(StandardCharsets.UTF_8)));
            host.session().send(new Control.Command(8, "explode", new byte[0]));
            await().atMost(PATIENCE).until(() -> host.session().results.size() == 2);
            assertResult(host.session().results.get(0), 7, true, "beeped twice");
            assertResult(host.session().results.get(1), 8, false, "unknown command 'explode', known is beep");
            assertThat(mbu.status().link().commands()).isEqualTo(2);
        }
    }

    @Test
    void failsCommandsThatNobodyTakes() throws Exception {
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.Command(1, "beep", new byte[0]));
            await().atMost(PATIENCE).until(() -> host.session().results.size() == 1);
            assertResult(host.session().results.get(0), 1, false, "this MBU takes no commands, so not 'beep' either");
        }
    }

    private static void assertResult(Control.CommandResult result, long id, boolean succeeded, String text) {
        assertThat(result.id()).isEqualTo(id);
        assertThat(result.succeeded()).isEqualTo(succeeded);
        assertThat(new String(result.result(), StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Test
    void learnsHowFarTheHostsClockIsAhead() throws Exception {
        host.clockSkewNanos = Duration.ofMinutes(5).toNanos();
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            await().atMost(PATIENCE).until(() -> mbu.status().clockOffset().isPresent());
            ClockOffset offset = mbu.status().clockOffset().orElseThrow();
            long granularity = 2_000_000; // of the host's clock
            assertThat(Math.abs(offset.offsetNanos() - host.clockSkewNanos))
                    .isLessThanOrEqualTo(offset.roundTripNanos() + granularity);
        }
    }

    @Test
    void keepsAnIdleInterconnectAlive() throws Exception {
        host.keepAliveMillis = 20;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            await().atMost(PATIENCE)
                    .until(() ->
                            host.sessions() > 0 && host.session().keepAlives.get() >= 5);
            assertThat(mbu.status().link().keepAlives()).isGreaterThanOrEqualTo(5);
            awaitState(mbu, MbuState.CONNECTED);
            assertThat(host.session().timeRequests.get()).isPositive();
        }
    }

    @Test
    void refusesFramesThatNoHostSends() throws Exception {
        host.keepAliveMillis = 20;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.TimeRequest(1));
            awaitEvent(MbuEvent.Disconnected.class);
            assertThat(awaitEvent(MbuEvent.Refused.class))
                    .extracting(MbuEvent.Refused::code)
                    .containsOnly(ErrorCode.MALFORMED_FRAME);
            awaitEvent(MbuEvent.Resumed.class);
        }
    }

    // --- back-pressure and the spool ---

    @Test
    void aRecordingWaitsForAHostThatDoesNotRead() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu =
                ecg(20_000).chain("packetizer(units=10,hold=0)").spool(small).start()) {
            await("the sensor waits")
                    .atMost(PATIENCE)
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 64);
            assertThat(mbu.status().groups().get(0).unitsProduced()).isLessThan(20_000);
            host.unstall();
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(0).unitsDropped()).isZero();
        }
        assertStored(0, ECG, 20_000);
    }

    @Test
    void aLiveSensorDropsWhatFindsNoRoomAndSaysSo() throws Exception {
        host.stop();
        SpoolSettings small = new SpoolSettings(16, 65_536, 8192);
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain(STATEFUL).spool(small).start()) {
            SensorInput input = mbu.input("ecg");
            long unit = 0;
            OfferOutcome last = OfferOutcome.ACCEPTED;
            while (last == OfferOutcome.ACCEPTED) {
                last = input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
                unit++;
            }
            assertThat(last).isEqualTo(OfferOutcome.DROPPED);
            assertThat(mbu.status().groups().get(0).spoolPackets()).isLessThanOrEqualTo(17);
            for (int i = 0; i < 1000; i++, unit++) {
                input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
            }
            host.startAgain();
            assertDelivered(mbu);
            for (int i = 0; i < 100; i++, unit++) {
                assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                        .isEqualTo(OfferOutcome.ACCEPTED);
            }
            assertDelivered(mbu);
            GroupStatus status = mbu.status().groups().get(0);
            assertThat(status.unitsProduced()).isEqualTo(unit);
            assertThat(status.unitsDropped()).isEqualTo(status.unitsInGaps()).isPositive();
            assertThat(status.unitsAcknowledged() + status.unitsInGaps()).isEqualTo(unit);
            assertUnitsAreComplete(host.session().stored(0), 0, unit);
        }
    }

    @Test
    void whatIsUrgentOvertakes() throws Exception {
        SensorGroup alarm = TestSensor.group("alarm", 10, ServiceClass.ALARM);
        SensorGroup bulk = TestSensor.group("bulk", 100, ServiceClass.BULK);
        host.stop();
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(bulk, 20_000))
                .input(alarm)
                .chain("packetizer(units=10,hold=0)")
                .spool(small)
                .start()) {
            await("bulk has filled its share")
                    .atMost(PATIENCE)
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 48);
            assertThat(mbu.input("alarm")
                            .offerNext(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20))
                    .isEqualTo(OfferOutcome.ACCEPTED);
            await("the alarm found room")
                    .atMost(PATIENCE)
                    .until(() -> mbu.status().groups().get(1).spoolPackets() == 1);
            host.startAgain();
            assertDelivered(mbu);
        }
        assertStored(0, bulk, 20_000);
        assertThat(host.session().stored(1)).hasSize(1);
    }

    // --- ends ---

    @Test
    void closesInBoundedTimeWithoutAHost() throws Exception {
        host.stop();
        MobileBaseUnit mbu = ecg(3600).closeTimeout(Duration.ofMillis(200)).start();
        awaitEvent(MbuEvent.Disconnected.class);
        await().atMost(PATIENCE).until(() -> mbu.status().groups().get(0).spoolPackets() > 0);
        mbu.close();
        assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        assertThat(mbu.status().groups().get(0).spoolPackets()).isPositive();
        assertThat(mbu.awaitDelivered(PATIENCE)).isFalse();
    }

    @Test
    void closesInBoundedTimeWhenTheHostDoesNotAnswer() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        MobileBaseUnit mbu = ecg(3600).closeTimeout(Duration.ofMillis(200)).start();
        awaitStalled();
        mbu.close();
        await("the threads have ended while the host still does not answer")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(threads("banip-")).isEmpty());
    }

    @Test
    void aFailureFreesWhoWaits() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(16, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=1,hold=0)")
                .spool(small)
                .start()) {
            awaitStalled();
            host.fail(Kind.DATA, Fault.refuse(ErrorCode.FORBIDDEN));
            host.fail(Kind.REGISTER, Fault.refuse(ErrorCode.FORBIDDEN));
            Thread breaker = new Thread(host::breakConnections);
            SensorInput input = mbu.input("ecg");
            OfferOutcome last = OfferOutcome.ACCEPTED;
            for (int i = 0; last == OfferOutcome.ACCEPTED; i++) {
                if (i == 2000) {
                    breaker.start();
                }
                last = input.offerNext(1, 2);
            }
            assertThat(last).isEqualTo(OfferOutcome.CLOSED);
            breaker.join();
        }
    }

    private void awaitStalled() {
        await("the host has got the request that it does not read")
                .atMost(PATIENCE)
                .until(() -> host.faultsLeft(Kind.DATA) == 0);
    }

    /** Offers consecutive units of the test signal. */
    static void offer(SensorInput input, long from, int count) {
        for (long unit = from; unit < from + count; unit++) {
            assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                    .isEqualTo(OfferOutcome.ACCEPTED);
        }
    }
}
