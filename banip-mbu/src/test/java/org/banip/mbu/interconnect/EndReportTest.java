package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathForecast;
import org.junit.jupiter.api.Test;

/** What the host is told of the end of a path, and how rarely. */
class EndReportTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private long now = 1_000 * SECOND;
    private long lostNanos = PathForecast.NO_END;
    private final PathEnd end = new PathEnd(
            "wifi", (path, at) -> lostNanos == PathForecast.NO_END ? lostNanos : Math.max(0, lostNanos - at));
    private final PathMeter meter =
            new PathMeter(0, PathSettings.named("wifi"), PathPolicySettings.DEFAULT, Duration.ZERO, end);
    private EndReport report = new EndReport(end, meter, false, now);

    /** The times that the report tells while it looks this often. */
    private List<Long> told(int looks) {
        FrameBuffer out = new FrameBuffer(64);
        for (int look = 0; look < looks; look++) {
            report.append(out, now);
            report.append(out, now + SECOND / 10); // between two looks
            assertThat(report.nextLookNanos() - now).isEqualTo(SECOND / 4);
            now += SECOND / 4;
        }
        List<Long> millis = new ArrayList<>();
        FrameHandler handler = new FrameHandler() {
            @Override
            public void sequenced(Sequenced item) {
                throw new AssertionError(item);
            }

            @Override
            public void control(Control frame) {
                millis.add(((Control.PathEnd) frame).millis());
            }
        };
        new FrameDecoder(Collections.emptyList(), new boolean[0], handler, "test").feed(out.bytes(), 0, out.length());
        return millis;
    }

    @Test
    void anEndThatIsForeseenRightlyIsToldOnce() {
        assertThat(told(8)).isEmpty();
        lostNanos = now + 61 * SECOND;
        assertThat(told(1)).as("not in sight").isEmpty();
        now = lostNanos - 30 * SECOND;
        assertThat(told(200)).containsExactly(29_900L);
        assertThat(now).as("it is lost").isGreaterThan(lostNanos);
    }

    @Test
    void theHostLeavesItWhenItsFramesWouldNotArrive() {
        meter.roundTrip(400 * MILLI, now);
        lostNanos = now + 10 * SECOND;
        assertThat(told(1)).containsExactly(9_700L);
    }

    @Test
    void anotherForecastIsTold() {
        lostNanos = now + 20 * SECOND;
        assertThat(told(1)).containsExactly(19_900L);
        lostNanos += 3 * SECOND;
        assertThat(told(1)).as("about the same").isEmpty();
        lostNanos -= 13 * SECOND;
        assertThat(told(1)).containsExactly(9_400L);
        lostNanos = now;
        assertThat(told(20)).containsExactly(0L);
        lostNanos = PathForecast.NO_END;
        assertThat(told(20)).containsExactly(Control.PathEnd.NO_END_MILLIS);
    }

    @Test
    void aNewConnectionTellsAgainBecauseTheHostMayHoldToWhatItWasTold() {
        lostNanos = now;
        assertThat(told(1)).containsExactly(0L);
        lostNanos = PathForecast.NO_END;
        report = new EndReport(end, meter, report.hasTold(), now);
        assertThat(told(4)).containsExactly(Control.PathEnd.NO_END_MILLIS);
    }

    @Test
    void withoutAForecastItIsNeverLookedAt() {
        EndReport none = new EndReport(PathEnd.none("wifi"), meter, false, now);
        FrameBuffer out = new FrameBuffer(64);
        none.append(out, now);
        assertThat(out.length()).isZero();
        assertThat(none.nextLookNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
