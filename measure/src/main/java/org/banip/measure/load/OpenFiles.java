package org.banip.measure.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether processes may open the files that a step needs. */
final class OpenFiles {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern HARD = Pattern.compile("(?m)^Max open files\\s+\\S+\\s+(\\d+)");
    private static final int OWN = 250;

    private OpenFiles() {}

    /** The limit of each process; {@code Long.MAX_VALUE} if there is none, or the system does not tell. */
    static long limit() {
        try {
            Matcher line = HARD.matcher(Files.exists(LIMITS) ? Files.readString(LIMITS) : "");
            return line.find() ? Long.parseLong(line.group(1)) : Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Checks a step.
     *
     * @throws IllegalArgumentException if a process needs more than it may have; says what to do
     */
    static void check(int mbus, LoadSettings settings, long limit) {
        List<String> lacking = new ArrayList<>();
        check(lacking, "the host", 2L * mbus, limit);
        if (settings.throughBroker()) {
            check(lacking, "the broker", 4L * mbus, limit);
        }
        int processes = Math.min(mbus, settings.clients().processes());
        check(lacking, "each load process", 2L * ((mbus + processes - 1) / processes), limit);
        if (!lacking.isEmpty()) {
            long most = (limit - OWN) / (settings.throughBroker() ? 4 : 2);
            throw new IllegalArgumentException(mbus + " MBUs: " + String.join(", ", lacking) + ", allowed are " + limit
                    + " (ulimit -Hn). Raise the limit (nofile in /etc/security/limits.conf, LimitNOFILE= of a unit),"
                    + " or take at most " + most + " MBUs; more --processes help load processes only");
        }
    }

    private static void check(List<String> lacking, String who, long connections, long limit) {
        if (connections + OWN > limit) {
            lacking.add(who + " needs " + (connections + OWN) + " open files");
        }
    }
}
