package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;

class SignalTraceTest {
    private static final Channel UPRIGHT = new Channel("a", "mV", 8, -128, 127, -1.28, 1.27);
    private static final Channel INVERTED = new Channel("b", "mV", 8, -128, 127, 1.28, -1.27);

    private static String drawn(SignalTrace trace, int columns) {
        DotCanvas canvas = new DotCanvas(columns, 1);
        trace.draw(canvas);
        return canvas.row(0, true);
    }

    private static SignalTrace of(Channel channel) {
        return new SignalTrace(channel, Frequency.ofHz(64), Duration.ofSeconds(1));
    }

    @Test
    void risingSamplesRiseTowardsTheRightEdge() {
        SignalTrace trace = of(UPRIGHT);
        for (int i = 0; i < 64; i++) {
            trace.add(i);
        }
        assertThat(drawn(trace, 2)).isEqualTo("⡤⠞");
        assertThat(trace.newest()).isEqualTo(0.63, org.assertj.core.data.Offset.offset(1e-9));
    }

    @Test
    void anInvertedSensorsPhysicalValueStillGrowsUpwards() {
        SignalTrace trace = of(INVERTED);
        for (int i = 0; i < 64; i++) {
            trace.add(-i);
        }
        assertThat(drawn(trace, 2)).isEqualTo("⡤⠞");
    }

    @Test
    void whatIsOlderThanTheWindowIsGone() {
        SignalTrace trace = of(UPRIGHT);
        trace.add(127);
        for (int i = 0; i < 64; i++) {
            trace.add(5);
        }
        assertThat(drawn(trace, 2)).as("a flat line").isEqualTo("⠤⠤");
    }

    @Test
    void aTraceThatBeginsIsDrawnFromWhereItBegins() {
        SignalTrace trace = of(UPRIGHT);
        assertThat(drawn(trace, 2)).isEqualTo("⠀⠀");
        assertThat(trace.newest()).isNaN();
        trace.add(3);
        assertThat(drawn(trace, 2)).isEqualTo("⠀⠠");
    }

    @Test
    void aSlowChannelShowsSeveralSamplesAllTheSame() {
        SignalTrace trace = new SignalTrace(UPRIGHT, new Frequency(1, 60), Duration.ofSeconds(1));
        trace.add(0);
        trace.add(100);
        assertThat(drawn(trace, 32)).endsWith("⣸");
    }
}
