package org.banip.wsb.announce;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/** Announces a broker that has its names on one network, and answers questions about it (RFC 6762, section 6). One thread. */
final class Answerer {
    private static final Logger LOG = ServerLog.of(Answerer.class);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DEFENCE_EVERY = Duration.ofMillis(250);
    /** How long an answer waits, so that those of several machines do not collide. */
    private static final int LEAST_DELAY_MILLIS = 20;

    private static final int MORE_DELAY_MILLIS = 100;

    private final Announced announced;
    private final MulticastPort socket;
    private final int port;
    private final UnicastLimit limit;
    private final SecureRandom random = new SecureRandom();
    private final Map<Record, Long> lastSentNanos = new LinkedHashMap<>();
    private final List<Record> waiting = new ArrayList<>();
    private long dueNanos;
    private boolean failed;

    /** @param port of multicast DNS; a question from another port is answered as plain DNS does */
    Answerer(Announced announced, MulticastPort socket, int port, UnicastLimit limit) {
        this.announced = announced;
        this.socket = socket;
        this.port = port;
        this.limit = limit;
    }

    /** Tells everybody. */
    void announce() throws IOException {
        socket.multicast(Records.multicast(announced, announced.all()));
        announced.all().forEach(record -> lastSentNanos.put(record, System.nanoTime()));
    }

    /** Whether an answer waits. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** When it is to be sent. */
    long dueNanos() {
        return dueNanos;
    }

    /** Sends the answers that wait. */
    void sendWaiting() throws IOException {
        sendWaiting(SECOND);
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

    /**
     * Answers a question, now or later. One that cannot be answered is dropped.
     *
     * @param from who asks; nobody can be answered at port 0
     * @throws IOException if the network is lost
     */
    void answer(Message query, InetSocketAddress from) throws IOException {
        List<Record> answers = Records.answers(announced, query);
        if (answers.isEmpty() || from.getPort() == 0) {
            return;
        }
        boolean legacy = from.getPort() != port;
        boolean byUnicast = query.getSection(Section.QUESTION).stream()
                .allMatch(question -> (question.getDClass() & Records.TOP_BIT) != 0);
        boolean probe = !query.getSection(Section.AUTHORITY).isEmpty();
        if (legacy || byUnicast && !probe) {
            if (limit.allows(from.getAddress(), System.nanoTime())) {
                unicast(
                        legacy ? Records.legacy(announced, answers, query) : Records.multicast(announced, answers),
                        from);
            }
            return;
        }
        boolean first = waiting.isEmpty();
        answers.stream().filter(record -> !waiting.contains(record)).forEach(waiting::add);
        if (probe) { // the names are defended at once
            sendWaiting(DEFENCE_EVERY);
        } else if (first) {
            dueNanos = System.nanoTime()
                    + Duration.ofMillis(LEAST_DELAY_MILLIS + random.nextInt(MORE_DELAY_MILLIS + 1))
                            .toNanos();
        }
    }

    /** That one machine cannot be reached must not stop the announcement to all others. */
    private void unicast(byte[] answer, InetSocketAddress to) {
        try {
            socket.unicast(answer, to);
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("{} asks for {} and cannot be answered: {}", to, announced, e.getMessage());
            }
            failed = true;
        }
    }
}
