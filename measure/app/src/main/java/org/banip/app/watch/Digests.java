package org.banip.app.watch;

import java.io.PrintWriter;
import java.util.UUID;
import org.banip.app.terminal.Figures;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.SensorSetDigest;
import org.jspecify.annotations.Nullable;

/** Says what is received, and digests each session as an export digests what is stored. Guarded by its monitor. */
public final class Digests implements SurrogateListener {
    private final PrintWriter out;
    private @Nullable SurrogateDescription present;
    private @Nullable SensorSetDigest digest;

    /** Prints the digests of a session when the next one appears, and on {@link #print}. */
    public Digests(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void appeared(SurrogateDescription surrogate) {
        out.println("receives BAN " + surrogate.ban().id());
        SurrogateDescription before = present;
        UUID session = before == null ? new UUID(0, 0) : before.session();
        if (!surrogate.session().equals(session)) {
            print();
            present = surrogate;
            digest = new SensorSetDigest(surrogate.ban());
        }
    }

    @Override
    public synchronized void delivered(SensorData data) {
        SensorSetDigest current = digest;
        if (current != null) {
            current.update(
                    data.header().group(),
                    data.toByteArray(),
                    0,
                    data.unitCount(),
                    data.header().originNanos(),
                    data.header().firstUnit());
        }
    }

    /** Prints a line for each group of the last session. */
    public synchronized void print() {
        SurrogateDescription of = present;
        SensorSetDigest current = digest;
        if (of == null || current == null) {
            return;
        }
        int number = 0;
        for (SensorGroup group : of.ban().groups()) {
            String late = group.lateAs()
                    .map(other -> "; what came later is in " + other + ", an export has both as one")
                    .orElse("");
            String unit = group.events().isPresent() ? "event" : "sensor set";
            out.println(group.name() + ": " + Figures.counted(current.sets(number), unit) + ", sha256 "
                    + current.hex(number) + late);
            number++;
        }
        present = null;
        digest = null;
    }
}
