package org.banip.wsb.announce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
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

    private static final Logger LOG = ServerLog.of(Responder.class);
    private static final Duration PROBE_EVERY = Duration.ofMillis(250);
    private static final int PROBES = 3;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOST_CONFLICT = Duration.ofMinutes(1);
    private static final Duration NETWORK_LOST = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final InetAddress address;
    private final int port;
    private final SecureRandom random = new SecureRandom();
    private final Thread thread;
    private volatile boolean closing;
    private volatile MulticastPort socket;

    // Of the thread.
    private Announced announced;
    /** Null while the names are not this broker's. */
    private @Nullable Answerer answerer;

    private Conflict conflict = Conflict.NONE;
    private final ConflictPauses pauses = new ConflictPauses();
    private final UnicastLimit limit = new UnicastLimit();
    private String logged = "";
    private boolean erred;

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
            } catch (IOException e) {
                socket.close();
                log("announcing " + announced + " at " + address.getHostAddress() + " has stopped: " + e.getMessage());
                pause(NETWORK_LOST);
            } catch (RuntimeException e) { // it must not end the announcement for good
                logError(e);
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
        if (!pauses.areLong(System.nanoTime())) {
            LOG.info("announcing {} at {} as '{}'", announced, address.getHostAddress(), announced.label());
        }
        Answerer answers = new Answerer(announced, socket, port, limit);
        answerer = answers;
        answers.announce();
        pump(SECOND);
        if (!closing && conflict == Conflict.NONE) {
            answers.announce();
            if (!pauses.areLong(System.nanoTime())) {
                logged = "";
            }
        }
        while (!closing && conflict == Conflict.NONE) {
            pump(FOR_EVER);
        }
        answerer = null;
        if (closing) {
            socket.multicast(Records.goodbye(announced));
        } else { // the name is probed again, and its owner answers (RFC 6762, section 9)
            pauseAfterConflict();
        }
    }

    /** "the host should first wait for a short random delay time, uniformly distributed in the range 0-250 ms", then probe three times. */
    private boolean hasNames() throws IOException {
        conflict = Conflict.NONE;
        answerer = null; // it is still there if the network was lost
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
                if (logged.isEmpty()) { // not each name that somebody takes
                    log("another broker at " + address.getHostAddress() + " is called '" + announced.label()
                            + "'; this one is now '" + next.label() + "'");
                }
                announced = next;
                pauseAfterConflict();
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

    private void pauseAfterConflict() {
        long now = System.nanoTime();
        if (pauses.isQuiet(now)) {
            logged = "";
        }
        Duration time = pauses.next(now);
        if (!time.isZero()) {
            log("somebody at " + address.getHostAddress() + " takes each name of " + announced
                    + "; it is probed only every " + time.toSeconds() + " s now");
        }
        pause(time);
    }

    private void log(String problem) {
        if (!problem.equals(logged)) {
            LOG.warn("{}", problem);
        }
        logged = problem;
    }

    private void logError(RuntimeException e) {
        if (!erred) {
            LOG.error("announcing {} at {}: internal error", announced, address.getHostAddress(), e);
        }
        erred = true;
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

    /** Takes what comes for a time, and sends what is due. Ends sooner if there is a conflict, or the broker ends. */
    private void pump(Duration time) throws IOException {
        long untilNanos = System.nanoTime() + time.toNanos();
        Conflict before = conflict;
        while (!closing && conflict == before) {
            long now = System.nanoTime();
            Answerer answers = answerer;
            boolean waiting = answers != null && answers.isWaiting();
            if (answers != null && waiting && now - answers.dueNanos() >= 0) {
                answers.sendWaiting();
                continue;
            }
            if (now - untilNanos >= 0) {
                return;
            }
            long next =
                    answers != null && waiting && answers.dueNanos() - untilNanos < 0 ? answers.dueNanos() : untilNanos;
            socket.receive(Duration.ofNanos(next - now), this::take);
        }
    }

    private void take(byte[] datagram, InetSocketAddress from) throws IOException {
        Message message;
        try {
            message = new Message(datagram);
        } catch (IOException | RuntimeException e) { // whatever somebody sends must not end the broker's announcement
            return;
        }
        try {
            take(message, from);
        } catch (RuntimeException e) {
            logError(e);
        }
    }

    private void take(Message message, InetSocketAddress from) throws IOException {
        if (message.getHeader().getOpcode() != Opcode.QUERY) {
            return;
        }
        if (message.getHeader().getFlag(Flags.QR)) {
            if (from.getPort() == port) {
                takeResponse(message);
            }
        } else if (answerer != null) {
            answerer.answer(message, from);
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
