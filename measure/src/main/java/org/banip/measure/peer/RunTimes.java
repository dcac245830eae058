package org.banip.measure.peer;

import java.time.Duration;

/**
 * How long runs take. Each ends by the clock.
 *
 * @param lead from when all processes of a batch are up until the first sample is due, at least: they connect meanwhile
 * @param load latency and bytes are measured for so long
 * @param beforeOutage coverage is there for so long first
 * @param outage then it is gone for so long
 * @param afterOutage then it is back for so long
 * @param slowCapacity as fast as it goes over a slow link, for so long
 * @param fastCapacity the same over a fast link, one peer after the other
 * @param capacityWarm over a fast link what arrives within so long of the first packet does not count as capacity
 * @param cpuWarm processor time does not count for so long, at least: code is compiled meanwhile
 * @param cpu processor time counts for so long, in which it is steady
 * @param cpuLongest or after so long
 */
public record RunTimes(
        Duration lead,
        Duration load,
        Duration beforeOutage,
        Duration outage,
        Duration afterOutage,
        Duration slowCapacity,
        Duration fastCapacity,
        Duration capacityWarm,
        Duration cpuWarm,
        Duration cpu,
        Duration cpuLongest) {
    /** As in docs/peers.md. */
    public static final RunTimes USUAL = new RunTimes(
            Duration.ofSeconds(8),
            Duration.ofSeconds(45),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofSeconds(35),
            Duration.ofSeconds(40),
            Duration.ofSeconds(11),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60));

    /** From the first sample to the last of a run with an outage. */
    Duration withOutage() {
        return beforeOutage.plus(outage).plus(afterOutage);
    }
}
