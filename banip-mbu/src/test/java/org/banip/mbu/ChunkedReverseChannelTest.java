package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour of {@code chunked} only: an endless request, and a separate reverse channel. */
class ChunkedReverseChannelTest extends MbuFixture {
    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void reconnectsWhenTheReverseChannelIsSilent() throws Exception {
        host.keepAliveMillis = 50;
        host.missedKeepAlives = 3;
        host.fail(Kind.REVERSE, Fault.silence());
        try (MobileBaseUnit mbu = builder().input(TestSensor.ecg()).start()) {
            assertThat(awaitEvent(MbuEvent.Disconnected.class).get(0).reason()).contains("timed out");
            awaitState(mbu, MbuState.CONNECTED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void reconnectsWhenTheReverseChannelBreaks(int frames) throws Exception {
        host.keepAliveMillis = 20;
        host.fail(Kind.REVERSE, Fault.cutAfter(frames), Fault.cutAfter(frames));
        try (MobileBaseUnit mbu = ecg(3600).start()) {
            assertDelivered(mbu);
            awaitEvent(MbuEvent.Resumed.class);
        }
        assertStored(0, TestSensor.ecg(), 3600);
    }

    @Test
    void reactsToAnErrorOnTheReverseChannelOnly() throws Exception {
        try (MobileBaseUnit mbu = builder().input(TestSensor.ecg()).start()) {
            awaitEvent(MbuEvent.Connected.class);
            soon("the first data request has begun without a fault")
                    .until(() -> host.session().timeRequests.get() > 0);
            host.fail(Kind.DATA, Fault.report(ErrorCode.FORBIDDEN).after(100));
            host.breakConnections();
            awaitEvent(MbuEvent.Resumed.class); // the reverse channel is open
            offer(mbu.input("ecg"), 0, 360);
            assertThat(awaitEvent(MbuEvent.Refused.class))
                    .extracting(MbuEvent.Refused::code)
                    .containsOnly(ErrorCode.FORBIDDEN);
            assertDelivered(mbu); // one such answer is not final
        }
    }

    @Test
    void reactsToAnErrorInTheEarlyAnswerOnly() throws Exception {
        host.fail(
                Kind.DATA,
                Fault.answer(ErrorCode.FORBIDDEN).after(14),
                Fault.answer(ErrorCode.FORBIDDEN).after(14),
                Fault.answer(ErrorCode.FORBIDDEN).after(14));
        try (MobileBaseUnit mbu = builder().input(TestSensor.ecg()).start()) {
            awaitEvent(MbuEvent.Failed.class);
            assertThat(mbu.status().failure())
                    .hasValueSatisfying(e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN));
        }
    }

    @Test
    void refusalOfTheReverseChannelIsFinalAfterThreeTimes() throws Exception {
        host.fail(
                Kind.REVERSE,
                Fault.refuse(ErrorCode.FORBIDDEN),
                Fault.refuse(ErrorCode.FORBIDDEN),
                Fault.refuse(ErrorCode.FORBIDDEN));
        try (MobileBaseUnit mbu = ecg(360).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE)).isInstanceOf(BanipException.class);
        }
    }

    @Test
    void packetsThatAreReadyTogetherShareAChunk() throws Exception {
        host.stop();
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .sendWindow(Duration.ZERO)
                .start()) {
            offer(mbu.input("ecg"), 0, 1000);
            soon("all is encoded").until(() -> mbu.status().groups().get(0).packets() == 100);
            host.startAgain();
            assertDelivered(mbu);
        }
        SeenRequest data = dataRequest();
        assertThat(data.chunks().get(0)).isGreaterThan(100 * 40);
    }

    @Test
    void oneFlushIsOneChunk() throws Exception {
        host.keepAliveMillis = 60_000; // no keep-alives, even on a slow machine
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            SensorInput input = mbu.input("ecg");
            for (int i = 0; i < 20; i++) {
                offer(input, 10L * i, 10);
                assertDelivered(mbu);
            }
        }
        // One chunk for each packet and one for the end. The time request is in the first one, or has a chunk of its
        // own.
        assertThat(dataRequest().chunks()).hasSizeBetween(21, 22).endsWith(0);
    }

    private SeenRequest dataRequest() {
        return requestsOfEndedMbus().stream()
                .filter(SeenRequest::isData)
                .findFirst()
                .orElseThrow();
    }
}
