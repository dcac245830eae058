package org.banip.measure.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.measure.faults.machine.DatabasePart;
import org.banip.measure.faults.machine.ShiftedClock;
import org.banip.measure.faults.machine.SmallDisk;

/**
 * What this machine makes possible.
 *
 * @param noDisks why disks cannot be full or read-only; empty if they can
 * @param noClocks why clocks cannot jump; empty if they can
 * @param noDatabase why there is no PostgreSQL; empty if there is
 */
record Possible(Optional<String> noDisks, Optional<String> noClocks, Optional<String> noDatabase) {
    /** Looks at the machine. */
    static Possible here() {
        return new Possible(SmallDisk.missing(), ShiftedClock.missing(), DatabasePart.missing());
    }

    boolean disks() {
        return noDisks.isEmpty();
    }

    boolean clocks() {
        return noClocks.isEmpty();
    }

    /** What is left out, and why. */
    List<String> leftOut(boolean wantsDatabase) {
        List<String> lines = new ArrayList<>();
        noDisks.ifPresent(why -> lines.add("left out: disk-full, read-only; " + why));
        noClocks.ifPresent(why -> lines.add("left out: clock; " + why));
        if (wantsDatabase) {
            noDatabase.ifPresent(why -> lines.add("left out: PostgreSQL; " + why));
        }
        return lines;
    }
}
