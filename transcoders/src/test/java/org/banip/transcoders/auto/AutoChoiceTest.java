package org.banip.transcoders.auto;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.AwkwardSignals;
import org.banip.transcoders.ChangingSignals;
import org.banip.transcoders.Recordings;
import org.banip.transcoders.Signal;
import org.banip.transcoders.Transcript;
import org.junit.jupiter.api.Test;

/**
 * {@code auto} is never more than half a point worse than the best of its candidates, whatever the signal and the packets' length; where
 * that is less than a byte for each key packet, which names the coder, not more than these bytes.
 */
class AutoChoiceTest {
    private static final double[] SECONDS = {0.1, 0.5, 2};
    private static final double MOST_LOST = 0.005;
    private static final double MOST_LOST_HIGH = 0.01;
    private static final int BEGINNING = 20_000;

    @Test
    void generatedSignalsAreCodedAsByTheBestCandidate() {
        assertAsGoodAsTheBest(ChangingSignals.all(), MOST_LOST, "auto", "rice", "predict");
    }

    @Test
    void slowSignalsAreCodedAsByTheBestCandidate() {
        assertAsGoodAsTheBest(ChangingSignals.slow(), MOST_LOST, "auto(key=60min)", "rice", "predict(key=60min)");
    }

    @Test
    void recordingsAreCodedAsByTheBestCandidate() {
        assumeThat(Recordings.all()).as(Recordings.absence()).isNotEmpty();
        assertAsGoodAsTheBest(Recordings.all(), MOST_LOST, "auto", "rice", "predict");
    }

    /** A point, as coders that learn for a minute are harder to judge. */
    @Test
    void theDearestCandidateIsTakenWhereItIsTheBest() {
        List<Signal> signals = new ArrayList<>();
        for (Signal signal : Recordings.all()) {
            if (signal.group().frequency().hertz() <= 1) {
                continue; // so short a recording is mostly numbers of coders
            }
            signals.add(AwkwardSignals.cut(
                    signal, BEGINNING / signal.group().channels().size()));
        }
        signals.add(AwkwardSignals.wandering(Signal.group("250", 2, 16), BEGINNING / 2, 5, 3));
        signals.add(Signal.noise(Signal.group("100", 1, 16), BEGINNING, 4));
        assertAsGoodAsTheBest(signals, MOST_LOST_HIGH, "auto(effort=high)", "rice", "predict", "predict(effort=high)");
    }

    private static void assertAsGoodAsTheBest(
            List<Signal> signals, double mostLost, String auto, String... candidates) {
        SoftAssertions softly = new SoftAssertions();
        for (Signal signal : signals) {
            for (double seconds : SECONDS) {
                long best = signal.bytes().length;
                for (String candidate : candidates) {
                    best = Math.min(best, encode(candidate, signal, seconds).bytes);
                }
                Encoded chosen = encode(auto, signal, seconds);
                long allowed = Math.max((long) (mostLost * signal.bytes().length), chosen.keyPackets);
                softly.assertThat(chosen.bytes)
                        .as("bytes of %s, %s s, %d bytes", signal, seconds, signal.bytes().length)
                        .isLessThanOrEqualTo(best + allowed);
            }
        }
        softly.assertAll();
    }

    /** What an encoder made of a signal. */
    private record Encoded(long bytes, long keyPackets) {}

    private static Encoded encode(String text, Signal signal, double seconds) {
        int perBlock = Math.max(1, (int) signal.group().frequency().unitAtOrAfter((long) (1e9 * seconds)));
        long[] found = new long[2];
        Block block = new Block(1024);
        try (ChainEncoder encoder = Transcript.chain(text).newEncoder(signal.group())) {
            for (int unit = 0; unit < signal.units(); unit += perBlock) {
                signal.fill(block, unit, Math.min(perBlock, signal.units() - unit));
                encoder.encode(block, packet -> {
                    found[0] += packet.length();
                    found[1] += packet.key() ? 1 : 0;
                });
            }
        }
        return new Encoded(found[0], found[1]);
    }
}
