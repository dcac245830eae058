package org.banip.measure.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.app.terminal.Steps;
import org.banip.app.terminal.Stop;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;

/**
 * The thesis's probes of UDP and TCP on the uplink. Each has a network of its own; all run at the same time.
 *
 * @param profile its first link is probed
 * @param seed of all random numbers
 * @param bytes bytes that each probe sends; 200,000 in the thesis
 * @param relayed whether to measure over a relay: approximate, and TCP only
 */
public record ProbeTable(LinkProfile profile, long seed, long bytes, boolean relayed) {
    static final String JUST_ABOVE = "UDP just above capacity";
    static final String WELL_ABOVE = "UDP well above capacity";
    static final String RATE = ": arrives";
    static final String LATENCY = ": median latency";
    static final String SAW_TOOTH = "rate of the medium, from the saw-tooth";
    static final String TCP_AVERAGE = "TCP: average";
    static final String TCP_PEAK = "TCP: best 20 s";
    static final String TCP_FULL_USE = "TCP: full use after";
    static final String SEND_BUFFER = "TCP: average, send buffer ";

    private static final String LOSS = ": lost";
    private static final String ACHIEVABLE = "achievable, from the trend of latency";

    private static final List<Integer> SEND_BUFFERS = List.of(32_640, 16_320, 9_792, 7_616);

    /** Of the table. */
    private static final List<String> ORDER = Stream.concat(
                    Stream.of(
                            JUST_ABOVE + RATE,
                            JUST_ABOVE + LATENCY,
                            JUST_ABOVE + LOSS,
                            ACHIEVABLE,
                            WELL_ABOVE + RATE,
                            WELL_ABOVE + LATENCY,
                            WELL_ABOVE + LOSS,
                            SAW_TOOTH,
                            TCP_AVERAGE,
                            TCP_PEAK,
                            TCP_FULL_USE),
                    SEND_BUFFERS.stream().map(size -> SEND_BUFFER + size))
            .toList();

    /** Time that a probe takes in addition to sending. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final double MILLIS_PER_SECOND = 1000;

    /** 2400 · 576 / 548 on 2601. */
    private static final double BELOW = 0.97;

    private static final double SHORTEST_WAIT_MILLIS = 100;
    private static final double PERCENT = 100;
    private static final int BITS = 8;

    private interface Probe {
        List<ProbeRow> run() throws IOException, InterruptedException;
    }

    private interface OnNetwork {
        List<ProbeRow> run(EmulatedNetwork network) throws IOException, InterruptedException;
    }

    /**
     * Runs all probes; stops early on request.
     *
     * @param found receives each figure at once, on the calling thread
     */
    public List<ProbeRow> run(Stop stop, Consumer<ProbeRow> found) throws IOException, InterruptedException {
        LinkSettings link = profile.links().get(0);
        if (Double.isInfinite(link.up().bytesPerSecond())) {
            throw new IllegalArgumentException("link " + link.name() + " has no limit that a probe could find");
        }
        Map<String, Probe> probes = probes(link);
        Duration expected =
                Duration.ofMillis((long) (bytes * MILLIS_PER_SECOND / link.up().bytesPerSecond()));
        Steps<List<ProbeRow>> steps = new Steps<>("probes of " + link.name(), probes.size());
        probes.forEach((name, probe) -> steps.add(
                name,
                expected.plus(SETTLING),
                () -> probe.run().stream().map(row -> withPublished(link, row)).toList()));
        List<ProbeRow> rows = new ArrayList<>();
        boolean unused = steps.run(stop, done -> {
            done.forEach(found);
            rows.addAll(done);
        });
        return rows.stream()
                .sorted(Comparator.comparingInt(row -> ORDER.indexOf(row.what())))
                .toList();
    }

