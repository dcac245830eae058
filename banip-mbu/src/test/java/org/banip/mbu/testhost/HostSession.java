package org.banip.mbu.testhost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One session at the test host: the stored items and the reverse channels. Guarded by itself. */
public final class HostSession {
    /** The frames that wait to be written on one reverse channel. */
    static final class Reverse {
        final BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    }

    private static final Logger LOG = LoggerFactory.getLogger(HostSession.class);

    /** Results of commands, by id. */
    public final List<Control.CommandResult> results = new CopyOnWriteArrayList<>();
    /** The number of keep-alive frames received. */
    public final AtomicInteger keepAlives = new AtomicInteger();
    /** What the MBU foresees of its paths, as it came. */
    public final List<Control.PathEnd> pathEnds = new CopyOnWriteArrayList<>();
    /** The number of time requests received. */
    public final AtomicInteger timeRequests = new AtomicInteger();

    RegistrationRequest registration;
    final List<TranscodingChain> chains = new ArrayList<>();
    private boolean[] stateless;
    private final int window;
    private final List<HostWindow> windows = new ArrayList<>();
    private final List<List<Sequenced>> stored = new ArrayList<>();
    private final List<Reverse> reverses = new ArrayList<>();
    private final List<Control> waitingForAnswers = new ArrayList<>();
    private final List<HostBody> bodies = new ArrayList<>();

    private final long clockSkewNanos;
    private Predicate<Packet> undecodable = packet -> false;
    private final List<Integer> arrivals = new ArrayList<>();
    private final boolean knowsRetiring;
    private boolean holding;
    private boolean onlyForTime;
    private long[] acknowledged;
    private int openBodies;
    private long duplicatesBefore;

    HostSession(RegistrationRequest registration, int window, long clockSkewNanos, boolean knowsRetiring) {
        this.registration = registration;
        this.knowsRetiring = knowsRetiring;
        this.clockSkewNanos = clockSkewNanos;
        this.window = window;
        stateless = new boolean[0];
        acknowledged = new long[0];
        addGroups();
    }

    /** Takes groups that the registration has and the session does not have yet. */
    synchronized void add(RegistrationRequest longer) {
        if (longer.ban().groups().size() > chains.size()) {
            registration = longer;
            addGroups();
        }
    }

    private void addGroups() {
        int groups = registration.ban().groups().size();
        stateless = Arrays.copyOf(stateless, groups);
        acknowledged = Arrays.copyOf(acknowledged, groups);
        for (int g = chains.size(); g < groups; g++) {
            String text =
                    registration.chainOf(registration.ban().groups().get(g).name());
            chains.add(TranscodingChain.parse(text, Transcoders.installed()));
            stateless[g] = !chains.get(g).stateful();
            windows.add(new HostWindow(window, 0));
            stored.add(new ArrayList<>());
        }
    }

    /** Frames of groups that were added may come on all bodies. Not under the session's monitor: a body may be decoded now. */
    void tellBodies() {
        List<HostBody> open;
        boolean[] now;
        synchronized (this) {
            open = new ArrayList<>(bodies);
            now = stateless.clone();
        }
        for (HostBody body : open) {
            synchronized (body.decoder()) {
                body.decoder().addGroups(now);
            }
        }
    }

    // --- bodies ---

    /** How many bodies of data requests are being read. */
    public synchronized int openBodies() {
        return openBodies;
    }

    /** Starts to read a data request. */
    synchronized HostBody beginBody() {
        List<@Nullable PacketHeader> known = new ArrayList<>();
        for (List<Sequenced> group : stored) {
            Sequenced last = group.isEmpty() ? null : group.get(group.size() - 1);
            known.add(openBodies == 0 && last instanceof Packet packet ? packet.header() : null);
        }
        openBodies++;
        HostBody body = new HostBody(this, known, stateless);
        bodies.add(body);
        return body;
    }

    synchronized void endBody() {
        openBodies--;
        if (openBodies == 0) {
            bodies.clear();
        }
    }

