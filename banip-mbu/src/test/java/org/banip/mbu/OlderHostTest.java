package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host of an older version, which does not know a parameter of the default chain. */
class OlderHostTest extends MbuFixture {
    /** The answer of a build of 25 November 2026. */
    private static final String ANSWER =
            "packetizer: hold=auto is not allowed; allowed is a duration from 0 to 60min, written as a"
                    + " whole number and ms, s or min";

    private String uplink = "chunked";

    @Override
    String uplink() {
        return uplink;
    }

    @BeforeEach
    void becomesOld() {
        host.unknownInChain = "hold=auto";
        host.chainRefusal = ANSWER;
        host.knowsAdding = false;
        host.knowsRetiring = false;
    }

    private List<MbuEvent> replaced() {
        return events.stream().filter(MbuEvent.ChainReplaced.class::isInstance).collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "persistent"})
    void theDefaultChainIsReplacedByOneThatItKnows(String by) throws Exception {
        uplink = by;
        try (MobileBaseUnit mbu = ecg(7200).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, TestSensor.ecg(), 7200);
        assertThat(host.session().chain(0)).startsWith("packetizer(units=255,hold=500ms)|auto(");
        assertThat(replaced())
                .containsExactly(
                        new MbuEvent.ChainReplaced(MobileBaseUnit.DEFAULT_CHAIN, MobileBaseUnit.OLDER_DEFAULT_CHAIN));
        assertThat(events)
                .filteredOn(MbuEvent.Refused.class::isInstance)
                .hasSize(HURRY.finalAttempts())
                .containsOnly(new MbuEvent.Refused(ErrorCode.INVALID_CHAIN, ANSWER));
    }

    /** The host goes away in between: the session is registered with the same chain again. */
    @Test
    void theSessionGoesOnWithThatChain() throws Exception {
        SensorGroup group = TestSensor.ecg();
        try (MobileBaseUnit mbu = builder().input(group).startTimeout(PATIENCE).start()) {
            offer(mbu.input(group.name()), 0, 1000);
            assertDelivered(mbu);
            host.restart();
            host.forget();
            offer(mbu.input(group.name()), 1000, 1000);
            assertDelivered(mbu);
        }
        assertThat(replaced()).hasSize(1);
        assertThat(events).noneMatch(MbuEvent.SessionBegun.class::isInstance);
        assertStored(0, group, 2000);
    }

    @Test
    void aChainThatTheAppHasSetIsNotReplaced() {
        assertThatThrownBy(() -> ecg(720).chain(MobileBaseUnit.DEFAULT_CHAIN)
                        .startTimeout(PATIENCE)
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(ANSWER);
        assertThat(replaced()).isEmpty();
    }

    /** Another chain does not help: the app hears what the host has said of it. */
    @Test
    void itIsReplacedOnce() {
        host.unknownInChain = "auto";
        assertThatThrownBy(() -> ecg(720).startTimeout(PATIENCE).start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(ANSWER);
        assertThat(replaced()).hasSize(1);
    }

    @Test
    void aGroupThatIsAddedBeginsANewSessionWithTheSameChain() throws Exception {
        SensorGroup other = TestSensor.group("other", 50, ServiceClass.LIVE);
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
            offer(mbu.addGroup(other).input(), 0, 20);
            assertDelivered(mbu);
        }
        assertThat(host.session(1).chain(1)).startsWith("packetizer(units=255,hold=500ms)|auto(");
        assertThat(replaced()).hasSize(1);
    }

    /** Only the encoder looks at the parameter. */
    @Test
    void bothChainsDecodeTheSame() {
        Transcoders known = Transcoders.installed();
        String now = TranscodingChain.parse(MobileBaseUnit.DEFAULT_CHAIN, known).toString();
        String older = TranscodingChain.parse(MobileBaseUnit.OLDER_DEFAULT_CHAIN, known)
                .toString();
        assertThat(older.replace("hold=500ms", "hold=auto")).isEqualTo(now);
    }
}
