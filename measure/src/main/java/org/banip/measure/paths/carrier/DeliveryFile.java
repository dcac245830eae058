package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.paths.scenario.Workload;

/** The back-end's file of deliveries: group, unit, bytes, scheduled instant, instant of delivery. A long run's is larger than memory. */
final class DeliveryFile {
    private static final int ALARMS = 0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path file;

    DeliveryFile(Path file) {
        this.file = file;
    }

    /** What arrived when; time begins with the first scheduled instant. */
    Arrivals arrivals(StudiedCase studied) throws IOException {
        long origin = origin();
        Arrivals arrivals = new Arrivals(origin, studied.firstTrouble());
        boolean alarms = studied.work().kind() == Workload.Kind.ALARMS;
        long alarmsFrom = origin + studied.firstTrouble().toNanos();
        try (Stream<String> lines = Files.lines(file)) {
            lines.skip(1).map(DeliveryFile::fields).forEach(row -> {
                long scheduled = Long.parseLong(row[3]);
                long delivered = Long.parseLong(row[4]);
                arrivals.add(delivered, Long.parseLong(row[2]));
                if (alarms && Integer.parseInt(row[0]) == ALARMS && scheduled >= alarmsFrom) {
                    arrivals.alarm((delivered - scheduled) / NANOS_PER_SECOND);
                }
            });
        }
        return arrivals;
    }

    private long origin() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1)
                    .map(DeliveryFile::fields)
                    .mapToLong(row -> Long.parseLong(row[3]))
                    .min()
                    .orElse(0);
        }
    }

    private static String[] fields(String line) {
        return line.split(",", -1);
    }
}
