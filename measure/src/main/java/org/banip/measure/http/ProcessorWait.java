package org.banip.measure.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.measure.http.connection.Loops;

/** How long the event loop of a process has waited for a processor, as the kernel counts it ({@code /proc/PID/task/TID/schedstat}). */
final class ProcessorWait {
    private static final double NANOS_PER_SECOND = 1e9;

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

    /** Seconds since the thread began; 0 if the kernel does not count them. */
    double seconds() throws IOException {
        if (statistics.isEmpty()) {
            return 0;
        }
        String[] numbers = Files.readString(statistics.get()).trim().split(" ", -1);
        return Long.parseLong(numbers[1]) / NANOS_PER_SECOND;
    }
}
