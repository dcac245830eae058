package org.banip.measure.peer;

import java.time.Duration;

/**
 * Lengths of runs. Each run ends after a fixed time.
 *
 * @param lead least time from the start of all processes of a batch to the first sample; they connect in this time
 * @param load length of latency and byte measurements
 * @param beforeOutage time with coverage before the outage
 * @param outage length of the outage
 * @param afterOutage time with coverage after the outage
 * @param slowCapacity length of a capacity run over a slow link
 * @param fastCapacity the same over a fast link, one peer after the other
 * @param capacityWarm over a fast link, data within this time of the first packet do not count as capacity
 * @param cpuWarm least warm-up before processor time counts, because code is compiled
 * @param cpu length of the steady period in which processor time counts
 * @param cpuLongest latest end of that period
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
