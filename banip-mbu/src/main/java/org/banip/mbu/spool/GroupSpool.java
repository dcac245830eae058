package org.banip.mbu.spool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/**
 * The items of one group in the spool, in sequence: first those that were sent and are not acknowledged, then those that wait to be sent. Also
 * handles losses of a link or of the host, and new sessions. {@link MemorySpool} owns it under its monitor, and has the way of a packet that is
 * not lost.
 */
final class GroupSpool {
    final int group;
    /** Under way, in sequence. */
    final UnderWay sent;
    /** Not sent yet, or given back; in sequence. */
    final ArrayDeque<Spooled> waiting = new ArrayDeque<>();
    /** Those that were never sent. */
    final UnsentItems unsent;

    private final ReleasedRuns released = new ReleasedRuns();

    /** Of all items. */
    private long bytes;

    /** The sequence number of the next item. */
    long nextSequence;
    /** The host has stored all items before this number. */
    long releasedSequence;
    /** All items before this number were sent at least once. */
    long sentSequence;
    /** The last packet that the host has stored, if no gap followed it. */
    private @Nullable PacketHeader lastReleased;

    /** The next packet must be a key packet. */
    boolean keyWanted;
    /** The encoder does not know that yet. */
    private boolean restartWanted;

    final Resumption resumption = new Resumption();

    /** The group is retired by this item, the last one. */
    private @Nullable Gap retirement;
    /** The group is back since this instant, and its retirement is still to be put in. */
    private OptionalLong backNanos = OptionalLong.empty();

    GroupSpool(int group, Frequency frequency) {
        this.group = group;
        unsent = new UnsentItems(this, frequency);
        sent = new UnderWay(group);
    }

    /** Calls for each item. */
    void forEach(Consumer<Spooled> action) {
        sent.forEach(action);
        waiting.forEach(action);
    }

    int size() {
        return sent.size() + waiting.size();
    }

    long bytes() {
        return bytes;
    }

    /** Adds a new item at the end. */
    void add(Spooled spooled) {
        waiting.add(spooled);
        nextSequence = spooled.item.nextSequence();
        bytes += spooled.bytes;
        retirement = spooled.item instanceof Gap gap && gap.isRetirement() ? gap : null;
    }

    /** The group is back since this instant. The journal must know it as soon as the retirement is put in. */
    void back(long nanos, SpoolJournal journal) {
        if (retirement != null) {
            journal.back(group, nanos);
            journal.commit();
        } else {
            backNanos = OptionalLong.of(nanos);
        }
    }

    /** A gap was put in: if it retires a group that is back already, the journal is told. */
    void gapPut(SpoolJournal journal) {
        if (retirement != null && backNanos.isPresent()) {
            journal.back(group, backNanos.getAsLong());
        }
        backNanos = OptionalLong.empty();
    }

    /** Goes on where an earlier process ended. */
    void resume(Kept.Group kept) {
        nextSequence = kept.next();
        releasedSequence = kept.released();
        sentSequence = kept.next() + kept.skipped(); // the host may have what the journal has lost
        resumption.resume(kept);
        retirement = kept.end()
                .filter(Kept.End::retired)
                .map(end -> new Gap(group, 0, 1, end.originNanos(), end.unit() - 1, 1, Gap.Reason.RETIRED))
                .orElse(null);
    }

    /** Adds an item of an earlier process. */
    void restore(Spooled spooled) {
        waiting.add(spooled);
        bytes += spooled.bytes;
    }

    boolean takeRestart() {
        boolean wanted = restartWanted;
        restartWanted = false;
        return wanted;
    }

    void wantKey() {
        keyWanted = true;
        restartWanted = true;
    }

    /** The encoder shall make a key packet soon. Packets before it stay good. */
    void wantRestart() {
        restartWanted = true;
    }

    /** The time when the oldest item was put in; {@link Long#MAX_VALUE} if there is none. */
    long oldestNanos() {
        Spooled oldest = lowest();
        return oldest == null ? Long.MAX_VALUE : oldest.putNanos;
    }

    /** Makes the items under way on a link wait again, in sequence, unless another link has them under way as well. */
    void giveBack(int link, long nowNanos) {
        putBack(sent.takeFrom(link, nowNanos));
    }

    /** Whether no item is under way that comes before this one, so that it waits for nothing at the host. */
    boolean isFirst(Spooled item) {
        Spooled first = sent.first();
        return first == null || item.item.sequence() < first.item.sequence();
    }

    /** Whether the first waiting item comes before items that the link has under way: the host stores those only after it. */
    boolean holdsUp(int link) {
        Spooled first = waiting.peek();
        Spooled last = sent.last();
        return first != null && last != null && sent.on(link) > 0 && first.item.sequence() < last.item.sequence();
    }

