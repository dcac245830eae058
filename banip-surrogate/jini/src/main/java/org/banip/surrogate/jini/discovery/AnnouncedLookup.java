package org.banip.surrogate.jini.discovery;

import com.sun.jini.discovery.Discovery;
import com.sun.jini.discovery.MulticastAnnouncement;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.discovery.Constants;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.registration.LookupSource;
import org.banip.surrogate.jini.registration.UnicastLookup;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/**
 * The first lookup service that announces one of some groups by multicast. An announcement is a hint from anybody on the network: only TLS proves who
 * answers there.
 *
 * @param groups whose members are wanted
 * @param on where announcements are heard
 * @param transport how to connect
 * @param patience how long to listen
 */
public record AnnouncedLookup(List<String> groups, NetworkInterface on, Transport transport, Duration patience)
        implements LookupSource {
    private static final Logger LOG = ServerLog.of(AnnouncedLookup.class);
    private static final int LONGEST_PACKET = 1500;

    /** Copies the list. */
    public AnnouncedLookup {
        groups = List.copyOf(groups);
    }

    @Override
    public String name() {
        return "multicast";
    }

    @Override
    public ServiceRegistrar find() throws IOException, ClassNotFoundException {
        return new UnicastLookup(listen(), transport).find();
    }

    /**
     * Listens for an announcement.
     *
     * @throws SocketTimeoutException if none of these groups comes
     */
    public LookupAddress listen() throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        try (MulticastSocket socket = new MulticastSocket(Constants.discoveryPort)) {
            socket.joinGroup(new InetSocketAddress(Constants.getAnnouncementAddress(), Constants.discoveryPort), on);
            DatagramPacket packet = new DatagramPacket(new byte[LONGEST_PACKET], LONGEST_PACKET);
            Optional<LookupAddress> found = Optional.empty();
            while (found.isEmpty()) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new SocketTimeoutException("no lookup service of the groups " + groups + " was announced on "
                            + on.getName() + " within " + patience.toSeconds() + " s");
                }
                socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
                packet.setLength(LONGEST_PACKET);
                found = received(socket, packet);
            }
            return found.get();
        }
    }

    private Optional<LookupAddress> received(MulticastSocket socket, DatagramPacket packet) throws IOException {
        try {
            socket.receive(packet);
        } catch (SocketTimeoutException e) {
            return Optional.empty(); // its caller looks at the clock
        }
        try {
            return wanted(decoded(packet));
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug(
                    "- an announcement from {} cannot be read: {}",
                    packet.getAddress(),
                    Quoted.line(String.valueOf(e.getMessage()), 200));
            return Optional.empty();
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
}
