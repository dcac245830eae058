package org.banip.surrogate.jini.discovery;

import com.sun.jini.discovery.Discovery;
import com.sun.jini.discovery.EncodeIterator;
import com.sun.jini.discovery.MulticastAnnouncement;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.core.lookup.ServiceID;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.slf4j.Logger;

/**
 * Tells by multicast where a lookup service is and of which groups it is a member, on one network interface and not beyond its network segment (Jini
 * Discovery and Join Specification, section DJ.2.4). It answers no requests, so it connects to nobody. A thread of its own sends.
 */
public final class Announcer implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Announcer.class);
    private static final int LONGEST_PACKET = 512;

    /** Between two announcements, unless another time is given. */
    public static final Duration EVERY = Duration.ofSeconds(5);

    private final MulticastAnnouncement announcement;
    private final MulticastSocket socket;
    private final Duration every;
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Begins.
     *
     * @param at where the lookup service answers unicast discovery
     * @param every time between two announcements
     * @throws IOException if the interface cannot send
     */
    public Announcer(LookupAddress at, List<String> groups, ServiceID id, NetworkInterface on, Duration every)
            throws IOException {
        announcement = new MulticastAnnouncement(1, at.host(), at.port(), groups.toArray(String[]::new), id);
        this.every = every;
        socket = new MulticastSocket();
        socket.setNetworkInterface(on);
        socket.setTimeToLive(1);
        OwnThreads.daemon("banip-jini-announce", this::run).start();
    }

    private void run() {
        boolean failed = false;
        try {
            do {
                failed = !sent(failed);
            } while (!ended.await(every.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean sent(boolean failedBefore) {
        try {
            EncodeIterator encodings = Discovery.getProtocol1()
                    .encodeMulticastAnnouncement(announcement, LONGEST_PACKET, InvocationConstraints.EMPTY);
            while (encodings.hasNext()) {
                for (DatagramPacket packet : encodings.next()) {
                    socket.send(packet);
                }
            }
            return true;
        } catch (IOException | RuntimeException e) { // what the encoder makes of an address ends no thread
            if (!failedBefore && ended.getCount() > 0) {
                LOG.warn("- the lookup service is not announced by multicast, trying again: {}", e.toString());
            }
            return false;
        }
    }

    /** Ends it. */
    @Override
    public void close() {
        ended.countDown();
        socket.close();
    }
}
