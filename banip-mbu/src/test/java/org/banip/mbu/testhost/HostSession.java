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
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.sequence.ReorderWindow;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One session at the test host: what it stored, and who listens. Guarded by itself. */
public final class HostSession {
    /** The frames that wait to be written on one reverse channel. */
    static final class Reverse {
        final BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    }

    private static final Logger LOG = LoggerFactory.getLogger(HostSession.class);

    /** Commands that came back, by id. */
    public final List<Control.CommandResult> results = new CopyOnWriteArrayList<>();
    /** Keep-alive frames that came. */
    public final AtomicInteger keepAlives = new AtomicInteger();
    /** Questions for the time that came. */
    public final AtomicInteger timeRequests = new AtomicInteger();

    final RegistrationRequest registration;
    final List<TranscodingChain> chains = new ArrayList<>();
    private final boolean[] stateless;
    private final List<ReorderWindow> windows = new ArrayList<>();
    private final List<List<Sequenced>> stored = new ArrayList<>();
    private final List<Reverse> reverses = new ArrayList<>();
    private final List<Control> waitingForAnswers = new ArrayList<>();
    private final long clockSkewNanos;
    private Predicate<Packet> undecodable = packet -> false;
    private final List<Integer> arrivals = new ArrayList<>();
    private boolean holding;
    private long[] acknowledged;
    private int openBodies;
    private long duplicatesBefore;

    HostSession(RegistrationRequest registration, int window, long clockSkewNanos) {
        this.registration = registration;
        this.clockSkewNanos = clockSkewNanos;
        int groups = registration.ban().groups().size();
        stateless = new boolean[groups];
        acknowledged = new long[groups];
        for (int g = 0; g < groups; g++) {
            String text =
                    registration.chainOf(registration.ban().groups().get(g).name());
            chains.add(TranscodingChain.parse(text, Transcoders.installed()));
            stateless[g] = !chains.get(g).stateful();
            windows.add(new ReorderWindow(window, 0));
            stored.add(new ArrayList<>());
        }
    }

    // --- bodies ---

    /** Begins to read a data request. */
    synchronized FrameDecoder beginBody(List<Control> answers) {
        List<@Nullable PacketHeader> known = new ArrayList<>();
        for (List<Sequenced> group : stored) {
            Sequenced last = group.isEmpty() ? null : group.get(group.size() - 1);
            known.add(openBodies == 0 && last instanceof Packet packet ? packet.header() : null);
        }
        openBodies++;
        return new FrameDecoder(
                known,
                stateless,
                new FrameHandler() {
                    @Override
                    public void sequenced(Sequenced item) {
                        take(item);
                    }

                    @Override
                    public void control(Control frame) {
                        take(frame, answers);
                    }
                },
                "test host");
    }

    synchronized void endBody() {
        openBodies--;
    }

    private synchronized void take(Sequenced item) {
        if (item instanceof Packet packet && undecodable.test(packet)) {
            throw new BanipException(ErrorCode.UNDECODABLE_PACKET, "packet " + packet.sequence() + " is poisoned");
        }
        LOG.trace("takes {} of group {}", item.sequence(), item.group());
        arrivals.add(item.group());
        try {
            windows.get(item.group()).offer(item, this::store);
        } finally {
            if (!holding) {
                acknowledge();
            }
        }
    }

    /** A packet that depends on what a gap took the place of may still come late, on a connection that the MBU has given up. */
    private void store(Sequenced item) {
        List<Sequenced> group = stored.get(item.group());
        boolean afterGap = !group.isEmpty() && group.get(group.size() - 1) instanceof Gap;
        if (afterGap && item instanceof Packet packet && !packet.header().key() && !stateless[item.group()]) {
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET, "packet " + item.sequence() + " depends on one before the gap");
        }
        group.add(item);
    }

    private void take(Control frame, List<Control> answers) {
        if (frame instanceof Control.KeepAlive) {
            keepAlives.incrementAndGet();
        } else if (frame instanceof Control.CommandResult result) {
            results.add(result);
        } else if (frame instanceof Control.TimeRequest request) {
            timeRequests.incrementAndGet();
            long now = System.currentTimeMillis() * 1_000_000L + clockSkewNanos;
            Control answer = new Control.TimeAnswer(request.sentNanos(), now, now);
            synchronized (this) {
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

    /** What is acknowledged now. */
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

    /** The frames that answer a body: waits while acknowledgements are held. */
    synchronized byte[] answer(List<Control> more) throws InterruptedException {
        while (holding) {
            wait();
        }
        FrameBuffer out = new FrameBuffer(64);
        FrameEncoder.encode(acknowledgement(), out);
        more.forEach(frame -> FrameEncoder.encode(frame, out));
        waitingForAnswers.forEach(frame -> FrameEncoder.encode(frame, out));
        waitingForAnswers.clear();
        return out.toByteArray();
    }

    // --- the reverse channel ---

    synchronized Reverse openReverse() {
        Reverse reverse = new Reverse();
        reverse.frames.add(bytes(acknowledgement()));
        waitingForAnswers.forEach(frame -> reverse.frames.add(bytes(frame)));
        waitingForAnswers.clear();
        reverses.add(reverse);
        return reverse;
    }

    synchronized void closeReverse(Reverse reverse) {
        reverses.remove(reverse);
        notifyAll();
    }

    /** Waits until the MBU has given up all reverse channels. */
    synchronized void awaitNoReverse() throws InterruptedException {
        while (!reverses.isEmpty()) {
            wait();
        }
    }

    /** How many reverse channels are open. */
    public synchronized int openReverses() {
        return reverses.size();
    }

    synchronized void broadcast(Control frame) {
        reverses.forEach(reverse -> reverse.frames.add(bytes(frame)));
    }

    /** Sends a command, or whatever else, on the reverse channels, or with the next answer if there is none. */
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

    // --- what tests do to it, and ask ---

    /** The session's UUID. */
    public UUID id() {
        return registration.session();
    }

    /** Packets that cannot be decoded. */
    public synchronized void undecodable(Predicate<Packet> which) {
        undecodable = which;
    }

    /** Loses all but so many packets and gaps of each group, as a host that restored an old store. */
    public synchronized void loseStoreBut(int kept, int window) {
        for (int g = 0; g < stored.size(); g++) {
            List<Sequenced> group = stored.get(g);
            group.subList(Math.min(kept, group.size()), group.size()).clear();
            duplicatesBefore += windows.get(g).duplicates();
            long next = group.isEmpty() ? 0 : group.get(group.size() - 1).nextSequence();
            windows.set(g, new ReorderWindow(window, next));
            acknowledged[g] = next;
        }
    }

    /** Claims to have stored what never came. */
    public synchronized void claim(int group, long next) {
        acknowledged[group] = next;
        windows.set(group, new ReorderWindow(64, next));
        broadcast(acknowledgement());
    }

    /** The groups of all packets and gaps, in the order in which they came. */
    public synchronized List<Integer> arrivals() {
        return Collections.unmodifiableList(new ArrayList<>(arrivals));
    }

    /** Packets and gaps that came twice. */
    public synchronized long duplicates() {
        return duplicatesBefore
                + windows.stream().mapToLong(ReorderWindow::duplicates).sum();
    }

    /** What is stored of a group, in sequence. */
    public synchronized List<Sequenced> stored(int group) {
        return Collections.unmodifiableList(new ArrayList<>(stored.get(group)));
    }

    /** The sensor sets stored of a group; gaps leave none. Checks every CRC on the way. */
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
