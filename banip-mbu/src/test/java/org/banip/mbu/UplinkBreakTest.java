package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections, hosts and networks that break. */
class UplinkBreakTest extends UplinkContract {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 13, 40, 100, 160, 1000})
    void resumesAfterABreakOfTheDataRequest(int bytes) throws Exception {
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
    void registersAgainAfterABreakOfTheRegistration(boolean taken) throws Exception {
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
    void losesNothingInAnOutage() throws Exception {
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
    void statusHasTheTimeOfTheNextAttempt() throws Exception {
        host.stop();
        Duration hour = Duration.ofHours(1);
        try (MobileBaseUnit mbu = ecg(360).reconnect(new ReconnectSettings(hour, hour))
                .closeTimeout(Duration.ofMillis(1))
                .start()) {
            soon("it waits for the second retry")
                    .until(() -> eventsOf(MbuEvent.Disconnected.class).size() >= 2);
            assertThat(mbu.status().retryIn())
                    .hasValueSatisfying(left -> assertThat(left).isLessThanOrEqualTo(hour));
        }
    }

    @Test
    void statusHasNoNextAttemptWhileConnected() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            host.restart();
            offer(mbu.input("ecg"), 0, 180);
            assertDelivered(mbu);
            assertThat(mbu.status().retryIn()).isEmpty();
        }
    }

    @Test
    void registersAgainWhenTheHostHasForgottenTheInterconnect() throws Exception {
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
    void doesNotAcceptAWebPageAsAHost() throws Exception {
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

    /** For example, one flipped bit makes 000 of 200. */
    @Test
    void damagedStatusCodesAreBreaks() throws Exception {
        for (String status : new String[] {"000", "-20", "20", "99999999999"}) {
            String head = "HTTP/1.1 " + status + " OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            host.fail(Kind.REGISTER, Fault.raw(head));
            host.fail(Kind.DATA, Fault.raw(head));
            host.fail(Kind.REVERSE, Fault.raw(head));
        }
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
    }

    @Test
    void deliversExactlyThroughSeededFaults() throws Exception {
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
}
