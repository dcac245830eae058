package org.banip.measure.cpi;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.Way;
import org.banip.measure.cpi.process.Console;

/**
 * What happens to the link during a run: the address of the MBU's host changes, at even distances; an outage begins after a third of the run. One
 * thread.
 */
final class LinkEvents {
    private static final int BEFORE_OUTAGE = 3;
    private static final Set<Way> BOTH = Set.of(Way.values());

    private final Optional<EmulatedLink> link;
    private final int changes;
    private final long changeDistanceNanos;
    private final Duration outage;
    private final long outageNanos;
    private final List<Long> changedNanos = new ArrayList<>();
    private long outNanos;
    private long backNanos;

    /**
     * Events on a link; none without one.
     *
     * @param runNanos how long the sensors produce
     */
    LinkEvents(CpiSettings settings, long runNanos, Optional<EmulatedLink> link) {
        this.link = link;
        changes = settings.addressChanges();
        changeDistanceNanos = runNanos / (changes + 1);
        outage = settings.outage();
        outageNanos = runNanos / BEFORE_OUTAGE;
    }

    /**
     * Makes what is due.
     *
     * @param nanos since the sensors began
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
        if (outNanos == 0 && nanos >= outageNanos) {
            carrying.change(BOTH, new Change.Outage(true));
            outNanos = Console.epochNanos();
        } else if (outNanos != 0 && backNanos == 0 && Console.epochNanos() - outNanos >= outage.toNanos()) {
            backNanos = Console.epochNanos();
            carrying.change(BOTH, new Change.Outage(false));
        }
    }

    /** When the address changed, on the clock of the processes. */
    List<Long> addressChanges() {
        return List.copyOf(changedNanos);
    }

    /** The outage, on the clock of the processes; empty if there was none, or if it did not end. */
    Optional<Outage> outage() {
        return backNanos == 0 ? Optional.empty() : Optional.of(new Outage(outNanos, backNanos));
    }
}
