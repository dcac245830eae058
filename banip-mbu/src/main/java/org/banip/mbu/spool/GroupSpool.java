package org.banip.mbu.spool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * One group's part of the spool: what was sent and is not acknowledged, then what waits to be sent, in sequence. Owned by the
 * spool, under its lock.
 */
final class GroupSpool {
    private final int group;
    private final Frequency frequency;
    private final ArrayDeque<Spooled> sent = new ArrayDeque<>();
    private final ArrayDeque<Spooled> waiting = new ArrayDeque<>();
    private final ReleasedRuns released = new ReleasedRuns();

    /** The next number to give. */
    private long nextSequence;
    /** Everything before it is stored by the host. */
    private long releasedSequence;
    /** Everything before it was sent at least once. */
    private long sentSequence;
    /** The packet stored last, if no gap came after it. */
    private @Nullable PacketHeader lastReleased;

    /** The next packet must be a key packet. */
    private boolean keyWanted;
    /** The encoder has not been told so. */
    private boolean restartWanted;

    GroupSpool(int group, Frequency frequency) {
        this.group = group;
        this.frequency = frequency;
    }

    int group() {
        return group;
    }

    long nextSequence() {
        return nextSequence;
    }

    long sentSequence() {
        return sentSequence;
    }

    long releasedSequence() {
        return releasedSequence;
    }

    int size() {
        return sent.size() + waiting.size();
    }

    long bytes() {
        long bytes = 0;
        for (Spooled spooled : sent) {
            bytes += spooled.bytes();
        }
        for (Spooled spooled : waiting) {
            bytes += spooled.bytes();
        }
        return bytes;
    }

    int outstanding() {
        return sent.size();
    }

    int outstanding(int link) {
        int outstanding = 0;
        for (Spooled spooled : sent) {
            outstanding += spooled.link == link ? 1 : 0;
        }
        return outstanding;
    }

    boolean takeRestart() {
        boolean wanted = restartWanted;
        restartWanted = false;
        return wanted;
    }

    boolean keyWanted() {
        return keyWanted;
    }

    void wantKey() {
        keyWanted = true;
        restartWanted = true;
    }

    void add(Spooled spooled) {
        waiting.add(spooled);
        nextSequence = spooled.item.nextSequence();
        keyWanted &= !(spooled.item instanceof Packet packet && packet.header().key());
    }

    @Nullable
    Spooled firstWaiting() {
        return waiting.peek();
    }

    /** When the first waiting one was put in, among all. */
    long firstOrder() {
        Spooled first = waiting.peek();
        return first == null ? Long.MAX_VALUE : first.order;
    }

    /** When the oldest one was put in; very late if there is none. */
    long oldestNanos() {
        Spooled oldest = lowest().peek();
        return oldest == null ? Long.MAX_VALUE : oldest.putNanos;
    }

    /**
     * Whether a link may claim the first waiting one: while another link has some of the group under way, the host must be able to put what
     * comes in order again.
     */
    boolean mayClaim(int link, int window) {
        Spooled first = waiting.peek();
        return first != null && (first.item.sequence() - releasedSequence < window || !isClaimedByOthers(link));
    }

    boolean isClaimedByOthers(int link) {
        for (Spooled spooled : sent) {
            if (spooled.link != link) {
                return true;
            }
        }
        return false;
    }

    /** Gives the first waiting one to a link; says whether it was sent before. */
    boolean claim(int link) {
        Spooled spooled = waiting.remove();
        boolean again = spooled.everSent;
        spooled.everSent = true;
        spooled.link = link;
        sentSequence = Math.max(sentSequence, spooled.item.nextSequence());
        ArrayDeque<Spooled> later = new ArrayDeque<>(0);
        while (!sent.isEmpty() && sent.getLast().item.sequence() > spooled.item.sequence()) {
            later.addFirst(sent.removeLast());
        }
        sent.add(spooled);
        sent.addAll(later);
        return again;
    }

    /** What a link has under way waits again, in sequence. */
    void giveBack(int link) {
        ArrayDeque<Spooled> kept = new ArrayDeque<>();
        ArrayDeque<Spooled> back = new ArrayDeque<>();
        for (Spooled spooled : sent) {
            (spooled.link == link ? back : kept).add(spooled);
        }
        sent.clear();
        sent.addAll(kept);
        putBack(back);
    }

    /** All that is under way waits again. */
    void giveBackAll() {
        ArrayDeque<Spooled> back = new ArrayDeque<>(sent);
        sent.clear();
        putBack(back);
    }

    private void putBack(ArrayDeque<Spooled> back) {
        ArrayDeque<Spooled> before = new ArrayDeque<>();
        while (!back.isEmpty()) {
            long sequence = back.element().item.sequence();
            while (!waiting.isEmpty() && waiting.element().item.sequence() < sequence) {
                before.add(waiting.remove());
            }
            before.add(back.remove());
        }
        while (!before.isEmpty()) {
            waiting.addFirst(before.removeLast());
        }
    }

