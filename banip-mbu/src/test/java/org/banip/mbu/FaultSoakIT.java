package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Groups of all classes, and random faults of the host and its connections from a seed. A full spool sets the pace, so the number of packets
 * between two faults does not depend on the machine.
 */
class FaultSoakIT extends MbuFixture {
    private static final SensorGroup ALARM = TestSensor.group("alarm", 2, ServiceClass.ALARM);
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final List<SensorGroup> GROUPS = List.of(ALARM, ECG, MOTION);

    private static final ErrorCode[] PASSING = {
        ErrorCode.TRUNCATED,
        ErrorCode.SEQUENCE_BEYOND_WINDOW,
        ErrorCode.LIMIT_REACHED,
        ErrorCode.STORAGE_UNAVAILABLE,
        ErrorCode.HOST_UNAVAILABLE,
        ErrorCode.SILENT,
        ErrorCode.INTERNAL
    };
    private static final int INCIDENTS = 60;
    private static final int SECONDS_BETWEEN = 2;

    private String uplink = "";

    @Override
    String uplink() {
        return uplink;
    }

    @ParameterizedTest
    @CsvSource({"chunked,1", "chunked,2", "persistent,3", "per-request,4"})
    void everythingIsStoredOnceAndInOrder(String name, long seed) throws Exception {
        uplink = name;
        Random random = new Random(seed);
        try (MobileBaseUnit mbu = start()) {
            offerSeconds(mbu, 0, SECONDS_BETWEEN);
            assertDelivered(mbu);
            for (int i = 1; i <= INCIDENTS; i++) {
                incident(random);
                offerSeconds(mbu, i * SECONDS_BETWEEN, SECONDS_BETWEEN);
                if (random.nextInt(3) == 0) {
                    assertDelivered(mbu);
                }
            }
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations())
                    .as("some incidents made it register again, seed %s", seed)
                    .isGreaterThan(1);
        }
        int seconds = (INCIDENTS + 1) * SECONDS_BETWEEN;
        for (int g = 0; g < GROUPS.size(); g++) {
            assertStored(g, GROUPS.get(g), units(GROUPS.get(g), seconds));
        }
    }

    private MobileBaseUnit start() {
        MobileBaseUnitBuilder builder = builder()
                .chain("packetizer(units=20,hold=0)")
                .chain("ecg", "packetizer(units=36,hold=0)|deflate(context=stream,key=2s)")
                .spool(new SpoolSettings(100, 1 << 20, 8192));
        for (SensorGroup group : GROUPS) {
            builder.input(group).fullPolicy(group.name(), FullPolicy.WAIT);
        }
        return builder.start();
    }

    private static void offerSeconds(MobileBaseUnit mbu, int from, int seconds) {
        for (SensorGroup group : GROUPS) {
            offer(mbu.input(group.name()), units(group, from), units(group, seconds));
        }
    }

    private static int units(SensorGroup group, int seconds) {
        return (int) group.frequency().unitAtOrAfter(seconds * 1_000_000_000L);
    }

    private void incident(Random random) throws Exception {
        switch (random.nextInt(7)) {
            case 0:
                host.restart();
                break;
            case 1:
                host.forget();
                host.breakConnections();
                break;
            case 2:
                host.breakConnections();
                break;
            case 3:
                host.fail(Kind.DATA, Fault.cutAfter(random.nextInt(5000)));
                host.breakConnections();
                break;
            case 4:
                host.fail(
                        Kind.DATA,
                        Fault.refuse(PASSING[random.nextInt(PASSING.length)]).after(random.nextInt(3000)));
                host.breakConnections();
                break;
            case 5:
                host.fail(Kind.DATA, Fault.dropAnswer());
                host.fail(Kind.REVERSE, Fault.cutAfter(random.nextInt(30)));
                host.breakConnections();
                break;
            default:
                host.fail(Kind.REGISTER, random.nextBoolean() ? Fault.dropAnswer() : Fault.cutAfter(0));
                host.forget();
                host.breakConnections();
        }
    }
}
