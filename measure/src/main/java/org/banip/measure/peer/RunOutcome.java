package org.banip.measure.peer;

import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.results.ResultRow;

/**
 * What a run found.
 *
 * @param plan what was to be found out
 * @param exact whether what is stored is what was sensed, byte for byte
 * @param produced sensor sets sensed
 * @param stored sensor sets stored
 * @param packets packets stored
 * @param doubled packets that reached the receiving application more than once
 * @param breaks how often a connection broke or a request failed
 * @param bytesPerSecond sensor sets a second, from the first that arrived to the last
 * @param delay how late they were
 * @param up IP bytes put on the link by the sender
 * @param down IP bytes put on the link by the receiver
 * @param cpuPerMillion processor time of both ends, in seconds per million sensor sets, after the first 30 %
 * @param caughtUpSeconds after the outage
 * @param machineLoad the machine's load average at the end, other programs included; below 0 where it is not told
 * @param problem why it did not end as it should, empty if it did
 */
record RunOutcome(
        RunPlan plan,
        boolean exact,
        long produced,
        long stored,
        long packets,
        long doubled,
        long breaks,
        double bytesPerSecond,
        DeliveryLog.Delay delay,
        long up,
        long down,
        double cpuPerMillion,
        OptionalDouble caughtUpSeconds,
        double machineLoad,
        String problem) {
    /** A run that failed before anything could be measured. */
    static RunOutcome failed(RunPlan plan, String problem) {
        return new RunOutcome(
                plan,
                false,
                0,
                0,
                0,
                0,
                0,
                0,
                new DeliveryLog.Delay(0, 0, 0, 0),
                0,
                0,
                0,
                OptionalDouble.empty(),
                -1,
                problem);
    }

    /** Bytes on the wire for each sensor set. */
    double perSet(long bytes) {
        return stored == 0 ? 0 : (double) bytes / stored;
    }

    /** As a row of results. */
    ResultRow row() {
        Optional<LinkProfile> link = plan.link();
        ResultRow row = new ResultRow()
                .text("peer", plan.peer())
                .text("run", plan.kind().token())
                .text("link", plan.linkName())
                .text(
                        "congestionControl",
                        link.map(profile -> profile.links().get(0).congestionControl())
                                .orElse("the machine's"))
                .flag("approximate", false)
                .flag("exact", exact)
                .count("sensorSets", produced)
                .count("lost", produced - stored)
                .count("packets", packets)
                .count("doubled", doubled)
                .count("breaks", breaks);
        if (Double.isFinite(plan.speed())) {
            row.number("speed", plan.speed())
                    .number("delayMean", delay.mean())
                    .number("delayP50", delay.p50())
                    .number("delayP99", delay.p99())
                    .number("delayMax", delay.max());
        }
        row.number("bytesPerSecond", bytesPerSecond);
        if (link.isPresent()) {
            row.count("bytesUp", up)
                    .count("bytesDown", down)
                    .number("bytesUpPerSet", perSet(up))
                    .number("bytesDownPerSet", perSet(down));
        }
        if (plan.kind() == RunKind.CPU) {
            row.number("cpuSecondsPerMillion", cpuPerMillion);
        }
        caughtUpSeconds.ifPresent(seconds -> row.number("caughtUpSeconds", seconds));
        return row.number("machineLoad", machineLoad).text("problem", problem);
    }
}
