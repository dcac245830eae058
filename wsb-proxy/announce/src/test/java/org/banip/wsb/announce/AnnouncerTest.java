package org.banip.wsb.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.jmdns.JmDNS;
import javax.jmdns.ServiceInfo;
import org.banip.wsb.spi.AnnouncerProvider.Announcement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Brokers that are announced on the loopback's network, as JmDNS, which is not ours, and simple resolvers see them. By real multicast. */
@Timeout(240)
@SuppressWarnings("try") // an announcement only has to be there
class AnnouncerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final String SERVICE = "_banip._tcp.local.";
    private static int multicastPort;

    @BeforeAll
    static void ownPort() throws IOException {
        try (DatagramSocket any = new DatagramSocket()) {
            multicastPort = any.getLocalPort();
        }
        System.setProperty("net.mdns.port", Integer.toString(multicastPort)); // before the first use of JmDNS
    }

    private static Announcement announced(String name, int port) {
        return DnsSdAnnouncerProvider.begun(
                new AnnounceSettings(List.of(LOOPBACK), name), "https", port, multicastPort);
    }

    private static List<String> seen(JmDNS by) {
        return Stream.of(by.list(SERVICE, 1000))
                .map(info -> info.getName() + "|" + info.getServer() + "|" + info.getPort() + "|"
                        + info.getPropertyString("scheme") + "|" + info.getPropertyString("path"))
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void anotherImplementationSeesBrokersComeAndGo() throws Exception {
        String first = "wsb-a local 8443|wsb-a.local.|8443|https|/";
        String second = "wsb-f local 9443|wsb-f.local.|9443|https|/";
        try (JmDNS viewer = JmDNS.create(LOOPBACK, "viewer");
                Announcement unused = announced("wsb-a.local", 8443)) {
            Announcement leaving = announced("wsb-f.local", 9443);
            await().atMost(PATIENCE).until(() -> seen(viewer), List.of(first, second)::equals);
            leaving.close();
            await().atMost(PATIENCE).until(() -> seen(viewer), List.of(first)::equals);
            ServiceInfo info = viewer.getServiceInfo(SERVICE, "wsb-a local 8443");
            assertThat(info.getInet4Addresses()).containsExactly((Inet4Address) LOOPBACK);
        }
    }

    @Test
    void anInstanceNameThatIsTakenIsLeftToItsOwner() throws Exception {
        Name taken = Name.fromString("wsb-b\\032local\\0328443." + SERVICE);
        Message claim = new Message(0);
        claim.getHeader().setFlag(Flags.QR);
        claim.addRecord(
                new SRVRecord(taken, DClass.IN, 120, 0, 0, 7777, Name.fromString("other.local.")), Section.ANSWER);
        try (MulticastSocket owner = new MulticastSocket(multicastPort)) {
            owner.setNetworkInterface(NetworkInterface.getByInetAddress(LOOPBACK));
            owner.joinGroup(group(), NetworkInterface.getByInetAddress(LOOPBACK));
            Thread defending = new Thread(() -> defend(owner, taken, claim.toWire()), "owner");
            defending.setDaemon(true);
            defending.start();
            try (Announcement unused = announced("wsb-b.local", 8443)) {
                await().atMost(PATIENCE)
                        .until(() -> answer(question(SERVICE, Type.PTR), "wsb-b local 8443 (2)")
                                .isPresent());
            }
        }
    }

    /** Says whose the name is, whenever somebody asks for it. */
    private static void defend(MulticastSocket socket, Name taken, byte[] claim) {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[9000], 9000);
                socket.receive(packet);
                Message message = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
                if (!message.getHeader().getFlag(Flags.QR)
                        && message.getSection(Section.QUESTION).stream()
                                .anyMatch(asked -> asked.getName().equals(taken))) {
                    socket.send(new DatagramPacket(claim, claim.length, group()));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    @Test
    void aNameOutsideOfLocalHasNoAddress() throws Exception {
        try (Announcement unused = announced("wsb.ward.example", 9443)) {
            Message answer = await().atMost(PATIENCE)
                    .until(() -> answer(question(SERVICE, Type.PTR), "wsb ward example 9443"), Optional::isPresent)
                    .orElseThrow();
            assertThat(answer.getSection(Section.ADDITIONAL))
                    .extracting(Record::getType)
                    .containsExactly(Type.SRV, Type.TXT);
        }
    }

    @Test
    void aSimpleResolverGetsAllAtOnceByUnicast() throws Exception {
        try (Announcement unused = announced("wsb-c.local", 8443)) {
            Message question = question(SERVICE, Type.PTR);
            Message answer = await().atMost(PATIENCE)
                    .until(() -> answer(question, "wsb-c local 8443"), Optional::isPresent)
                    .orElseThrow();
            assertThat(answer.getHeader().getFlag(Flags.AA)).isTrue();
            assertThat(answer.getQuestion()).isEqualTo(question.getQuestion());
            List<Record> all = Stream.of(Section.ANSWER, Section.ADDITIONAL)
                    .flatMap(section -> answer.getSection(section).stream())
                    .collect(Collectors.toList());
            assertThat(all).extracting(Record::getType).containsExactly(Type.PTR, Type.SRV, Type.TXT, Type.A);
            assertThat(all).allMatch(record -> record.getDClass() == DClass.IN && record.getTTL() <= 10);
            assertThat(((SRVRecord) all.get(1)).getTarget()).hasToString("wsb-c.local.");
            assertThat(((ARecord) all.get(3)).getAddress()).isEqualTo(LOOPBACK);
        }
    }

    @Test
    void aNameThatAnotherMachineHasIsNotAnnounced() throws Exception {
        try (Announcement unused = announced("wsb-d.local", 8443)) {
            Message question = question("wsb-d.local.", Type.A);
            await().atMost(PATIENCE).until(() -> answer(question, "").isPresent());
            Message other = new Message(0);
            other.getHeader().setFlag(Flags.QR);
            other.addRecord(
                    new ARecord(Name.fromString("wsb-d.local."), DClass.IN, 120, InetAddress.getByName("192.0.2.9")),
                    Section.ANSWER);
            try (MulticastSocket neighbour = new MulticastSocket(multicastPort)) {
                neighbour.setNetworkInterface(NetworkInterface.getByInetAddress(LOOPBACK));
                await().atMost(PATIENCE).until(() -> {
                    byte[] claim = other.toWire();
                    neighbour.send(new DatagramPacket(claim, claim.length, group()));
                    return answer(question, "").isEmpty();
                });
            }
        }
    }

    @Test
    void garbageEndsNothing() throws Exception {
        try (Announcement unused = announced("wsb-e.local", 8443);
                DatagramSocket sender = new DatagramSocket(0, LOOPBACK)) {
            sender.setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByInetAddress(LOOPBACK));
            byte[] whole = question(SERVICE, Type.ANY).toWire();
            for (int n = 0; n < 500; n++) {
                byte[] damaged = Arrays.copyOf(whole, n % whole.length);
                if (damaged.length > 0) {
                    damaged[n % damaged.length] ^= (byte) (1 + n % 255);
                }
                sender.send(new DatagramPacket(damaged, damaged.length, group()));
            }
            await().atMost(PATIENCE)
                    .until(() -> answer(question("wsb-e.local.", Type.A), "").isPresent());
        }
    }

    private static InetSocketAddress group() throws IOException {
        return new InetSocketAddress(InetAddress.getByName("224.0.0.251"), multicastPort);
    }

    private static Message question(String name, int type) throws IOException {
        Message question = Message.newQuery(Record.newRecord(Name.fromString(name), type, DClass.IN));
        question.getHeader().unsetFlag(Flags.RD);
        return question;
    }

    /** An answer in which a pointer leads to this instance, if one comes within a moment; with an empty instance any answer. */
    private static Optional<Message> answer(Message question, String instance) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, LOOPBACK)) {
            socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByInetAddress(LOOPBACK));
            socket.setSoTimeout(500);
            byte[] asked = question.toWire();
            socket.send(new DatagramPacket(asked, asked.length, group()));
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[9000], 9000);
                socket.receive(packet);
                Message answer = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
                boolean right =
                        answer.getHeader().getID() == question.getHeader().getID()
                                && answer.getSection(Section.ANSWER).stream()
                                        .anyMatch(record -> instance.isEmpty()
                                                || record.rdataToString()
                                                        .replace("\\(", "(")
                                                        .replace("\\)", ")")
                                                        .startsWith(instance.replace(" ", "\\032")));
                if (right) {
                    return Optional.of(answer);
                }
            }
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
    }
}
