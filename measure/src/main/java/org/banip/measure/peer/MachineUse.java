package org.banip.measure.peer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Load of the machine during a measurement, all programs included.
 *
 * @param busy share of the time of all processors; below 0 if unknown
 * @param load the load average of the last minute at the end; below 0 if unknown
 */
public record MachineUse(double busy, double load) {
    /** Not measured. */
    static final MachineUse NONE = new MachineUse(-1, -1);

    private static final Path TICKS = Path.of("/proc/stat");
    private static final long PROCESSORS = Math.max(1, countProcessors());
    /** {@code proc(5)}: "user nice system idle iowait irq softirq steal", then time of guests, which is part of the first two. */
    private static final int FIELDS = 8;

    private static final int IDLE = 3;
    private static final int WAITING = 4;

    /**
     * Where the system's count stands.
     *
     * @param busyTicks ticks in which a processor was busy
     * @param allTicks of all processors
     */
    public record Look(long busyTicks, long allTicks) {
        /** The current counters; empty if the system does not have them. */
        public static Look now() {
            try {
                return parse(Files.readAllLines(TICKS).get(0));
            } catch (IOException e) {
                return new Look(0, 0);
            }
        }

        /** Reads the first line of {@code /proc/stat}. */
        static Look parse(String line) {
            String[] words = line.trim().split("\\s+", -1);
            long busy = 0;
            long all = 0;
            for (int field = 0; field < FIELDS && field + 1 < words.length; field++) {
                long ticks = Long.parseLong(words[field + 1]);
                all += ticks;
                busy += field == IDLE || field == WAITING ? 0 : ticks;
            }
            return new Look(busy, all);
        }
    }

    /** Load since an earlier measurement. */
    public static MachineUse since(Look first) {
        return between(first, Look.now(), loadAverage());
    }

    static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    static MachineUse between(Look first, Look last, double load) {
        long all = last.allTicks() - first.allTicks();
        return new MachineUse(all <= 0 ? -1 : (double) (last.busyTicks() - first.busyTicks()) / all, load);
    }

    /** The share of other programs, without the processor time of a run's own processes; below 0 if unknown. */
    double others(CpuWindow own) {
        return busy < 0 || own.wallSeconds() <= 0
                ? -1
                : Math.max(0, busy - own.cpuSeconds() / own.wallSeconds() / PROCESSORS);
    }

    /** Number of processors, including those that this program may not use. */
    private static long countProcessors() {
        try (Stream<String> lines = Files.lines(TICKS)) {
            return lines.filter(line -> line.matches("cpu\\d+ .*")).count();
        } catch (IOException e) {
            return 0; // then their load is unknown, too
        }
    }
}
