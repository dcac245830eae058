package org.banip.wsb.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.testing.ReservedUdpPort;
import org.banip.wsb.spi.AnnouncerProvider.Announcement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Brokers that are announced on the loopback's network, as simple resolvers see them. By real multicast. */
@Timeout(240)
@SuppressWarnings("try") // an announcement only has to be there
class AnnouncerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final String SERVICE = "_banip._tcp.local.";
    private static ReservedUdpPort multicast;

    @BeforeAll
    static void reservePort() throws IOException {
        multicast = new ReservedUdpPort();
    }

    @AfterAll
    static void giveBackPort() {
        multicast.close();
    }

    private static Announcement announced(String name, int port) {
        return DnsSdAnnouncerProvider.begun(
                new AnnounceSettings(List.of(LOOPBACK), name), "https", port, multicast.number());
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
            try (MulticastSocket neighbour = new MulticastSocket(multicast.number())) {
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

    @Test
    void whoeverTakesEachNameIsNotFollowedAtOnce() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Responder.class);
        Queue<String> warnings = new ConcurrentLinkedQueue<>();
        AppenderBase<ILoggingEvent> kept = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getLevel() == Level.WARN) {
                    warnings.add(event.getFormattedMessage());
                }
            }
        };
        kept.start();
        logger.addAppender(kept);
        try (MulticastSocket neighbour = new MulticastSocket(multicast.number());
                Announcement unused = announced("wsb-f.local", 8443)) {
            neighbour.setNetworkInterface(NetworkInterface.getByInetAddress(LOOPBACK));
            neighbour.joinGroup(group(), NetworkInterface.getByInetAddress(LOOPBACK));
            Thread thread = new Thread(() -> claimAll(neighbour), "neighbour");
            thread.setDaemon(true);
            thread.start();
            await().atMost(PATIENCE)
                    .until(() -> warnings.stream().anyMatch(line -> line.contains("takes each name of https://wsb-f")));
        } finally {
            logger.detachAppender(kept);
        }
        assertThat(warnings)
                .as("not one for each name")
                .filteredOn(line -> line.contains("wsb-f"))
                .hasSizeLessThan(5);
    }

    /** Answers each probe: that instance is at another port. */
    private static void claimAll(MulticastSocket neighbour) {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[9000], 9000);
                neighbour.receive(packet);
                Message claim = new Message(0);
                claim.getHeader().setFlag(Flags.QR);
                for (Record record : new Message(Arrays.copyOf(packet.getData(), packet.getLength()))
                        .getSection(Section.AUTHORITY)) {
                    if (record instanceof SRVRecord place) {
                        claim.addRecord(
                                new SRVRecord(place.getName(), DClass.IN, 120, 0, 0, 1, place.getTarget()),
                                Section.ANSWER);
                    }
                }
                if (!claim.getSection(Section.ANSWER).isEmpty()) {
                    byte[] bytes = claim.toWire();
                    neighbour.send(new DatagramPacket(bytes, bytes.length, group()));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static InetSocketAddress group() throws IOException {
        return new InetSocketAddress(InetAddress.getByName("224.0.0.251"), multicast.number());
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
                                                || record.rdataToString().startsWith(instance.replace(" ", "\\032")));
                if (right) {
                    return Optional.of(answer);
                }
            }
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
    }
}
