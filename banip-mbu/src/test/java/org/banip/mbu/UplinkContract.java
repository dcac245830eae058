package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviour of every uplink, over real sockets. Each of these tests runs with each uplink: those of this module, or those that the system
 * property {@code banip.uplinks} names, in a module with other uplinks.
 */
@ParameterizedClass
@MethodSource("uplinks")
abstract class UplinkContract extends MbuFixture {
    static final SensorGroup ECG = TestSensor.ecg();
    static final String STATEFUL = "packetizer(units=30,hold=0)|deflate(context=stream,key=1s)";

    @Parameter
    private String uplink;

    static List<String> uplinks() {
        return Arrays.asList(System.getProperty("banip.uplinks", "per-request,persistent,chunked")
                .split(",", -1));
    }

    @Override
    String uplink() {
        return uplink;
    }

    /** Packets and gaps cover these units without a hole or an overlap. The first packet, and each packet after a gap, is a key packet. */
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

    void awaitStalled() {
        soon("the host has got the request that it does not read").until(() -> host.faultsLeft(Kind.DATA) == 0);
    }
}
