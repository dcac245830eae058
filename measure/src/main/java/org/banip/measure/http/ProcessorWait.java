package org.banip.measure.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.measure.http.connection.Loops;

/**
 * How long the event loop of a process has waited for a processor, as the kernel counts it ({@code /proc/PID/task/TID/schedstat}), beyond half a
 * millisecond each time: so little delays a packet less than the link may.
 */
final class ProcessorWait {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS_EACH_TIME = 0.0005;

    private final Optional<Path> statistics;

    /** Of the process, whose event loop has begun. */
    ProcessorWait(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            statistics = threads.filter(ProcessorWait::loops)
                    .findFirst()
                    .map(thread -> thread.resolve("schedstat"))
                    .filter(Files::isReadable); // not every kernel counts it
        }
    }

    private static boolean loops(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).startsWith(Loops.NAME);
        } catch (IOException e) {
            return false; // it has just ended
        }
    }

    /** Whether the kernel counts it, and there is a loop. */
    boolean known() {
        return statistics.isPresent();
    }

    /** What the thread has waited since it began; nothing if the kernel does not count it. */
    Waited now() throws IOException {
        if (statistics.isEmpty()) {
            return new Waited(0, 0);
        }
        String[] numbers = Files.readString(statistics.get()).trim().split(" ", -1);
        return new Waited(Long.parseLong(numbers[1]) / NANOS_PER_SECOND, Long.parseLong(numbers[2]));
    }

    /**
     * Waits of a thread.
     *
     * @param seconds in all
     * @param times that it was given a processor
     */
    record Waited(double seconds, long times) {
        /** Seconds since an earlier reading, beyond half a millisecond each time; not negative. */
        double beyondUsualSince(Waited earlier) {
            return Math.max(0, seconds - earlier.seconds - SECONDS_EACH_TIME * (times - earlier.times));
        }
    }
}
