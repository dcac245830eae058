package org.banip.surrogate.jini.discovery;

import com.sun.jini.discovery.Discovery;
import com.sun.jini.discovery.MulticastAnnouncement;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.discovery.Constants;
import org.banip.core.text.Quoted;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.slf4j.Logger;

/**
 * The lookup services of some groups that were announced by multicast on a network interface in the last five minutes, at most 16. Anybody on the
 * network can announce anything: its user decides which addresses it trusts, and only TLS proves who answers there. A thread of its own listens; any
 * thread asks.
 */
public final class AnnouncedLookups implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(AnnouncedLookups.class);
    private static final int LONGEST_PACKET = 1500;
    private static final int MOST = 16;
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    private static final Duration LISTENING = Announcer.EVERY.plusSeconds(2);

    private final List<String> groups;
    private final NetworkInterface on;
    private final Predicate<LookupAddress> trusted;
    private final MulticastSocket socket;
    private final long begun = System.nanoTime();
    /** When each was heard last, by {@link System#nanoTime}. Guarded by the monitor of this. */
    private final Map<LookupAddress, Long> heard = new LinkedHashMap<>();

    private boolean toldUntrusted;
    private boolean closed;

    private AnnouncedLookups(
            List<String> groups, NetworkInterface on, Predicate<LookupAddress> trusted, MulticastSocket socket) {
        this.groups = List.copyOf(groups);
        this.on = on;
        this.trusted = trusted;
        this.socket = socket;
    }

    /**
     * Begins to listen.
     *
     * @param groups whose members are wanted
     * @param on where announcements are heard
     * @param trusted which addresses are taken
     * @throws IOException if the interface, or the port of announcements, cannot be listened on
     */
    public static AnnouncedLookups listen(List<String> groups, NetworkInterface on, Predicate<LookupAddress> trusted)
            throws IOException {
        MulticastSocket socket = new MulticastSocket(Constants.discoveryPort);
        try {
            socket.joinGroup(new InetSocketAddress(Constants.getAnnouncementAddress(), Constants.discoveryPort), on);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        AnnouncedLookups begun = new AnnouncedLookups(groups, on, trusted, socket);
        OwnThreads.daemon("banip-jini-announced", begun::run).start();
        return begun;
    }

    /** Those that were heard, in the order in which they were heard first. */
    public synchronized List<LookupAddress> heard() {
        long now = System.nanoTime();
        heard.values().removeIf(at -> now - at > REMEMBERED.toNanos());
        return List.copyOf(heard.keySet());
    }

    /** The same after seven seconds of listening: all lookup services of BANip are announced in this time. */
    public synchronized List<LookupAddress> awaitAll() throws InterruptedException {
        long left = LISTENING.toNanos() - (System.nanoTime() - begun);
        while (!closed && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = LISTENING.toNanos() - (System.nanoTime() - begun);
        }
        return heard();
    }

    /** What is listened for, for messages. */
    public String inWords() {
        return "lookup services of the groups " + String.join(", ", groups) + " that are announced on " + on.getName();
    }

    private void run() {
        DatagramPacket packet = new DatagramPacket(new byte[LONGEST_PACKET], LONGEST_PACKET);
        while (!socket.isClosed()) {
            try {
                packet.setLength(LONGEST_PACKET);
                socket.receive(packet);
            } catch (IOException e) {
                end(e);
                return;
            }
            read(packet);
        }
    }

    private synchronized void end(IOException reason) {
        if (!closed) {
            LOG.warn("- announcements on {} are not heard any more: {}", on.getName(), reason.toString());
        }
        closed = true;
        socket.close();
        notifyAll();
    }

    private void read(DatagramPacket packet) {
        try {
            wanted(decoded(packet)).ifPresent(this::hear);
        } catch (IOException | RuntimeException e) { // what a packet makes of the decoder ends no thread
            LOG.debug(
                    "- an announcement from {} cannot be read: {}",
                    packet.getAddress(),
                    Quoted.line(String.valueOf(e.getMessage()), 200));
        }
    }

    private static MulticastAnnouncement decoded(DatagramPacket packet) throws IOException {
        if (packet.getLength() < Integer.BYTES) {
            throw new IOException("it has " + packet.getLength() + " bytes");
        }
        int version = ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength())
                .getInt();
        Discovery protocol = version == Discovery.PROTOCOL_VERSION_1
                ? Discovery.getProtocol1()
                : Discovery.getProtocol2(Discovery.class.getClassLoader());
        return protocol.decodeMulticastAnnouncement(packet, InvocationConstraints.EMPTY);
    }

    private Optional<LookupAddress> wanted(MulticastAnnouncement announced) {
        return Collections.disjoint(groups, List.of(announced.getGroups()))
                ? Optional.empty()
                : Optional.of(new LookupAddress(announced.getHost(), announced.getPort()));
    }

    private void hear(LookupAddress at) {
        if (!trusted.test(at)) {
            tellUntrusted(at);
            return;
        }
        synchronized (this) {
            if (heard.containsKey(at) || heard().size() < MOST) {
                heard.put(at, System.nanoTime());
            }
        }
    }

    /** Once: it may be anybody, and often. */
    private void tellUntrusted(LookupAddress at) {
        if (!toldUntrusted) {
            toldUntrusted = true;
            LOG.warn(
                    "- a lookup service at {} is announced on {}, which is none of the allowed hosts; such ones are left out",
                    Quoted.line(at.toString(), 200),
                    on.getName());
        }
    }

    /** Ends it. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        socket.close();
    }
}
