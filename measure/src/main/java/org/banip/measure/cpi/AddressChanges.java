package org.banip.measure.cpi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.Way;
import org.banip.measure.cpi.process.Console;

/** Changes the address of the MBU's host during a run, at even distances. One thread. */
final class AddressChanges {
    private final int times;
    private final long distanceNanos;
    private final Optional<EmulatedLink> link;
    private final List<Long> madeNanos = new ArrayList<>();

    /**
     * Changes on a link; none without one.
     *
     * @param runNanos how long the sensors produce
     */
    AddressChanges(int times, long runNanos, Optional<EmulatedLink> link) {
        this.times = times;
        this.link = link;
        distanceNanos = runNanos / (times + 1);
    }

    /**
     * Makes the next change if it is due.
     *
     * @param nanos since the sensors began
     */
    void makeDue(long nanos) throws IOException {
        if (link.isPresent() && madeNanos.size() < times && nanos >= distanceNanos * (madeNanos.size() + 1)) {
            madeNanos.add(Console.epochNanos());
            link.get().change(Set.of(Way.values()), new Change.Address());
        }
    }

    /** When they were made, on the clock of the processes. */
    List<Long> madeNanos() {
        return List.copyOf(madeNanos);
    }
}
