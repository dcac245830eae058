package org.banip.measure.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.measure.link.EmulatedNetwork;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.link.profile.LinkSettings;
import org.banip.measure.link.profile.Way;

/**
 * The thesis's probes of the layers below, uplink, each on a network of its own and all at the same time.
 *
 * @param profile whose first link is probed
 * @param seed of all that is left to chance
 * @param bytes how much each probe sends; 200,000 in the thesis
 */
public record ProbeTable(LinkProfile profile, long seed, long bytes) {
    static final String UDP_RATE = "UDP just above capacity: arrives";
    static final String UDP_LATENCY = "UDP just above capacity: median latency";
    static final String TCP_AVERAGE = "TCP: average";
    static final String TCP_FULL_USE = "TCP: full use after";
    static final String SEND_BUFFER = "TCP: average, send buffer ";

    private static final List<Integer> SEND_BUFFERS = List.of(32_640, 16_320, 9_792, 7_616);

    /** 2611 B/s on 2601 in the thesis. */
    private static final double JUST_ABOVE = 1.004;

    /** 2400 · 576 / 548 on 2601. */
    private static final double BELOW = 0.97;

    private static final double SHORTEST_WAIT_MILLIS = 100;
    private static final double PERCENT = 100;
    private static final int BITS = 8;

    private interface Probe {
        List<ProbeRow> run(EmulatedNetwork network) throws IOException, InterruptedException;
    }

    /** Runs all probes. */
    public List<ProbeRow> run() throws IOException, InterruptedException {
        LinkSettings link = profile.links().get(0);
        if (Double.isInfinite(link.up().bytesPerSecond())) {
            throw new IllegalArgumentException("link " + link.name() + " has no limit that a probe could find");
        }
        List<Callable<List<ProbeRow>>> tasks = new ArrayList<>();
        for (Probe probe : probes(link)) {
            tasks.add(() -> {
                try (EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.of(link), seed)) {
                    return probe.run(network);
                }
            });
        }
        ExecutorService executor = Executors.newFixedThreadPool(tasks.size(), task -> {
            Thread thread = new Thread(task, "banip-probes");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<ProbeRow> rows = new ArrayList<>();
            for (Future<List<ProbeRow>> done : executor.invokeAll(tasks)) {
                rows.addAll(get(done));
            }
            return rows.stream().map(row -> withPublished(link, row)).toList();
        } finally {
            executor.shutdownNow();
        }
    }

    private List<Probe> probes(LinkSettings link) {
        List<Probe> probes = new ArrayList<>();
        probes.add(network -> udpAbove(network, link));
        probes.add(network -> udpBelow(network, link));
        probes.add(this::tcp);
        for (int size : SEND_BUFFERS) {
            probes.add(network -> List.of(new ProbeRow(
                    SEND_BUFFER + size,
                    "B/s",
                    new TcpProbe(Way.UP, bytes, Optional.of(size)).run(network).averageBytesPerSecond())));
        }
        return probes;
    }

    private UdpResult udp(EmulatedNetwork network, LinkSettings link, double share)
            throws IOException, InterruptedException {
        int payload = link.mtu() - Arrival.HEADERS;
        int packets = (int) Math.max(2, bytes / payload);
        return new UdpProbe(Way.UP, payload, share * link.up().bytesPerSecond(), packets).run(network);
    }

    private List<ProbeRow> udpAbove(EmulatedNetwork network, LinkSettings link)
            throws IOException, InterruptedException {
        UdpResult result = udp(network, link, JUST_ABOVE);
        return List.of(
                new ProbeRow(UDP_RATE, "B/s", result.receivedBytesPerSecond()),
                new ProbeRow(UDP_LATENCY, "ms", result.medianLatencyMillis()),
                new ProbeRow("UDP just above capacity: lost", "%", result.loss() * PERCENT),
                new ProbeRow("achievable, from the trend of latency", "B/s", result.achievableBytesPerSecond()));
    }

    private List<ProbeRow> udpBelow(EmulatedNetwork network, LinkSettings link)
            throws IOException, InterruptedException {
        if (link.up().bearerWait().isEmpty()) {
            return List.of(); // latency has no teeth
        }
        UdpResult result = udp(network, link, BELOW);
        double payloadRate = BELOW * link.up().bytesPerSecond() * (link.mtu() - Arrival.HEADERS) / link.mtu();
        double kilobits = SawTooth.first(result.arrivals(), SHORTEST_WAIT_MILLIS)
                .map(tooth -> tooth.mediumKilobits(payloadRate))
                .orElse(Double.NaN);
        double rate = kilobits * 1000 / BITS * link.mtu() / (link.mtu() - Arrival.HEADERS);
        return List.of(new ProbeRow("rate of the medium, from the saw-tooth", "B/s", rate));
    }

    private List<ProbeRow> tcp(EmulatedNetwork network) throws IOException, InterruptedException {
        TcpResult result = new TcpProbe(Way.UP, bytes).run(network);
        return List.of(
                new ProbeRow(TCP_AVERAGE, "B/s", result.averageBytesPerSecond()),
                new ProbeRow(TCP_FULL_USE, "s", result.secondsToFullUse()));
    }

    private static ProbeRow withPublished(LinkSettings link, ProbeRow row) {
        return new ProbeRow(row.what(), row.unit(), row.measured(), Published.figure(link.name(), row.what()));
    }

    private static List<ProbeRow> get(Future<List<ProbeRow>> done) throws IOException, InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IOException(cause == null ? "a probe failed" : String.valueOf(cause.getMessage()), e);
        }
    }
}
