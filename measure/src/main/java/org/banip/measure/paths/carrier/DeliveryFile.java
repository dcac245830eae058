package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.paths.scenario.Workload;

/**
 * The back-end's file of deliveries: group, unit, bytes, scheduled instant, instant of delivery. What was sent before the load does not count. A long
 * run's is larger than memory.
 */
final class DeliveryFile {
    private static final int ALARMS = 0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path file;

    DeliveryFile(Path file) {
        this.file = file;
    }

    /**
     * What arrived when; time begins with the first scheduled instant.
     *
     * @param goNanos what was scheduled before is not of the load
     */
    Arrivals arrivals(StudiedCase studied, long goNanos) throws IOException {
        long origin = origin(goNanos);
        Arrivals arrivals = new Arrivals(origin, studied.firstTrouble());
        boolean alarms = studied.work().kind() == Workload.Kind.ALARMS;
        long alarmsFrom = origin + studied.firstTrouble().toNanos();
        try (Stream<String> lines = Files.lines(file)) {
            lines.skip(1)
                    .map(DeliveryFile::fields)
                    .filter(row -> scheduled(row) >= goNanos)
                    .forEach(row -> {
                        long scheduled = scheduled(row);
                        long delivered = Long.parseLong(row[4]);
                        arrivals.add(delivered, Long.parseLong(row[2]));
                        if (alarms && Integer.parseInt(row[0]) == ALARMS && scheduled >= alarmsFrom) {
                            arrivals.alarm((delivered - scheduled) / NANOS_PER_SECOND);
                        }
                    });
        }
        return arrivals;
    }

    private static long scheduled(String[] row) {
        return Long.parseLong(row[3]);
    }

    private long origin(long goNanos) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1)
                    .map(DeliveryFile::fields)
                    .mapToLong(DeliveryFile::scheduled)
                    .filter(scheduled -> scheduled >= goNanos)
                    .min()
                    .orElse(0);
        }
    }

    private static String[] fields(String line) {
        return line.split(",", -1);
    }
}
