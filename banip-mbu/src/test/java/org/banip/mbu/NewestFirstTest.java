package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.SlowRelay;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After an outage the present of a live group is stored first, and what was missed fills in behind. */
class NewestFirstTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int FIRST = 360;
    private static final int MISSED = 36_000;
    private static final int ALL = FIRST + 36 + MISSED + 360;

    private final AtomicLong passed = new AtomicLong();

    @Override
    String uplink() {
        return "chunked";
    }

    /** An outage lasts as long as the test says. */
    private SteadyClock clock() {
        SteadyClock system = SteadyClock.system();
        return () -> system.epochNanos() + passed.get();
    }

    private void pass() {
        passed.addAndGet(10_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"packetizer(units=36,hold=0)|deflate(context=stream)", "packetizer(units=36,hold=0)"})
    void presentIsStoredFirstAndNothingIsLostOrDoubled(String chain) throws Exception {
        try (SlowRelay relay = new SlowRelay(host.base(), 1_000_000);
                MobileBaseUnit mbu = builder()
                        .broker(relay.base())
                        .clock(clock())
                        .input(ECG)
                        .newestFirst("ecg")
                        .chain("ecg", chain)
                        .spool(SpoolSettings.DEFAULT)
                        .start()) {
            offer(mbu.input("ecg"), 0, FIRST);
            assertDelivered(mbu);
            relay.stop();
            soon("the MBU knows it").until(() -> mbu.status().state() != MbuState.CONNECTED);
            offer(mbu.input("ecg"), FIRST, 36);
            awaitEncoded(mbu, FIRST + 36);
            pass();
            offer(mbu.input("ecg"), FIRST + 36, MISSED);
            awaitEncoded(mbu, FIRST + 36 + MISSED);
            pass();
            relay.rate(2000);
            relay.startAgain();
            soon("it has moved").until(() -> mbu.status().groups().get(0).unitsMoved() > 0);
            offer(mbu.input("ecg"), ALL - 360, 360);
            soon("the present is stored").until(() -> {
                GroupStatus ecg = mbu.status().groups().get(0);
                return ecg.unitsEncoded() == ALL && ecg.spoolPackets() == 0;
            });
            assertThat(mbu.status().groups().get(1).spoolPackets())
                    .as("what was missed is behind it")
                    .isPositive();
            host.breakConnections();
            relay.rate(10_000_000);
            assertDelivered(mbu);
            GroupStatus ecg = mbu.status().groups().get(0);
            assertThat(ecg.unitsMoved()).isBetween(MISSED / 2L, MISSED + 36L);
            assertThat(ecg.unitsInGaps()).isZero();
            assertThat(ecg.unitsAcknowledged() + ecg.unitsMoved()).isEqualTo(ALL);
            assertThat(mbu.status().groups().get(1).unitsAcknowledged()).isEqualTo(ecg.unitsMoved());
        }
        assertThat(eventsOf(MbuEvent.GapDeclared.class)).isEmpty();
        assertOneSignal();
    }

    /** The host refuses the first packet after the outage. When it lets the MBU register again, a key packet is there. */
    @Test
    void anOutageAfterWhichTheHostHasForgottenTheSessionIsOneAsWell() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .clock(clock())
                .input(ECG)
                .newestFirst("ecg")
                .chain("ecg", "packetizer(units=36,hold=0)|deflate(context=stream)")
                .spool(SpoolSettings.DEFAULT)
                .http(http().responseTimeout(Duration.ofHours(1)).build()) // however late both requests are refused
                .start()) {
            offer(mbu.input("ecg"), 0, FIRST);
            assertDelivered(mbu);
            host.stop();
            soon("the MBU knows it").until(() -> mbu.status().state() != MbuState.CONNECTED);
            offer(mbu.input("ecg"), FIRST, 36);
            awaitEncoded(mbu, FIRST + 36);
            pass();
            host.fail(TestHost.Kind.REGISTER, unavailable());
            host.startAgain();
            soon("the host has refused it")
                    .until(() -> eventsOf(MbuEvent.Refused.class).stream()
                            .anyMatch(refused -> refused.code() == ErrorCode.HOST_UNAVAILABLE));
            assertThat(eventsOf(MbuEvent.Refused.class).get(0).code()).isEqualTo(ErrorCode.UNKNOWN_INTERCONNECT);
            offer(mbu.input("ecg"), FIRST + 36, MISSED + 360);
            awaitEncoded(mbu, ALL);
            host.mend(TestHost.Kind.REGISTER);
            assertDelivered(mbu);
            GroupStatus ecg = mbu.status().groups().get(0);
            assertThat(ecg.unitsMoved()).isBetween(MISSED / 2L, MISSED + 360L);
            assertThat(ecg.unitsAcknowledged() + ecg.unitsMoved()).isEqualTo(ALL);
        }
        assertThat(eventsOf(MbuEvent.GapDeclared.class)).isEmpty();
        assertOneSignal();
    }

    /** More often than the MBU asks. */
    private static Fault[] unavailable() {
        Fault[] faults = new Fault[100_000];
        Arrays.fill(faults, Fault.refuse(ErrorCode.HOST_UNAVAILABLE));
        return faults;
    }

    private static void awaitEncoded(MobileBaseUnit mbu, long units) {
        soon("all of it is encoded").until(() -> mbu.status().groups().get(0).unitsEncoded() == units);
    }

    /** The second group has exactly the units of the gaps of the first one, and both decode. */
    private void assertOneSignal() {
        byte[] all = TestSensor.sets(ECG, 0, ALL);
        int setBytes = ECG.setBytes();
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        ByteArrayOutputStream late = new ByteArrayOutputStream();
        long next = 0;
        for (Sequenced item : host.session().stored(0)) {
            assertThat(item.firstUnit()).isEqualTo(next);
            next = item.endUnit();
            boolean isGap = item instanceof Gap;
            (isGap ? late : first)
                    .writeBytes(Arrays.copyOfRange(all, (int) item.firstUnit() * setBytes, (int) next * setBytes));
        }
        assertThat(next).isEqualTo(ALL);
        assertThat(host.session().stored(1)).isNotEmpty().allMatch(Packet.class::isInstance);
        assertThat(host.session().decoded(0)).isEqualTo(first.toByteArray());
        assertThat(host.session().decoded(1)).isEqualTo(late.toByteArray());
    }

    @Test
    void theOtherGroupHasTheSameChainAndNoInput() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .newestFirst("ecg")
                .chain("ecg-late", "packetizer")
                .start()) {
            assertThat(mbu.ban().groups().get(0).lateAs()).contains("ecg-late");
            assertThat(mbu.ban().groups().get(1).serviceClass()).isEqualTo(ServiceClass.BULK);
            assertThatThrownBy(() -> mbu.input("ecg-late")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void groupOfALowerRateMayBeNamedAsWell() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .lowerRate("ecg", Frequency.ofHz(90), Thinning.Kind.WAVEFORM, 5)
                .newestFirst("ecg")
                .newestFirst("ecg-reduced")
                .start()) {
            assertThat(mbu.ban().groups())
                    .extracting(SensorGroup::name)
                    .containsExactly("ecg", "ecg-reduced", "ecg-late", "ecg-reduced-late");
            assertThat(mbu.ban().lateGroupOf(1)).hasValue(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"motion", "pressure"})
    void onlyLiveGroupsOfTheBanMayBeNamed(String group) {
        assertThatThrownBy(() -> builder()
                        .input(TestSensor.group("motion", 50, ServiceClass.BULK))
                        .newestFirst(group)
                        .start())
                .hasMessageContaining(group);
    }
}
