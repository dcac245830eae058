package org.banip.wsb.announce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/**
 * Announces a broker on one network (RFC 6762): asks whether its names are free, says what it has, answers questions, and takes all back in the end. If
 * somebody else has the instance's name, it takes another one; if somebody else has the broker's name, it is silent for a while and tries again, because
 * the certificate is for that name. All state belongs to its thread {@code banip-announce}.
 */
final class Responder implements AutoCloseable {
    /** The port of multicast DNS. */
    static final int PORT = 5353;

    private static final Logger LOG = LoggerFactory.getLogger(Responder.class);
    private static final Duration PROBE_EVERY = Duration.ofMillis(250);
    private static final int PROBES = 3;
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** How long an answer waits, so that those of several machines do not collide (RFC 6762, section 6). */
    private static final int LEAST_DELAY_MILLIS = 20;

    private static final int MORE_DELAY_MILLIS = 100;
    private static final Duration HOST_CONFLICT = Duration.ofMinutes(1);
    private static final Duration NETWORK_LOST = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final int MOST_NAMES = 100;
    private static final int MOST_UNICAST_A_SECOND = 50;

    private final InetAddress address;
    private final int port;
    private final SecureRandom random = new SecureRandom();
    private final Thread thread;
    private volatile boolean closing;
    private volatile MulticastPort socket;

    // Of the thread.
    private Announced announced;
    private boolean owning;
    private Conflict conflict = Conflict.NONE;
    private final Map<Record, Long> lastSentNanos = new LinkedHashMap<>();
    private final List<Record> waiting = new ArrayList<>();
    private long dueNanos;
    private long unicastSinceNanos = System.nanoTime();
    private int unicast;
    private String logged = "";

    /** What somebody else on the network says. */
    private enum Conflict {
        NONE,
        /** It probes for the same instance now, and goes first. */
        LATER,
        INSTANCE,
        HOST
    }

    private Responder(Announced announced, InetAddress address, int port, MulticastPort socket) {
        this.announced = announced;
        this.address = address;
        this.port = port;
        this.socket = socket;
        thread = new Thread(this::run, "banip-announce");
        thread.setDaemon(true);
    }

    /**
     * Begins.
     *
     * @param address of this machine, on whose network
     * @param port of multicast DNS
     * @throws IOException if there is no such network, or the port cannot be shared
     */
    static Responder start(Announced announced, InetAddress address, int port) throws IOException {
        Responder responder = new Responder(announced, address, port, MulticastPort.open(address, port));
        responder.thread.start();
        return responder;
    }

    private void run() {
        while (!closing) {
            try {
                if (!socket.isOpen()) {
                    socket = MulticastPort.open(address, port);
                    LOG.info("announcing {} at {} again", announced, address.getHostAddress());
                }
                serve();
                logged = "";
            } catch (IOException e) {
                socket.close();
                log("announcing " + announced + " at " + address.getHostAddress() + " has stopped: " + e.getMessage());
                pause(NETWORK_LOST);
            }
        }
        socket.close();
    }

    private void serve() throws IOException {
        if (!hasNames()) {
            giveWay();
            return;
        }
        owning = true;
        LOG.info("announcing {} at {} as '{}'", announced, address.getHostAddress(), announced.label());
        announce();
        pump(SECOND);
        announce();
        while (!closing && conflict == Conflict.NONE) {
            pump(FOR_EVER);
        }
        if (closing) {
            socket.multicast(Records.goodbye(announced));
        }
        owning = false;
    }

    /** "the host should first wait for a short random delay time, uniformly distributed in the range 0-250 ms", then probe three times. */
    private boolean hasNames() throws IOException {
        conflict = Conflict.NONE;
        waiting.clear();
        socket.drop(); // what came while this was silent
        pump(Duration.ofMillis(random.nextInt((int) PROBE_EVERY.toMillis())));
        for (int n = 0; n < PROBES && !closing && conflict == Conflict.NONE; n++) {
            socket.multicast(Records.probe(announced));
            pump(PROBE_EVERY);
        }
        return conflict == Conflict.NONE && !closing;
    }

    private void giveWay() throws IOException {
        switch (conflict) {
            case INSTANCE -> {
                Announced next = announced.renamed();
                log("another broker at " + address.getHostAddress() + " is called '" + announced.label()
                        + "'; this one is now '" + next.label() + "'");
                announced = next;
                pause(next.label().endsWith("(" + MOST_NAMES + ")") ? HOST_CONFLICT : Duration.ZERO);
            }
            case HOST -> {
                log("another machine at " + address.getHostAddress() + " has the name of " + announced
                        + ", so the broker is not announced there now");
                pause(HOST_CONFLICT);
            }
            case LATER -> pause(SECOND);
            case NONE -> {
                // closing
            }
        }
    }

    private void log(String problem) {
        if (!problem.equals(logged)) {
            LOG.warn("{}", problem);
        }
        logged = problem;
    }

