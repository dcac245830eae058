package org.banip.measure.losses.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.reception.Arrivals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application behind a peer: writes the number of each message to its file, syncs it, and only then acknowledges. While the disk is full it waits,
 * and acknowledges nothing. It drops no duplicates: that would be its own work, not the peer's. Any thread; messages wait for each other.
 */
final class FileArrivals implements Arrivals, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FileArrivals.class);
    private static final long WAIT_MILLIS = 50;

    private final Numbers file;
    private long next;

    FileArrivals(Path path) throws IOException {
        for (long number : Numbers.read(path)) {
            next = Math.max(next, number + 1);
        }
        file = Numbers.open(path);
    }

    @Override
    public BanDescription ban() {
        return LossSignal.BAN;
    }

    @Override
    public void arrived(Packet packet, Runnable stored) {
        if (write(packet.sequence())) {
            stored.run();
        }
    }

    private synchronized boolean write(long number) {
        try {
            while (true) {
                try {
                    file.add(number, true);
                    next = Math.max(next, number + 1);
                    return true;
                } catch (IOException e) {
                    LOG.warn("message {} waits: {}", number, e.toString());
                }
                TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS); // until there may be room
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
            return false;
        }
    }

    @Override
    public synchronized long[] next() {
        return new long[] {next};
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
