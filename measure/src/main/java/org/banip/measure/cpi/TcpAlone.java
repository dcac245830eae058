package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.Way;
import org.banip.measure.probe.TcpProbe;
import org.banip.measure.probe.TcpResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The uplink rate of a single TCP connection, measured on a thread and in a network of its own beside other runs. */
public final class TcpAlone implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpAlone.class);
    private static final long BYTES = 200_000;
    private static final long PATIENCE_MILLIS = 25_000;

    private final LinkProfile link;
    private final boolean relayed;
    private final long seed;
    private final Thread thread = new Thread(this::measure, "banip-tcp-alone");
    private volatile @Nullable TcpResult result;

    private TcpAlone(LinkProfile link, boolean relayed, long seed) {
        this.link = link;
        this.relayed = relayed;
        this.seed = seed;
        thread.setDaemon(true);
    }

    /**
     * Begins to measure.
     *
     * @param relayed over a relay, approximately
     */
    public static TcpAlone start(LinkProfile link, boolean relayed, long seed) {
        TcpAlone alone = new TcpAlone(link, relayed, seed);
        alone.thread.start();
        return alone;
    }

    private void measure() {
        TcpProbe probe = new TcpProbe(Way.UP, BYTES);
        try {
            result = relayed ? probe.run(link.links().get(0), seed) : emulated(probe);
        } catch (InterruptedException | ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("TCP alone over {}: {}", link.name(), e.getMessage());
        }
    }

    private TcpResult emulated(TcpProbe probe) throws IOException, InterruptedException {
        try (EmulatedNetwork network = EmulatedNetwork.open(link, seed)) {
            return probe.run(network);
        }
    }

    /** The result, if the measurement ended. */
    public Optional<TcpResult> result() {
        return Optional.ofNullable(result);
    }

    /** Ends the measurement if it still runs. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
