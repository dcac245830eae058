package org.banip.surrogate.jini.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import net.jini.core.lookup.ServiceID;
import net.jini.discovery.Constants;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Announcements by multicast over the loopback interface. */
@Timeout(180)
class AnnouncedLookupsTest {
    private static final ServiceID ID = new ServiceID(1, 2);
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final LookupAddress HERE = new LookupAddress("127.0.0.1", 4161);
    private static final LookupAddress ELSEWHERE = new LookupAddress("192.0.2.1", 4161);

    /** No other test on this machine has it. */
    private final String group = "test-" + UUID.randomUUID();

    private static NetworkInterface loopback() throws Exception {
        return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    }

    private Announcer announce(LookupAddress at, String ofGroup) throws Exception {
        return new Announcer(at, List.of(ofGroup), ID, loopback(), OFTEN);
    }

    @Test
    void trustedLookupServiceOfTheGroupIsHeard() throws Exception {
        try (Announcer elsewhere = announce(ELSEWHERE, group);
                Announcer other = announce(new LookupAddress("127.0.0.1", 4162), group + "-not");
                AnnouncedLookups announced = AnnouncedLookups.listen(
                        List.of(group + "-also", group), loopback(), at -> !at.equals(ELSEWHERE))) {
            sendNonsense();
            try (Announcer here = announce(HERE, group)) {
                await().untilAsserted(() -> assertThat(announced.heard()).containsExactly(HERE));
                assertThat(List.of(elsewhere, other, here)).doesNotContainNull();
            }
            assertThat(announced.awaitAll()).containsExactly(HERE);
        }
    }

    /** As when a network interface is down. */
    @Test
    void announcementThatCannotBeSentIsTold() throws Exception {
        try (HeardLog log = new HeardLog();
                Announcer announcer = announce(HERE, "a".repeat(600))) {
            await().untilAsserted(() -> assertThat(log.messages())
                    .anyMatch(
                            line -> line.startsWith("- the lookup service is not announced by multicast, trying again")
                                    && line.endsWith("group too long: " + "a".repeat(600))));
            assertThat(announcer).isNotNull();
        }
    }

    private static void sendNonsense() throws Exception {
        try (MulticastSocket socket = new MulticastSocket()) {
            socket.setNetworkInterface(loopback());
            socket.setTimeToLive(0);
            for (byte[] bytes :
                    new byte[][] {{}, {1}, {0, 0, 0, 1}, {0, 0, 0, 1, 127, 127, 0, 0}, {0, 0, 0, 2, 9, 9}}) {
                socket.send(new DatagramPacket(
                        bytes, bytes.length, Constants.getAnnouncementAddress(), Constants.discoveryPort));
            }
        }
    }
}
