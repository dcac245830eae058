package org.banip.measure.cpi;

import java.util.List;
import java.util.Optional;
import org.banip.measure.results.ResultRow;

/**
 * What a run shows beside its deliveries.
 *
 * @param duplicates packets and gaps that the host had before
 * @param roundTrip the fastest of the MBU's latest exchanges of time with the host, in seconds; 0 if there was none
 * @param addressChanges when the MBU's host got another address, on the clock of the processes
 * @param outage when the link carried nothing; empty if there was no outage
 * @param processor processor time, after the first third of the sensor sets; empty if it was not measured, or over no sensor set
 */
record Observations(
        long duplicates,
        double roundTrip,
        List<Long> addressChanges,
        Optional<Outage> outage,
        Optional<ProcessorLook> processor) {
    private static final double NANOS_PER_SECOND = 1e9;

    Observations {
        addressChanges = List.copyOf(addressChanges);
    }

    /** Adds the columns. */
    void addTo(ResultRow row, Deliveries deliveries) {
        row.count("duplicates", duplicates).number("roundTrip", roundTrip);
        if (!addressChanges.isEmpty()) {
            ChangePauses pauses = ChangePauses.of(deliveries, addressChanges);
            row.count("addressChanges", addressChanges.size())
                    .number("pauseAtChange", pauses.mean())
                    .number("pauseAtChangeMax", pauses.max())
                    .number("pauseElsewhere", pauses.elsewhere());
            if (roundTrip > 0) {
                row.number("roundTripsAtChange", pauses.mean() / roundTrip)
                        .number("roundTripsAtChangeMax", pauses.max() / roundTrip);
            }
        }
        outage.ifPresent(out -> {
            row.number("outageSeconds", out.seconds());
            out.untilFirst(deliveries).ifPresent(seconds -> row.number("firstAfterOutage", seconds));
            out.untilDrained(deliveries).ifPresent(seconds -> row.number("drainedAfterOutage", seconds));
        });
        processor.ifPresent(used -> row.count("processorSets", used.sets())
                .number("processorSeconds", used.atNanos() / NANOS_PER_SECOND)
                .number("mbuMicrosPerSet", used.microsPerSet(used.mbu()))
                .number("backEndMicrosPerSet", used.microsPerSet(used.backEnd())));
    }
}
