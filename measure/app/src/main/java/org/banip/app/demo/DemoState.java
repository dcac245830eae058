package org.banip.app.demo;

import java.util.List;
import java.util.function.ToLongFunction;
import org.banip.app.terminal.Figures;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.PathStatus;

/**
 * Progress of a demo.
 *
 * @param state state of the MBU
 * @param atNanos when this was taken, by {@link System#nanoTime}
 * @param sensed sensor sets read from the sensors
 * @param stored sensor sets the host has acknowledged
 * @param live sensor sets delivered to the live subscriber
 * @param missed sensor sets dropped for it
 * @param packets packets encoded
 * @param backlog packets that wait for an acknowledgement
 * @param resumes number of times that sending resumed after a break
 * @param bytesRaw bytes of sensor sets read
 * @param bytesPayload bytes of the packets' payloads
 * @param bytesUplink bytes written to sockets
 * @param paths of the MBU
 * @param latency of live delivery
 */
record DemoState(
        MbuState state,
        long atNanos,
        long sensed,
        long stored,
        long live,
        long missed,
        long packets,
        long backlog,
        long resumes,
        long bytesRaw,
        long bytesPayload,
        long bytesUplink,
        List<PathStatus> paths,
        Latencies.Summary latency) {
    static DemoState of(MbuStatus status, LiveTap tap) {
        return new DemoState(
                status.state(),
                System.nanoTime(),
                sum(status, GroupStatus::unitsProduced),
                sum(status, GroupStatus::unitsAcknowledged),
                tap.units(),
                tap.missed(),
                sum(status, GroupStatus::packets),
                sum(status, GroupStatus::spoolPackets),
                status.link().resumes(),
                sum(status, GroupStatus::bytesRaw),
                sum(status, GroupStatus::bytesEncoded),
                status.link().bytesUplink(),
                status.paths(),
                tap.latencies().summary());
    }

    private static long sum(MbuStatus status, ToLongFunction<GroupStatus> number) {
        return status.groups().stream().mapToLong(number).sum();
    }

    /** Share of the raw bytes that was saved on the uplink; below 0 if the overhead exceeds the chain's savings. */
    double reduction() {
        return bytesRaw == 0 ? 0 : 1 - (double) bytesUplink / bytesRaw;
    }

    /**
     * The reduction in words. Before something is stored nothing was saved; in the first moments, and over a path that does not answer, overhead
     * takes more bytes than there are samples.
     */
    String reductionText() {
        return stored > 0 && reduction() > 0 ? "reduction " + Figures.percent(reduction()) : "no reduction";
    }

    /** Share of the raw bytes that the chain saved. */
    double chainReduction() {
        return bytesRaw == 0 ? 0 : 1 - (double) bytesPayload / bytesRaw;
    }
}
