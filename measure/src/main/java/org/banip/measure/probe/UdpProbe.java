package org.banip.measure.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.BearerWait;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.Way;

/**
 * Sends datagrams at a steady rate and measures loss, latency and rate. The thesis sent 200 kB in payloads of 548 bytes.
 *
 * @param way direction
 * @param payload bytes in each datagram
 * @param bytesPerSecond rate of sending, IP and UDP headers included
 * @param packets number of datagrams
 */
public record UdpProbe(Way way, int payload, double bytesPerSecond, int packets) {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Runs it on the network's first link. It ends when all have arrived, or when no more arrive. */
    public UdpResult run(EmulatedNetwork network) throws IOException, InterruptedException {
        double nanosPerPacket = (payload + DatagramArrival.HEADERS) * 1e9 / bytesPerSecond;
        try (UdpFlow flow = UdpFlow.open(network, way)) {
            long begin = System.nanoTime();
            for (int packet = 0; packet < packets; packet++) {
                long due = begin + Math.round(packet * nanosPerPacket);
                Pacer.until(due);
                flow.send(payload, due);
            }
            awaitLast(flow, longestPause(network.link().settings().direction(way)));
            return new UdpResult(packets, bytesPerSecond, flow.arrivals());
        }
    }

    /** Longest time between two arrivals while the link works. */
    private Duration longestPause(DirectionSettings link) {
        return PATIENCE.plus(link.delay())
                .plus(link.serialisation(2 * (payload + DatagramArrival.HEADERS)))
                .plus(link.bearerWait().map(BearerWait::max).orElse(Duration.ZERO));
    }

    private void awaitLast(UdpFlow flow, Duration pause) throws InterruptedException {
        int before = -1;
        List<DatagramArrival> now = flow.arrivals();
        while (now.size() < packets && now.size() > before && !hasLast(now)) {
            before = now.size();
            flow.await(before + 1, pause);
            now = flow.arrivals();
        }
    }

    private boolean hasLast(List<DatagramArrival> arrivals) {
        return !arrivals.isEmpty() && arrivals.get(arrivals.size() - 1).number() == packets - 1; // links keep the order
    }
}
