package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.util.Arrays;
import java.util.List;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;

/** A machine on the loopback's network that answers questions of multicast DNS with whatever the test wants. Its port is one of its own. */
final class HostileMdns implements AutoCloseable {
    /** Makes an answer; an empty one is not sent. */
    interface Answers {
        byte[] to(Message question) throws IOException;
    }

    private static final int CACHE_FLUSH = 0x8001;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final MulticastSocket socket;

    HostileMdns(Answers answers) throws IOException {
        socket = new MulticastSocket(null);
        socket.setReuseAddress(false); // nobody else gets its port
        socket.bind(new InetSocketAddress(0));
        socket.joinGroup(
                new InetSocketAddress(InetAddress.getByName("224.0.0.251"), 0),
                NetworkInterface.getByInetAddress(LOOPBACK));
        Thread thread = new Thread(() -> serve(answers), "hostile-mdns");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve(Answers answers) {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[9000], 9000);
                socket.receive(packet);
                Message question = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
                byte[] answer = answers.to(question);
                if (answer.length > 0) {
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    static Record pointer(String instance) throws IOException {
        return new PTRRecord(DnsSdAnswers.SERVICE, DClass.IN, 10, instance(instance));
    }

    static Record place(String instance, String target, int port, int priority) throws IOException {
        return new SRVRecord(instance(instance), CACHE_FLUSH, 10, priority, 0, port, Name.fromString(target + "."));
    }

    static Record text(String instance, String... pairs) throws IOException {
        return new TXTRecord(instance(instance), CACHE_FLUSH, 10, List.of(pairs));
    }

    static Record address(String name, String address) throws IOException {
        return new ARecord(Name.fromString(name + "."), CACHE_FLUSH, 10, InetAddress.getByName(address));
    }

    private static Name instance(String label) throws IOException {
        return Name.concatenate(Name.fromString(label), DnsSdAnswers.SERVICE);
    }

    static byte[] answer(Message question, Record... records) {
        Message message = new Message(question.getHeader().getID());
        message.getHeader().setFlag(Flags.QR);
        message.getHeader().setFlag(Flags.AA);
        message.addRecord(question.getSection(Section.QUESTION).get(0), Section.QUESTION);
        for (int r = 0; r < records.length; r++) {
            message.addRecord(records[r], r == 0 ? Section.ANSWER : Section.ADDITIONAL);
        }
        return message.toWire(60_000);
    }

    @Override
    public void close() {
        socket.close();
    }
}
