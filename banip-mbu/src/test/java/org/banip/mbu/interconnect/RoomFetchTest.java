package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.interconnect.SendWindowTest.MILLI;
import static org.banip.mbu.interconnect.SendWindowTest.TARGET;

import org.junit.jupiter.api.Test;

/** When a link asks for acknowledgements because the spool is nearly full. */
class RoomFetchTest {
    private final ManualClock clock = new ManualClock();
    private int opened;
    private final SendWindow window = new SendWindow(TARGET, clock, () -> opened++);

    @Test
    void asksBehindWhatWasSentAndOnlyOnce() {
        assertThat(window.takeRoomRequest(clock.nanos)).isFalse();
        window.sent(0, 1, 100);
        assertThat(window.takeRoomRequest(clock.nanos)).isTrue();
        assertThat(window.takeRoomRequest(clock.nanos)).isFalse();
        clock.nanos += 60_000 * MILLI;
        assertThat(window.takeRoomRequest(clock.nanos))
                .as("nothing was sent since")
                .isFalse();
    }

    @Test
    void oneRequestAtATime() {
        window.sent(0, 1, 100);
        assertThat(window.takeRoomRequest(clock.nanos)).isTrue();
        long requested = clock.nanos;
        clock.nanos += 50 * MILLI;
        window.sent(0, 2, 100);
        assertThat(window.takeRoomRequest(clock.nanos)).isFalse();
        assertThat(window.timed(requested, requested)).isTrue();
        assertThat(opened).as("wakes the link, because the second item waits").isEqualTo(1);
        assertThat(window.takeRoomRequest(clock.nanos)).isTrue();
        assertThat(window.timed(clock.nanos, clock.nanos)).isTrue();
        assertThat(opened).isEqualTo(1);
    }

    @Test
    void answerThatDoesNotComeIsNotWaitedForForEver() {
        window.sent(0, 1, 100);
        assertThat(window.takeRoomRequest(clock.nanos)).isTrue();
        window.sent(0, 2, 100);
        clock.nanos += 999 * MILLI;
        assertThat(window.takeRoomRequest(clock.nanos)).isFalse();
        clock.nanos += MILLI;
        assertThat(window.takeRoomRequest(clock.nanos)).isTrue();
    }

    @Test
    void nothingIsFetchedWhenAllIsAcknowledged() {
        window.sent(0, 1, 100);
        clock.nanos += 100 * MILLI;
        window.acknowledged(new long[] {1});
        assertThat(window.takeRoomRequest(clock.nanos)).isFalse();
    }
}
