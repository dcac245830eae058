package org.banip.measure.faults.alert;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.record.MbuRun;

/**
 * Which alerts the stored signal of an MBU has: the detector's condition, written once more. It begins above a limit, and ends as soon as the signal
 * is well below it; a gap changes nothing. Immutable.
 */
final class ExpectedAlerts {
    /** Which group and channel is watched. */
    static final int GROUP = 1;

    private static final int CHANNEL = 0;
    /** Half digital steps, so that no rounding decides. The signal rises from 0 to more than 2,000, and begins again. */
    private static final double LIMIT = 1310.5;

    private static final double HYSTERESIS = 200;

    private final Map<Instant, Boolean> ended;

    private ExpectedAlerts(Map<Instant, Boolean> ended) {
        this.ended = ended;
    }

    /** The alerts of these processes, in order, as far as their sensor sets are stored. */
    static ExpectedAlerts of(List<MbuRun> runs) {
        Map<Instant, Boolean> found = new LinkedHashMap<>();
        Optional<Instant> open = Optional.empty();
        Optional<UUID> session = Optional.empty();
        for (MbuRun run : runs) {
            boolean same = session.equals(Optional.of(run.session()));
            session = Optional.of(run.session());
            open = same ? open : Optional.empty(); // what a session leaves open nobody ends for it
            for (long unit = 0; unit < run.found(GROUP); unit++) {
                int sample = run.signal().sample(GROUP, CHANNEL, unit);
                if (open.isEmpty() && sample > LIMIT) {
                    open = Optional.of(instant(run, unit));
                    found.put(open.get(), false);
                } else if (open.isPresent() && sample < LIMIT - HYSTERESIS) {
                    found.put(open.get(), true);
                    open = Optional.empty();
                }
            }
        }
        return new ExpectedAlerts(found);
    }

    private static Instant instant(MbuRun run, long unit) {
        return Instant.ofEpochSecond(0, group().frequency().instantNanos(run.originNanos(), unit));
    }

    private static SensorGroup group() {
        return FaultSignal.GROUPS.get(GROUP);
    }

    /** By the instant since when it holds: whether it has ended. */
    Map<Instant, Boolean> ended() {
        return ended;
    }

    /** How many steps they have. */
    long steps() {
        return ended.values().stream().mapToInt(over -> over ? 2 : 1).sum();
    }

    /** The declaration of the detector, in JSON. */
    static String detectors() {
        Channel channel = group().channels().get(CHANNEL);
        return "{\"detectors\": [{\"name\": \"high\", \"kind\": \"threshold\", \"group\": \"" + group().name()
                + "\", \"channel\": \"" + channel.label() + "\", \"above\": "
                + (LIMIT - channel.baseline()) / channel.gain() + ", \"hysteresis\": " + HYSTERESIS / channel.gain()
                + "}]}";
    }
}