    /** Whether a link may claim the first waiting item. */
    boolean mayGo(int link, Room room, ServiceClass of) {
        switch (room) {
            case OPEN:
                return true;
            case BEYOND:
                return of == ServiceClass.ALARM || holdsUp(link);
            default:
                return holdsUp(link) && !isFirstUnderWay();
        }
    }

    /** Whether the host expects an item next that only other links have under way, and the link has later ones. */
    boolean waitsForOthers(int link) {
        Spooled first = firstUnderWay();
        return first != null && !first.isCarriedBy(link) && sent.on(link) > 0;
    }

    /** The first item if it is under way, or null if it waits or there is none. */
    @Nullable
    Spooled firstUnderWay() {
        return isFirstUnderWay() ? sent.first() : null;
    }

    /** About how many bytes wait. */
    long waitingBytes() {
        return waiting.isEmpty() ? 0 : bytes * waiting.size() / size();
    }

    /** Makes all items under way wait again. */
    void giveBackAll() {
        putBack(sent.takeAll());
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

    /** Checks that the host has stored no more than was sent. */
    void requireSent(long before) {
        if (before > sentSequence) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "the host expects sequence number " + before + " of group " + group + ", but " + sentSequence
                            + " is the next one to be sent for the first time");
        }
    }

    /** Removes the first item if its number is below a sequence number. Returns null otherwise. */
    @Nullable
    Spooled releaseFirst(long before) {
        Spooled first = lowest();
        if (first == null || first.item.nextSequence() > before) {
            return null;
        }
        if (isFirstUnderWay()) {
            sent.removeFirst();
        } else {
            waiting.remove();
        }
        bytes -= first.bytes;
        released.add(first.item);
        releasedSequence = first.item.nextSequence();
        lastReleased = first.item instanceof Packet packet ? packet.header() : null;
        return first;
    }

    /** The item with the lowest sequence number: under way, or waiting. */
    private @Nullable Spooled lowest() {
        return isFirstUnderWay() ? sent.first() : waiting.peek();
    }

    /** Whether the first item is under way, so that the host can store no other before it. */
    boolean isFirstUnderWay() {
        Spooled under = sent.first();
        Spooled waits = waiting.peek();
        return under != null && (waits == null || under.item.sequence() < waits.item.sequence());
    }

    /** The last packet, if the host has all sent items of the group, so that both sides know it (docs/protocol.md, "Data frames"). */
    Optional<PacketHeader> reference() {
        Spooled first = waiting.peek();
        boolean allStored = sent.isEmpty() && (first == null || !first.everSent);
        return allStored ? Optional.ofNullable(lastReleased) : Optional.empty();
    }

    boolean knowsReleasedFrom(long next) {
        return next >= releasedSequence || released.knowsFrom(next);
    }

    /** Inserts gaps at the front for the items that the host had acknowledged and has lost. All other items must be waiting. */
    List<Gap> declareLost(long hostNext, long nowNanos) {
        List<Gap> gaps = released.takeFrom(group, hostNext);
        releasedSequence = Math.min(hostNext, gaps.get(0).sequence());
        lastReleased = null;
        List<Spooled> front = new ArrayList<>();
        for (Gap gap : gaps) {
            front.add(Spooled.lostByHost(gap, nowNanos));
        }
        putInFront(front);
        return gaps;
    }

    /**
     * Puts gaps in place of the packets that cannot be decoded: those without key before the first key packet and, if asked, the first packet
     * even if it is a key packet. All items must be waiting.
     */
    List<Gap> giveUpUndecodable(boolean firstToo) {
        List<Gap> declared = new ArrayList<>();
        List<Spooled> front = new ArrayList<>();
        boolean first = firstToo;
        Spooled next = waiting.peek();
        while (next != null && (next.item instanceof Gap || first || next.isPacketWithoutKey())) {
            removeFirst();
            if (next.item instanceof Packet packet) {
                Gap gap = Gaps.insteadOf(packet.header());
                declared.add(gap);
                next = next.replacedBy(gap);
                next.sent();
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

    /** Takes out the first waiting item. */
    void removeFirst() {
        bytes -= waiting.remove().bytes;
    }

    /** Puts items before all that wait. */
    void putInFront(List<Spooled> front) {
        for (int i = front.size() - 1; i >= 0; i--) {
            waiting.addFirst(front.get(i));
            bytes += front.get(i).bytes;
        }
    }

    /** Renumbers all waiting items from 0, for a new session. Its host must know that the group is retired. */
    void renumber(long nowNanos) {
        giveBackAll();
        Gap retired = retirement;
        List<Spooled> old = new ArrayList<>(waiting);
        waiting.clear();
        released.clear();
        bytes = 0;
        nextSequence = 0;
        releasedSequence = 0;
        sentSequence = 0;
        resumption.takeSkipped();
        lastReleased = null;
        for (Spooled spooled : old) {
            add(spooled.numbered(nextSequence));
        }
        if (old.isEmpty() && retired != null) {
            add(Spooled.retiredBefore(Numbers.of(retired, 0), nowNanos));
        }
    }
}