    private void pause(Duration time) {
        try {
            synchronized (this) {
                long untilNanos = System.nanoTime() + time.toNanos();
                for (long left = time.toMillis();
                        left > 0 && !closing;
                        left = (untilNanos - System.nanoTime()) / 1_000_000) {
                    wait(left);
                }
            }
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    private void announce() throws IOException {
        if (!closing && conflict == Conflict.NONE) {
            socket.multicast(Records.multicast(announced, announced.all()));
            announced.all().forEach(record -> lastSentNanos.put(record, System.nanoTime()));
        }
    }

    /** Takes what comes for a time, and sends what is due. Ends sooner if there is a conflict, or the broker ends. */
    private void pump(Duration time) throws IOException {
        long untilNanos = System.nanoTime() + time.toNanos();
        Conflict before = conflict;
        while (!closing && conflict == before) {
            long now = System.nanoTime();
            if (!waiting.isEmpty() && now - dueNanos >= 0) {
                sendWaiting(SECOND);
                continue;
            }
            long next = waiting.isEmpty() || untilNanos - dueNanos < 0 ? untilNanos : dueNanos;
            if (now - untilNanos >= 0) {
                return;
            }
            socket.receive(Duration.ofNanos(next - now), this::take);
        }
    }

    /** "a Multicast DNS responder MUST NOT multicast a record until at least one second has elapsed since the last time" (RFC 6762, section 6). */
    private void sendWaiting(Duration apart) throws IOException {
        long now = System.nanoTime();
        List<Record> due = new ArrayList<>(waiting);
        waiting.clear();
        due.removeIf(record -> lastSentNanos.containsKey(record) && now - lastSentNanos.get(record) < apart.toNanos());
        if (!due.isEmpty()) {
            socket.multicast(Records.multicast(announced, due));
            due.forEach(record -> lastSentNanos.put(record, now));
        }
    }

    private void take(byte[] datagram, InetSocketAddress from) throws IOException {
        Message message;
        try {
            message = new Message(datagram);
        } catch (IOException | RuntimeException e) { // whatever somebody sends must not end the broker's announcement
            return;
        }
        if (message.getHeader().getOpcode() != Opcode.QUERY) {
            return;
        }
        if (message.getHeader().getFlag(Flags.QR)) {
            if (from.getPort() == port) {
                takeResponse(message);
            }
        } else if (owning) {
            answer(message, from);
        } else if (conflict == Conflict.NONE && Records.losesTo(announced, message)) {
            conflict = Conflict.LATER;
        }
    }

    private void takeResponse(Message message) throws SocketException {
        for (Record record : message.getSection(Section.ANSWER)) {
            if (!Records.isInternet(record) || record.getTTL() == 0) {
                continue;
            }
            if (announced.contradictsInstance(record)) {
                conflict = Conflict.INSTANCE;
            } else if (announced.contradictsHost(record) && !isOfThisMachine(record)) {
                conflict = Conflict.HOST;
            }
        }
    }

    private static boolean isOfThisMachine(Record record) throws SocketException {
        InetAddress said = record instanceof ARecord four
                ? four.getAddress()
                : record instanceof AAAARecord six ? six.getAddress() : null;
        return said != null && NetworkInterface.getByInetAddress(said) != null;
    }

    private void answer(Message query, InetSocketAddress from) throws IOException {
        List<Record> answers = Records.answers(announced, query);
        if (answers.isEmpty()) {
            return;
        }
        boolean legacy = from.getPort() != port;
        boolean byUnicast = query.getSection(Section.QUESTION).stream()
                .allMatch(question -> (question.getDClass() & Records.TOP_BIT) != 0);
        boolean probe = !query.getSection(Section.AUTHORITY).isEmpty();
        if (legacy || byUnicast && !probe) {
            if (mayUnicast()) {
                socket.unicast(
                        legacy ? Records.legacy(announced, answers, query) : Records.multicast(announced, answers),
                        from);
            }
            return;
        }
        answers.stream().filter(record -> !waiting.contains(record)).forEach(waiting::add);
        if (probe) { // the names are defended at once
            sendWaiting(PROBE_EVERY);
        } else if (waiting.size() == answers.size()) {
            dueNanos = System.nanoTime()
                    + Duration.ofMillis(LEAST_DELAY_MILLIS + random.nextInt(MORE_DELAY_MILLIS + 1))
                            .toNanos();
        }
    }

    /** Answers are longer than questions: nobody may flood a third party with them. */
    private boolean mayUnicast() {
        long now = System.nanoTime();
        if (now - unicastSinceNanos > SECOND.toNanos()) {
            unicastSinceNanos = now;
            unicast = 0;
        }
        return unicast++ < MOST_UNICAST_A_SECOND;
    }

    /** Takes the announcement back and ends. */
    @Override
    public void close() {
        closing = true;
        synchronized (this) {
            notifyAll();
        }
        socket.wakeUp();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
