package org.banip.measure.cpi;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.cpi.process.Console;

/**
 * Makes what happens to the link during a run: changes of the MBU's address, at even distances, and one outage, which begins after a third of the
 * run. The run calls {@link #makeDue} again and again. One thread.
 */
final class LinkEvents {
    /** The part of the run before the outage, as a divisor. */
    private static final int BEFORE_OUTAGE = 3;

    private static final long NOT_YET = 0;
    private static final Set<Way> BOTH = Set.of(Way.values());

    private final Optional<EmulatedLink> link;
    private final int changes;
    private final long changeDistanceNanos;
    private final Duration outage;
    private final boolean outageLoses;
    /** When the outage begins, since the sensors began. */
    private final long outageNanos;

    // On the clock of the processes.
    private final List<Long> changedNanos = new ArrayList<>();
    private long outNanos = NOT_YET;
    private long backNanos = NOT_YET;

    /**
     * For a run.
     *
     * @param settings say how often the address changes and how long the outage is
     * @param runNanos how long the sensors produce
     * @param link empty if it is not emulated; then nothing happens
     */
    LinkEvents(CpiSettings settings, long runNanos, Optional<EmulatedLink> link) {
        this.link = link;
        changes = settings.addressChanges();
        changeDistanceNanos = runNanos / (changes + 1);
        outage = settings.outage();
        outageLoses = settings.outageLoses();
        outageNanos = runNanos / BEFORE_OUTAGE;
    }

    /**
     * Makes at most one change of the address, and begins or ends the outage, if that is due.
     *
     * @param nanos since the sensors began
     * @throws IOException if the link does not take it
     */
    void makeDue(long nanos) throws IOException {
        if (link.isEmpty()) {
            return;
        }
        if (changedNanos.size() < changes && nanos >= changeDistanceNanos * (changedNanos.size() + 1)) {
            changedNanos.add(Console.epochNanos());
            link.get().change(BOTH, new Change.Address());
        }
        if (!outage.isZero()) {
            makeOutage(link.get(), nanos);
        }
    }

    private void makeOutage(EmulatedLink carrying, long nanos) throws IOException {
        if (outNanos == NOT_YET && nanos >= outageNanos) {
            setOut(carrying, true);
            outNanos = Console.epochNanos();
        } else if (isOut() && Console.epochNanos() - outNanos >= outage.toNanos()) {
            backNanos = Console.epochNanos();
            setOut(carrying, false);
        }
    }

    private void setOut(EmulatedLink carrying, boolean out) throws IOException {
        if (!outageLoses) {
            carrying.change(BOTH, new Change.Outage(out));
            return;
        }
        for (Way way : BOTH) {
            DirectionSettings usual = way == Way.UP
                    ? carrying.settings().up()
                    : carrying.settings().down();
            carrying.change(Set.of(way), new Change.Loss(out ? 1 : usual.loss()));
        }
    }

    private boolean isOut() {
        return outNanos != NOT_YET && backNanos == NOT_YET;
    }

    /** When the address changed, in nanoseconds since 1970 on the clock of the processes. */
    List<Long> addressChanges() {
        return List.copyOf(changedNanos);
    }

    /** The outage, as short as it can have been; empty if there was none, or if it did not end. */
    Optional<Outage> outage() {
        return backNanos == NOT_YET ? Optional.empty() : Optional.of(new Outage(outNanos, backNanos));
    }
}