    /** Takes out what lies before a sequence number. */
    List<Spooled> release(long before) {
        if (before > sentSequence) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "the host expects sequence number " + before + " of group " + group + ", but " + sentSequence
                            + " is the next one to be sent for the first time");
        }
        List<Spooled> out = new ArrayList<>();
        ArrayDeque<Spooled> from = lowest();
        while (!from.isEmpty() && from.element().item.nextSequence() <= before) {
            Spooled first = from.remove();
            out.add(first);
            released.add(first.item);
            releasedSequence = first.item.nextSequence();
            lastReleased = first.item instanceof Packet packet ? packet.header() : null;
            from = lowest();
        }
        return out;
    }

    /** Where the item with the lowest number is: under way, or waiting again. */
    private ArrayDeque<Spooled> lowest() {
        if (sent.isEmpty() || waiting.isEmpty()) {
            return sent.isEmpty() ? waiting : sent;
        }
        return sent.element().item.sequence() < waiting.element().item.sequence() ? sent : waiting;
    }

    /**
     * The last packet, if the host holds all that was sent of the group, so that both sides know it (docs/protocol.md, "Data
     * frames").
     */
    Optional<PacketHeader> reference() {
        Spooled first = waiting.peek();
        boolean allStored = sent.isEmpty() && (first == null || !first.everSent);
        return allStored ? Optional.ofNullable(lastReleased) : Optional.empty();
    }

    /** Puts gaps in front for what the host had acknowledged and has no more; everything else must wait. */
    List<Gap> declareLost(long hostNext, long nowNanos) {
        List<Gap> gaps = released.takeFrom(group, hostNext);
        releasedSequence = Math.min(hostNext, gaps.get(0).sequence());
        lastReleased = null;
        List<Spooled> front = new ArrayList<>();
        for (Gap gap : gaps) {
            front.add(inPlaceOfSent(gap, 0, nowNanos, true));
        }
        putInFront(front);
        return gaps;
    }

    /**
     * Puts gaps in the place of the packets that cannot be decoded: those without key before the first key packet, and the
     * first packet even if it has one, if so asked. Everything must wait.
     */
    List<Gap> giveUpUndecodable(boolean firstToo) {
        List<Gap> declared = new ArrayList<>();
        List<Spooled> front = new ArrayList<>();
        boolean first = firstToo;
        Spooled next = waiting.peek();
        while (next != null && (next.item instanceof Gap || first || next.isPacketWithoutKey())) {
            waiting.remove();
            if (next.item instanceof Packet packet) {
                Gap gap = Gaps.insteadOf(packet);
                declared.add(gap);
                next = inPlaceOfSent(gap, next.order, next.putNanos, next.settled);
                first = false;
            }
            front.add(next);
            next = waiting.peek();
        }
        if (next == null) {
            wantKey();
        }
        putInFront(front);
        return declared;
    }

    /**
     * Puts gaps in the place of packets that were never sent and were sampled before an instant, and of those after them that cannot be
     * decoded without them: those without key before the next key packet.
     */
    List<Gap> thin(long usefulFromNanos) {
        List<Spooled> front = new ArrayList<>();
        List<Gap> declared = new ArrayList<>();
        boolean undecodable = false;
        Spooled next = waiting.peek();
        while (next != null) {
            Packet unsent = !next.everSent && next.item instanceof Packet packet ? packet : null;
            boolean goes = isOlder(next, usefulFromNanos) || (undecodable && next.isPacketWithoutKey());
            if (unsent != null && !goes) {
                break;
            }
            waiting.remove();
            if (unsent == null) {
                front.add(next);
            } else {
                giveUp(unsent, next, front, declared);
                undecodable = true;
            }
            next = waiting.peek();
        }
        if (undecodable && next == null) {
            wantKey();
        }
        putInFront(front);
        return declared;
    }

    private boolean isOlder(Spooled spooled, long instantNanos) {
        Sequenced item = spooled.item;
        return item.originNanos() + frequency.nanosOfUnit(item.endUnit() - 1) < instantNanos;
    }

    /** Puts the gap for a packet behind the others, as a part of the last one where it goes on. */
    private static void giveUp(Packet packet, Spooled place, List<Spooled> front, List<Gap> declared) {
        Gap gap = Gaps.insteadOf(packet);
        Spooled last = front.isEmpty() ? null : front.get(front.size() - 1);
        if (last != null && !last.everSent && last.item instanceof Gap before && Gaps.isFollowedBy(before, gap)) {
            front.set(front.size() - 1, new Spooled(Gaps.joined(before, gap), last.order, last.putNanos, false));
        } else {
            front.add(new Spooled(gap, place.order, place.putNanos, false));
        }
        Gap told = declared.isEmpty() ? null : declared.get(declared.size() - 1);
        if (told != null && Gaps.isFollowedBy(told, gap)) {
            declared.set(declared.size() - 1, Gaps.joined(told, gap));
        } else {
            declared.add(gap);
        }
    }

    private static Spooled inPlaceOfSent(Gap gap, long order, long putNanos, boolean settled) {
        Spooled spooled = new Spooled(gap, order, putNanos, settled);
        spooled.everSent = true;
        return spooled;
    }

    private void putInFront(List<Spooled> front) {
        for (int i = front.size() - 1; i >= 0; i--) {
            waiting.addFirst(front.get(i));
        }
    }

    /** Numbers everything that waits anew from 0, for a new session. */
    void renumber() {
        giveBackAll();
        List<Spooled> old = new ArrayList<>(waiting);
        waiting.clear();
        released.clear();
        nextSequence = 0;
        releasedSequence = 0;
        sentSequence = 0;
        lastReleased = null;
        for (Spooled spooled : old) {
            Sequenced numbered = numbered(spooled.item, nextSequence);
            waiting.add(new Spooled(numbered, spooled.order, spooled.putNanos, spooled.settled));
            nextSequence = numbered.nextSequence();
        }
    }

    private static Sequenced numbered(Sequenced item, long sequence) {
        if (item instanceof Packet packet) {
            PacketHeader header = packet.header();
            return Packet.of(
                    new PacketHeader(
                            header.group(),
                            sequence,
                            header.originNanos(),
                            header.firstUnit(),
                            header.unitCount(),
                            header.key()),
                    packet.payload());
        }
        Gap gap = (Gap) item;
        return new Gap(
                gap.group(),
                sequence,
                gap.sequenceCount(),
                gap.originNanos(),
                gap.firstUnit(),
                gap.unitCount(),
                gap.reason());
    }
}
