package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * Asks all networks for brokers, from a port of its own on each, and collects the answers that come back to that port. Asks twice, because multicast
 * may get lost, and a third time if nobody has answered, or not everything. One thread, except for {@link #close}.
 */
final class MulticastQuestions {
    private static final String GROUP_4 = "224.0.0.251";
    private static final String GROUP_6 = "ff02::fb";
    /**
     * "the interval between the first two queries MUST be at least one second, the intervals between successive queries MUST increase by at least a
     * factor of two" (RFC 6762, section 5.2).
     */
    static final Duration FIRST_INTERVAL = Duration.ofSeconds(1);

    private static final int FACTOR = 2;

    /** How long answers may take, which are sent up to 120 ms late (RFC 6762, section 6), on a slow wireless network: this part of the first interval. */
    private static final double LAST_ANSWER = 0.7;

    private static final int MOST_DATAGRAMS = 1000;
    private static final int MOST_QUESTIONS = 8;
    private static final int LONGEST = 9000;
    private static final int HOPS = 255;
    private static final int HIGHEST_ID = 0xFFFF;
    private static final long NANOS_OF_MILLISECOND = 1_000_000;

    private final List<InetAddress> from;
    private final int port;
    private final Duration interval;
    private final Duration last;
    private final SecureRandom random = new SecureRandom();
    private volatile @Nullable Selector asking;
    private volatile boolean closed;

    /**
     * Questions.
     *
     * @param from addresses of this machine; none: of all its networks
     * @param port of multicast DNS
     * @param interval between the first two questions
     */
    MulticastQuestions(List<InetAddress> from, int port, Duration interval) {
        this.from = from;
        this.port = port;
        this.interval = interval;
        last = Duration.ofMillis((long) (interval.toMillis() * LAST_ANSWER));
    }

    /** A network and the socket in it. */
    private static final class Asked {
        private final LocalNetwork network;
        private final DatagramChannel channel;
        private final InetSocketAddress group;

        Asked(LocalNetwork network, DatagramChannel channel, InetSocketAddress group) {
            this.network = network;
            this.channel = channel;
            this.group = group;
        }
    }

    /**
     * What is answered within some seconds.
     *
     * @throws IOException if nothing can be asked
     */
    DnsSdAnswers ask() throws IOException {
        List<LocalNetwork> networks = from.isEmpty() ? LocalNetwork.all() : LocalNetwork.of(from);
        List<Asked> all = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            asking = selector;
            IOException problem = new IOException("no network of this machine carries multicast");
            for (LocalNetwork network : networks) {
                try {
                    all.add(open(network, selector));
                } catch (IOException e) {
                    problem = e;
                }
            }
            if (all.isEmpty()) {
                throw new IOException("brokers cannot be looked for: " + problem.getMessage(), problem);
            }
            return asked(all, selector);
        } finally {
            asking = null;
            for (Asked each : all) {
                each.channel.close();
            }
        }
    }

    private DnsSdAnswers asked(List<Asked> all, Selector selector) throws IOException {
        DnsSdAnswers answers = new DnsSdAnswers();
        int id = 1 + random.nextInt(HIGHEST_ID);
        send(all, question(id, answers));
        collect(selector, answers, id, interval);
        send(all, question(id, answers));
        collect(selector, answers, id, last);
        if (!answers.isAny() || !answers.missing().isEmpty()) {
            collect(selector, answers, id, interval.multipliedBy(FACTOR).minus(last));
            send(all, question(id, answers));
            collect(selector, answers, id, last);
        }
        return answers;
    }

    private Asked open(LocalNetwork network, Selector selector) throws IOException {
        boolean four = network.address() instanceof Inet4Address;
        DatagramChannel channel =
                DatagramChannel.open(four ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        boolean done = false;
        try {
            channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, network.device());
            channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, HOPS);
            channel.bind(new InetSocketAddress(network.address(), 0));
            channel.configureBlocking(false);
            Asked asked = new Asked(network, channel, group(network, four));
            channel.register(selector, SelectionKey.OP_READ, asked);
            done = true;
            return asked;
        } finally {
            if (!done) {
                channel.close();
            }
        }
    }

    private InetSocketAddress group(LocalNetwork network, boolean four) throws IOException {
        InetAddress group = InetAddress.getByName(four ? GROUP_4 : GROUP_6); // a number: nothing is looked up
        return new InetSocketAddress(
                four ? group : Inet6Address.getByAddress(null, group.getAddress(), network.device()), port);
    }

    private static byte[] question(int id, DnsSdAnswers answers) {
        Message message = Message.newQuery(Record.newRecord(DnsSdAnswers.SERVICE, Type.PTR, DClass.IN));
        message.getHeader().setID(id);
        message.getHeader().unsetFlag(Flags.RD);
        answers.missing().stream().limit(MOST_QUESTIONS).forEach(record -> message.addRecord(record, Section.QUESTION));
        return message.toWire();
    }

    /** One network that is down must not stop the others. */
    private static void send(List<Asked> all, byte[] question) throws IOException {
        IOException problem = null;
        boolean sent = false;
        for (Asked each : all) {
            try {
                sent |= each.channel.send(ByteBuffer.wrap(question), each.group) > 0;
            } catch (IOException e) {
                problem =
                        new IOException("brokers cannot be looked for from " + each.network + ": " + e.getMessage(), e);
            }
        }
        if (!sent && problem != null) {
            throw problem;
        }
    }

    private void collect(Selector selector, DnsSdAnswers answers, int id, Duration time) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(LONGEST);
        long untilNanos = System.nanoTime() + time.toNanos();
        int datagrams = 0;
        for (long left = time.toMillis();
                left > 0 && !closed && datagrams < MOST_DATAGRAMS;
                left = (untilNanos - System.nanoTime()) / NANOS_OF_MILLISECOND) {
            selector.select(left);
            for (SelectionKey key : selector.selectedKeys()) {
                receive((Asked) key.attachment(), buffer, answers, id);
                datagrams++;
            }
            selector.selectedKeys().clear();
        }
    }

    private static void receive(Asked asked, ByteBuffer buffer, DnsSdAnswers answers, int id) throws IOException {
        ((Buffer) buffer).clear(); // Android 26 has it there only
        SocketAddress sender = asked.channel.receive(buffer);
        if (sender instanceof InetSocketAddress of && asked.network.has(of.getAddress())) {
            int from = buffer.arrayOffset();
            byte[] answer = Arrays.copyOfRange(buffer.array(), from, from + buffer.position());
            answers.take(answer, id, asked.network.device());
        }
    }

    /** Ends a search that is under way. Any thread. */
    void close() {
        closed = true;
        Selector waiting = asking;
        if (waiting != null) {
            waiting.wakeup();
        }
    }

    @Override
    public String toString() {
        return "on the local network" + (from.isEmpty() ? "" : " of ")
                + from.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
    }
}
