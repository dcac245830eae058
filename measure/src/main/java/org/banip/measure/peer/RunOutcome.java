package org.banip.measure.peer;

import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultRow;

/**
 * Result of a run.
 *
 * @param plan the run's plan
 * @param exact whether the stored data equal the sensed data, byte for byte
 * @param produced sensor sets sensed; in an endless run many are still on their way at the end
 * @param stored sensor sets stored
 * @param packets packets stored
 * @param doubled packets that reached the receiving application more than once
 * @param breaks how often a connection broke or a request failed
 * @param bytesPerSecond of sensor sets, from the first that arrived after warming up to the last
 * @param delay latencies
 * @param setUp bytes on the link before the first sample was due; none of an endless run, which has no such time
 * @param wire bytes on the link since
 * @param cpu processor time of all processes, in a run for it
 * @param cpuWarmSeconds time of the run before that period
 * @param caughtUpSeconds after the outage
 * @param machine load of the machine, other programs included
 * @param problem error of the run, empty if it succeeded
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
        LinkBytes setUp,
        LinkBytes wire,
        CpuWindow cpu,
        double cpuWarmSeconds,
        OptionalDouble caughtUpSeconds,
        MachineUse machine,
        String problem) {
    /** The result of a run that failed before it could measure anything. */
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
                DeliveryLog.Delay.NONE,
                LinkBytes.NONE,
                LinkBytes.NONE,
                CpuWindow.NONE,
                0,
                OptionalDouble.empty(),
                MachineUse.NONE,
                problem);
    }

    /** Sensor sets that never arrived; of an endless run those that were not stored were on their way. */
    long lost() {
        return plan.endless() ? 0 : produced - stored;
    }

    /** Bytes on the wire for each sensor set. */
    double perSet(long bytes) {
        return stored == 0 ? 0 : (double) bytes / stored;
    }

    /** The outcome as a row of results. */
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
                .count("stored", stored)
                .count("lost", lost())
                .count("packets", packets)
                .count("doubled", doubled)
                .count("breaks", breaks);
        if (!plan.endless()) {
            row.number("speed", plan.speed())
                    .number("delayMin", delay.min())
                    .number("delayMean", delay.mean())
                    .number("delayP50", delay.p50())
                    .number("delayP99", delay.p99())
                    .number("delayMax", delay.max());
        }
        row.number("bytesPerSecond", bytesPerSecond);
        if (link.isPresent()) {
            row.count("bytesUp", wire.up())
                    .count("bytesDown", wire.down())
                    .number("bytesUpPerSet", perSet(wire.up()))
                    .number("bytesDownPerSet", perSet(wire.down()));
        }
        if (link.isPresent() && !plan.endless()) {
            row.count("setUpBytesUp", setUp.up()).count("setUpBytesDown", setUp.down());
        }
        if (plan.kind() == RunKind.CPU) {
            row.number("cpuSecondsPerMillion", cpu.perMillion())
                    .number("cpuSeconds", cpu.cpuSeconds())
                    .number("cpuWindowSeconds", cpu.wallSeconds())
                    .number("cpuWarmSeconds", cpuWarmSeconds)
                    .count("cpuSensorSets", cpu.sets())
                    .number("cpuDrift", cpu.drift())
                    .number("machineOthers", machine.others(cpu));
        }
        caughtUpSeconds.ifPresent(seconds -> row.number("caughtUpSeconds", seconds));
        return row.number("machineBusy", machine.busy())
                .number("machineLoad", machine.load())
                .text("problem", problem);
    }
}
