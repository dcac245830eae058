package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

class ChangeWatcherTest {
    private static final Rule.Place PLACE = new Rule.Place(Optional.empty(), "HR");
    private static final SensorGroup FAST =
            SensorGroup.live("ecg", Frequency.ofHz(1000), List.of(new Channel("HR", "/min", 9, 0, 300, 0, 300)));

    private record Seen(long nanos, double value) {}

    /** Looks at all samples of the time, each time anew. */
    private static boolean applies(List<Seen> all, int from, long within, double by) {
        long last = all.get(all.size() - 1).nanos;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (Seen seen : all.subList(from, all.size())) {
            if (seen.nanos >= last - within) {
                min = Math.min(min, seen.value);
                max = Math.max(max, seen.value);
            }
        }
        return max - min > by;
    }

    @Test
    void findsWhatALookAtAllSamplesFinds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            long within = 1L + random.nextInt(50);
            double by = 1 + random.nextInt(20);
            ChangeWatcher watcher = new ChangeWatcher(new Rule.Change("jump", PLACE, by, Duration.ofNanos(within)));
            List<Seen> all = new ArrayList<>();
            int from = 0;
            long nanos = 0;
            boolean was = false;
            for (int i = 0; i < 300; i++) {
                nanos += 1L + random.nextInt(10);
                if (random.nextInt(40) == 0) {
                    watcher.interrupt();
                    from = all.size();
                }
                all.add(new Seen(nanos, random.nextInt(30)));
                boolean is = applies(all, from, within, by);
                Watcher.Outcome expected =
                        is == was ? Watcher.Outcome.NOTHING : is ? Watcher.Outcome.BEGINS : Watcher.Outcome.ENDS;
                assertThat(watcher.next(nanos, all.get(i).value))
                        .as("seed %s, round %s, sample %s", seed, round, i)
                        .isEqualTo(expected);
                was = is;
            }
        }
    }

    @Test
    void timeWithMoreSamplesThanAreKeptIsRefused() {
        Rule rule = new Rule.Change("jump", PLACE, 30, Duration.ofMinutes(2));
        assertThatThrownBy(() -> Watcher.of(rule, FAST))
                .hasMessage("rule jump: 120000 ms of group ecg are 120000 samples, at most 65536 are watched");
    }
}
