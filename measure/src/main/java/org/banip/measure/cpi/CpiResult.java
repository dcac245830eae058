package org.banip.measure.cpi;

import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.results.ResultRow;

/**
 * Result of a run.
 *
 * @param plan the run's plan
 * @param bytesPerSecond rate of the sensors
 * @param deliveries delivery of each sensor set
 * @param exactness digests of sensed, live and stored data
 * @param mbu the MBU's counters, from the connection on
 * @param wire the link's counters, from the connection on
 * @param clock offset of the back-end's clock from the MBU's
 * @param link the link's counters
 * @param connecting from the start of the MBU to the first frame of the host, in seconds
 * @param observed what else the run shows
 */
record CpiResult(
        PlannedRun plan,
        double bytesPerSecond,
        Deliveries deliveries,
        Exactness exactness,
        MbuCount mbu,
        WireCount wire,
        ProcessClockOffset clock,
        LinkReport link,
        double connecting,
        Observations observed) {
    private static final double NANOS_PER_MILLI = 1e6;

    boolean measuresCapacity() {
        return plan.load() instanceof Load.Capacity;
    }

    /** The measured value: bytes per second, or seconds. */
    double value() {
        return measuresCapacity() ? deliveries.capacity() : deliveries.latency().average();
    }

    /** All of it. */
    ResultRow row() {
        ResultRow row = CpiRows.of(plan);
        row.number("loadBytesPerSecond", bytesPerSecond);
        published(row);
        indicators(row);
        row.flag("exact", exactness.exact());
        amounts(row);
        observed.addTo(row, deliveries);
        circumstances(row);
        if (plan.settings().backEnd().isEmpty()) {
            onTheWire(row);
        }
        return row;
    }

    private void published(ResultRow row) {
        row.number("value", value());
        plan.published().ifPresent(of -> {
            row.number("published", of.value()).number("ratio", value() / of.value());
            PublishedCpi.Spread spread = of.spread();
            if (spread != null) {
                Deliveries.Latency latency = deliveries.latency();
                row.number("publishedMax", spread.max()).number("ratioMax", latency.max() / spread.max());
                row.number("publishedMin", spread.min()).number("ratioMin", latency.min() / spread.min());
            }
        });
    }

    private void indicators(ResultRow row) {
        Deliveries.Latency latency = deliveries.latency();
        row.number("throughput", deliveries.capacity())
                .number("throughputWithFirst", deliveries.capacityWithFirst())
                .number("seconds", deliveries.seconds())
                .number("bdlAverage", latency.average())
                .number("bdlMax", latency.max())
                .number("bdlMin", latency.min())
                .number("bdlP50", latency.p50())
                .number("bdlP99", latency.p99())
                .number("drift", deliveries.drift())
                .number("longestPause", deliveries.longestPause())
                .number("connectSeconds", connecting);
    }

    private void amounts(ResultRow row) {
        double packets = mbu.packets();
        row.count("bytes", deliveries.bytes())
                .count("sets", deliveries.sets().size())
                .count("packets", mbu.packets())
                .count("payloadBytes", mbu.bytesEncoded())
                .number("reduction", 1 - (double) mbu.bytesEncoded() / mbu.bytesRaw())
                .number("httpBytesUpPerPacket", (mbu.bytesUplink() - mbu.bytesFramed()) / packets)
                .number("frameBytesPerPacket", (mbu.bytesFramed() - mbu.bytesEncoded()) / packets)
                .number("bytesDownPerPacket", mbu.bytesDownlink() / packets)
                .count("connections", mbu.connections())
                .count("resumes", mbu.resumes())
                .count("retransmissions", mbu.retransmissions());
    }

    /** What only a link of our own can count. */
    private void onTheWire(ResultRow row) {
        row.count("wireBytesUp", wire.bytesUp())
                .count("wireBytesDown", wire.bytesDown())
                .count("wirePacketsUp", wire.packetsUp())
                .count("wirePacketsDown", wire.packetsDown())
                .number("wireBytesPerSet", wireBytesPerSet())
                .number("wireBytesUpPerByte", (double) wire.bytesUp() / deliveries.bytes())
                .number("wireBytesPerByte", wireBytesPerByte())
                .count("droppedPackets", link.dropped())
                .count("lostPackets", link.lost())
                .count("bearerWaits", link.waits())
                .count("longestQueueUp", link.longestQueueUp())
                .number("lateP99Millis", link.lateP99Nanos() / NANOS_PER_MILLI)
                .number("lateMaxMillis", link.lateMaxNanos() / NANOS_PER_MILLI)
                .flag("realTime", link.realTime());
    }

    /** Bytes on the link in both directions for each sensor set. */
    double wireBytesPerSet() {
        return (double) (wire.bytesUp() + wire.bytesDown()) / deliveries.sets().size();
    }

    /** Bytes on the link in both directions for each byte of sensor sets. */
    double wireBytesPerByte() {
        return (double) (wire.bytesUp() + wire.bytesDown()) / deliveries.bytes();
    }

    private void circumstances(ResultRow row) {
        LinkSettings first = plan.settings().link().links().get(0);
        row.text("congestionControl", link.approximate() ? "none" : first.congestionControl())
                .count("initialWindow", plan.settings().initialWindow())
                .count("sendBuffer", plan.settings().sendBufferBytes())
                .count("sendWindowMillis", plan.settings().sendWindow().toMillis())
                .flag("approximate", link.approximate())
                .count("seed", plan.settings().seed())
                .number("clockOffsetMillis", clock.nanos() / NANOS_PER_MILLI)
                .number("clockOffsetBoundMillis", clock.boundNanos() / NANOS_PER_MILLI);
        plan.settings().acknowledgeWithin().ifPresent(most -> row.count("acknowledgeWithinMillis", most.toMillis()));
    }
}
