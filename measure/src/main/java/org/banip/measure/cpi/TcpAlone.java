package org.banip.measure.cpi;

import java.io.IOException;
import java.util.OptionalDouble;
import org.banip.measure.link.EmulatedNetwork;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.link.profile.Way;
import org.banip.measure.probe.TcpProbe;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one TCP connection carries up a link, measured on a thread and a network of its own beside other runs. */
public final class TcpAlone implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpAlone.class);
    private static final long BYTES = 200_000;
    private static final long PATIENCE_MILLIS = 25_000;

    private final LinkProfile link;
    private final long seed;
    private final Thread thread = new Thread(this::measure, "banip-tcp-alone");
    private volatile @Nullable Double bytesPerSecond;

    private TcpAlone(LinkProfile link, long seed) {
        this.link = link;
        this.seed = seed;
        thread.setDaemon(true);
    }

    /** Begins to measure. */
    public static TcpAlone start(LinkProfile link, long seed) {
        TcpAlone alone = new TcpAlone(link, seed);
        alone.thread.start();
        return alone;
    }

    private void measure() {
        try (EmulatedNetwork network = EmulatedNetwork.open(link, seed)) {
            bytesPerSecond = new TcpProbe(Way.UP, BYTES).run(network).averageBytesPerSecond();
        } catch (IOException e) {
            LOG.warn("TCP alone over {}: {}", link.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bytes a second, if it came to an end. */
    public OptionalDouble bytesPerSecond() {
        Double measured = bytesPerSecond;
        return measured == null ? OptionalDouble.empty() : OptionalDouble.of(measured);
    }

    /** Ends it if it goes on. */
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