    synchronized void take(Sequenced item, HostBody body) {
        body.hasItems = true;
        if (item instanceof Packet packet && undecodable.test(packet)) {
            throw new BanipException(ErrorCode.UNDECODABLE_PACKET, "packet " + packet.sequence() + " is poisoned");
        }
        if (item instanceof Gap gap && gap.isRetirement() && !knowsRetiring) {
            throw new BanipException(ErrorCode.MALFORMED_FRAME, "gap reason 3 is not defined");
        }
        LOG.trace("takes {} of group {}", item.sequence(), item.group());
        HostWindow window = windows.get(item.group());
        long before = window.duplicates();
        try {
            window.offer(item, this::store);
            if (window.duplicates() == before) {
                arrivals.add(item.group());
            }
        } finally {
            if (!holding && !onlyForTime) {
                acknowledge();
            }
        }
    }

    /** A packet that depends on one that a gap replaced may still arrive on a connection that the MBU has given up. */
    private void store(Sequenced item) {
        List<Sequenced> group = stored.get(item.group());
        boolean afterGap = !group.isEmpty() && group.get(group.size() - 1) instanceof Gap;
        if (afterGap && item instanceof Packet packet && !packet.header().key() && !stateless[item.group()]) {
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET, "packet " + item.sequence() + " depends on one before the gap");
        }
        group.add(item);
    }

    void take(Control frame, List<Control> answers) {
        if (frame instanceof Control.KeepAlive) {
            keepAlives.incrementAndGet();
        } else if (frame instanceof Control.CommandResult result) {
            results.add(result);
        } else if (frame instanceof Control.PathEnd end) {
            pathEnds.add(end);
        } else if (frame instanceof Control.TimeRequest request) {
            timeRequests.incrementAndGet();
            long now = System.currentTimeMillis() * 1_000_000L + clockSkewNanos;
            Control answer = new Control.TimeAnswer(request.sentNanos(), now, now);
            synchronized (this) {
                if (onlyForTime) {
                    acknowledge();
                }
                if (reverses.isEmpty()) {
                    answers.add(answer);
                } else {
                    broadcast(answer);
                }
            }
        } else {
            throw new BanipException(ErrorCode.MALFORMED_FRAME, "an MBU does not send " + frame);
        }
    }

    // --- acknowledgements ---

    private void acknowledge() {
        for (int g = 0; g < acknowledged.length; g++) {
            acknowledged[g] = windows.get(g).next();
        }
        broadcast(acknowledgement());
        notifyAll();
    }

    private Control.Acknowledgement acknowledgement() {
        return new Control.Acknowledgement(acknowledged.clone());
    }

    /** The acknowledged sequence numbers. */
    synchronized long[] next() {
        return acknowledged.clone();
    }

    /** Whether to store without acknowledging. */
    public synchronized void hold(boolean on) {
        holding = on;
        if (!on) {
            acknowledge();
        }
    }

    /** Whether acknowledgements wait until a time request comes behind what they acknowledge (docs/protocol.md, section 4.1). */
    public synchronized void acknowledgeOnlyForTime(boolean on) {
        onlyForTime = on;
        if (!on) {
            acknowledge();
        }
    }

    /** The frames that answer a body. If it had items, it waits while acknowledgements are held. */
    synchronized byte[] answer(HostBody body) throws InterruptedException {
        while (holding && body.hasItems) {
            wait();
        }
        FrameBuffer out = new FrameBuffer(64);
        FrameEncoder.encode(acknowledgement(), out);
        body.answers.forEach(frame -> FrameEncoder.encode(frame, out));
        body.answers.clear();
        waitingForAnswers.forEach(frame -> FrameEncoder.encode(frame, out));
        waitingForAnswers.clear();
        return out.toByteArray();
    }

    // --- the reverse channel ---

    synchronized Reverse openReverse() {
        Reverse reverse = new Reverse();
        reverse.frames.add(bytes(acknowledgement()));
        for (HostBody body : bodies) {
            body.answers.forEach(frame -> reverse.frames.add(bytes(frame)));
            body.answers.clear();
        }
        waitingForAnswers.forEach(frame -> reverse.frames.add(bytes(frame)));
        waitingForAnswers.clear();
        reverses.add(reverse);
        return reverse;
    }

    synchronized void closeReverse(Reverse reverse) {
        reverses.remove(reverse);
        notifyAll();
    }

    /** Waits until the MBU has closed all reverse channels. */
    synchronized void awaitNoReverse() throws InterruptedException {
        while (!reverses.isEmpty()) {
            wait();
        }
    }

    /** The number of open reverse channels. */
    public synchronized int openReverses() {
        return reverses.size();
    }

    synchronized void broadcast(Control frame) {
        reverses.forEach(reverse -> reverse.frames.add(bytes(frame)));
    }

    /** Sends a frame on the reverse channels, or with the next answer if there is none. */
    public synchronized void send(Control frame) {
        if (reverses.isEmpty()) {
            waitingForAnswers.add(frame);
        } else {
            broadcast(frame);
        }
    }

    static byte[] bytes(Control frame) {
        FrameBuffer out = new FrameBuffer(64);
        FrameEncoder.encode(frame, out);
        return out.toByteArray();
    }

    // --- called by tests ---

    /** The chain of a group, as it was agreed. */
    public String chain(int group) {
        return chains.get(group).toString();
    }

    /** The detectors that the BAN declares. */
    public List<String> detectors() {
        return registration.detectors();
    }

    /** The commands that the MBU has declared. */
    public List<CommandDeclaration> declared() {
        return registration.commands();
    }

    /** The session's UUID. */
    public UUID id() {
        return registration.session();
    }

    /** Makes packets undecodable. */
    public synchronized void undecodable(Predicate<Packet> which) {
        undecodable = which;
    }

    /** Loses all items of each group except the first ones, like a host that restored an old store. */
    public synchronized void loseStoreBut(int kept, int window) {
        for (int g = 0; g < stored.size(); g++) {
            List<Sequenced> group = stored.get(g);
            group.subList(Math.min(kept, group.size()), group.size()).clear();
            duplicatesBefore += windows.get(g).duplicates();
            long next = group.isEmpty() ? 0 : group.get(group.size() - 1).nextSequence();
            windows.set(g, new HostWindow(window, next));
            acknowledged[g] = next;
        }
    }

    /** Acknowledges items that were never sent. */
    public synchronized void claim(int group, long next) {
        acknowledged[group] = next;
        windows.set(group, new HostWindow(64, next));
        broadcast(acknowledgement());
    }

    /** The groups of all received packets and gaps, in the order in which they arrived first. */
    public synchronized List<Integer> arrivals() {
        return Collections.unmodifiableList(new ArrayList<>(arrivals));
    }

    /** The number of packets and gaps that were received twice. */
    public synchronized long duplicates() {
        return duplicatesBefore
                + windows.stream().mapToLong(HostWindow::duplicates).sum();
    }

    /** The stored items of a group, in sequence. */
    public synchronized List<Sequenced> stored(int group) {
        return Collections.unmodifiableList(new ArrayList<>(stored.get(group)));
    }

    /** The stored sensor sets of a group. Gaps have none. Checks the CRC of each packet. */
    public synchronized byte[] decoded(int group) {
        SensorGroup description = registration.ban().groups().get(group);
        Block all = new Block(1024);
        try (ChainDecoder decoder = chains.get(group).newDecoder(description)) {
            for (Sequenced item : stored.get(group)) {
                if (item instanceof Packet packet) {
                    if (!packet.intact()) {
                        throw new AssertionError("packet " + packet.sequence() + " is damaged");
                    }
                    Block sets = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
                    all.append(sets.bytes(), 0, sets.length());
                } else {
                    decoder.lose();
                }
            }
        }
        return Arrays.copyOf(all.bytes(), all.length());
    }
}