    private Map<String, Probe> probes(LinkSettings link) {
        Map<String, Probe> probes = new LinkedHashMap<>();
        if (!relayed) {
            probes.put("UDP just above capacity", on(link, network -> udpJustAbove(network, link)));
            probes.put("UDP well above capacity", on(link, network -> udpWellAbove(network, link)));
            probes.put("UDP below capacity", on(link, network -> udpBelow(network, link)));
        }
        probes.put("TCP", () -> tcp(run(link, new TcpProbe(Way.UP, bytes))));
        for (int size : SEND_BUFFERS) {
            probes.put("TCP, send buffer " + size, () -> {
                TcpResult result = run(link, new TcpProbe(Way.UP, bytes, Optional.of(size)));
                return List.of(new ProbeRow(SEND_BUFFER + size, "B/s", result.averageBytesPerSecond()));
            });
        }
        return probes;
    }

    private Probe on(LinkSettings link, OnNetwork probe) {
        return () -> {
            try (EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.of(link), seed)) {
                List<ProbeRow> rows = probe.run(network);
                network.requireWorking();
                return rows;
            }
        };
    }

    private TcpResult run(LinkSettings link, TcpProbe probe) throws IOException, InterruptedException {
        if (relayed) {
            return probe.run(link, seed);
        }
        try (EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.of(link), seed)) {
            TcpResult result = probe.run(network);
            network.requireWorking();
            return result;
        }
    }

    private UdpResult udp(EmulatedNetwork network, LinkSettings link, double share)
            throws IOException, InterruptedException {
        int payload = link.mtu() - DatagramArrival.HEADERS;
        int packets = (int) Math.max(2, bytes / payload);
        return new UdpProbe(Way.UP, payload, share * link.up().bytesPerSecond(), packets).run(network);
    }

    private List<ProbeRow> udpJustAbove(EmulatedNetwork network, LinkSettings link)
            throws IOException, InterruptedException {
        UdpResult result = udp(network, link, PublishedProbes.sent(link.name(), JUST_ABOVE));
        List<ProbeRow> rows = new ArrayList<>(seen(JUST_ABOVE, result));
        rows.add(new ProbeRow(ACHIEVABLE, "B/s", result.achievableBytesPerSecond()));
        return rows;
    }

    private List<ProbeRow> udpWellAbove(EmulatedNetwork network, LinkSettings link)
            throws IOException, InterruptedException {
        return seen(WELL_ABOVE, udp(network, link, PublishedProbes.sent(link.name(), WELL_ABOVE)));
    }

    private static List<ProbeRow> seen(String what, UdpResult result) {
        return List.of(
                new ProbeRow(what + RATE, "B/s", result.receivedBytesPerSecond()),
                new ProbeRow(what + LATENCY, "ms", result.medianLatencyMillis()),
                new ProbeRow(what + LOSS, "%", result.loss() * PERCENT));
    }

    private List<ProbeRow> udpBelow(EmulatedNetwork network, LinkSettings link)
            throws IOException, InterruptedException {
        if (link.up().bearerWait().isEmpty()) {
            return List.of(); // the latency has no saw-tooth
        }
        UdpResult result = udp(network, link, BELOW);
        double payloadRate = BELOW * link.up().bytesPerSecond() * (link.mtu() - DatagramArrival.HEADERS) / link.mtu();
        double kilobits = SawTooth.first(result.arrivals(), SHORTEST_WAIT_MILLIS)
                .map(tooth -> tooth.mediumKilobits(payloadRate))
                .orElse(Double.NaN);
        double rate = kilobits * 1000 / BITS * link.mtu() / (link.mtu() - DatagramArrival.HEADERS);
        return List.of(new ProbeRow(SAW_TOOTH, "B/s", rate));
    }

    private static List<ProbeRow> tcp(TcpResult result) {
        return List.of(
                new ProbeRow(TCP_AVERAGE, "B/s", result.averageBytesPerSecond()),
                new ProbeRow(TCP_PEAK, "B/s", result.peakBytesPerSecond()),
                new ProbeRow(TCP_FULL_USE, "s", result.secondsToFullUse()));
    }

    private static ProbeRow withPublished(LinkSettings link, ProbeRow row) {
        return new ProbeRow(row.what(), row.unit(), row.measured(), PublishedProbes.figure(link.name(), row.what()));
    }
}
