package org.banip.measure.faults.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the suite's JVMs are started: small, and fast to start. */
final class Jvm {
    static final List<String> FLAGS = flags();

    private Jvm() {}

    private static List<String> flags() {
        List<String> flags =
                new ArrayList<>(List.of("-Xlog:disable", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx160m"));
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED"); // SQLite's driver loads a library
        }
        return List.copyOf(flags);
    }

    /** Without the user's settings of BANip, and with another time of day if there is one. */
    static void environment(ProcessBuilder builder, Optional<ShiftedClock> clock) {
        builder.environment().keySet().removeIf(variable -> variable.startsWith("BANIP_"));
        clock.ifPresent(shifted -> shifted.setIn(builder.environment()));
    }
}
