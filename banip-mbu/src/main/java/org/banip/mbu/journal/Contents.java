package org.banip.mbu.journal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolJournal;

/** What the records of one generation say, one after the other: the later one is right. One thread. */
final class Contents {
    private State state;
    /** Of each group the items by their first number. */
    private final List<TreeMap<Long, Kept.Item>> items = new ArrayList<>();
    /** Of each file, and of each group in it, the number after its last item. */
    private final Map<Long, long[]> marks = new TreeMap<>();
    /** What the groups are that were added, by their number. */
    private final TreeMap<Integer, String> added = new TreeMap<>();
    /** Whether the last record says that the process has ended in order. */
    private boolean closed;

    Contents(State first) {
        state = first;
        first.groups.forEach(group -> items.add(new TreeMap<>()));
    }

    State state() {
        return state;
    }

    private void addGroup() {
        state.groups.add(new State.Group());
        items.add(new TreeMap<>());
    }

    /**
     * What the added groups are.
     *
     * @throws BanipException if it is not known of one
     */
    List<String> added() {
        List<String> known = new ArrayList<>(added.values());
        for (int i = 0; i < known.size(); i++) {
            int group = items.size() - known.size() + i;
            if (!added.containsKey(group)) {
                throw damaged("it does not say what group " + group + " is");
            }
        }
        return known;
    }

    boolean closed() {
        return closed;
    }

    /** The items of a group, in sequence. There may be holes. */
    List<Kept.Item> items(int group) {
        return new ArrayList<>(items.get(group).values());
    }

    /** Of each group the number after its last item in a file. */
    long[] marksOf(long number) {
        return marks.computeIfAbsent(number, file -> new long[BanDescription.MAX_GROUPS]);
    }

    /** Another state of the same generation. */
    void take(State later) {
        while (items.size() < later.groups.size()) {
            addGroup(); // the record of that is damaged
        }
        if (later.groups.size() != items.size()) {
            throw damaged(later.groups.size() + " groups, before there were " + items.size());
        }
        closed = false;
        for (int g = 0; g < items.size(); g++) {
            State.Group before = state.groups.get(g);
            State.Group now = later.groups.get(g);
            now.sent = Math.max(now.sent, before.sent);
            if (before.next > now.next) {
                now.next = before.next;
                now.begun = before.begun;
                now.originNanos = before.originNanos;
                now.endUnit = before.endUnit;
                now.retired = before.retired;
                now.skipped = before.skipped;
            }
            removeReleased(g, now.released);
        }
        later.complete |= state.complete;
        state = later;
    }

    /** A record of another type, of a file. */
    void take(int type, RecordBody from, long file) {
        long place = file << 32 | from.start();
        closed = type == RecordType.CLOSED;
        switch (type) {
            case RecordType.PACKET:
                takePacket(from, from.number(), place);
                return;
            case RecordType.GAP:
                long putNanos = from.number();
                put(new Kept.Item(ItemRecords.readGap(from), 0, putNanos, place));
                return;
            case RecordType.MOVED:
                takeMoved(from, place);
                return;
            case RecordType.RELEASED:
                int group = group(from.number(1));
                state.groups.get(group).released = from.number();
                removeReleased(group, state.groups.get(group).released);
                return;
            case RecordType.SENT:
                State.Group of = state.groups.get(group(from.number(1)));
                of.sent = Math.max(of.sent, from.number());
                return;
            case RecordType.BACK:
                state.groups.get(group(from.number(1))).back(from.number());
                return;
            case RecordType.ADDED:
                takeAdded((int) from.number(1), from.rest());
                return;
            case RecordType.BEGUN:
                state.complete = true;
                return;
            case RecordType.CLOSED:
                return;
            default:
                throw damaged("type " + type + " is not defined");
        }
    }

    private void takeAdded(int group, byte[] document) {
        if (group == items.size() && group < BanDescription.MAX_GROUPS) {
            addGroup();
        }
        added.put(group(group), new String(document, StandardCharsets.UTF_8));
    }

    private Packet takePacket(RecordBody from, long putNanos, long place) {
        Packet packet = Kept.withoutPayload(ItemRecords.readHeader(from));
        put(new Kept.Item(packet, from.left(), putNanos, place));
        return packet;
    }

    /** What is in the former place of a packet that has moved counts as having no place, so that it is put in once more if it is all there is. */
    private void takeMoved(RecordBody from, long place) {
        int group = group(from.number(1));
        long sequence = from.number();
        long putNanos = from.number();
        Packet moved = takePacket(from, putNanos, place);
        Gap instead = new Gap(
                group,
                sequence,
                1,
                moved.originNanos(),
                moved.firstUnit(),
                moved.header().unitCount(),
                Gap.Reason.THINNED);
        put(new Kept.Item(instead, 0, putNanos, SpoolJournal.NOWHERE));
    }

    private void put(Kept.Item kept) {
        Sequenced item = kept.item();
        TreeMap<Long, Kept.Item> of = items.get(group(item.group()));
        Map.Entry<Long, Kept.Item> before = of.lowerEntry(item.nextSequence());
        while (before != null && before.getValue().item().nextSequence() > item.sequence()) {
            of.remove(before.getKey());
            before = of.lowerEntry(item.nextSequence());
        }
        of.put(item.sequence(), kept);
        long[] inFile = marksOf(SpoolJournal.fileOf(kept.place()));
        inFile[item.group()] = Math.max(inFile[item.group()], item.nextSequence());
        state.groups.get(item.group()).put(item);
    }

    private void removeReleased(int group, long released) {
        TreeMap<Long, Kept.Item> of = items.get(group);
        Map.Entry<Long, Kept.Item> first = of.firstEntry();
        while (first != null && first.getValue().item().nextSequence() <= released) {
            of.remove(first.getKey());
            first = of.firstEntry();
        }
    }

    private int group(long number) {
        if (number >= items.size()) {
            throw damaged("group " + number + ", there are " + items.size());
        }
        return (int) number;
    }

    private static BanipException damaged(String what) {
        return new BanipException(ErrorCode.MALFORMED_FRAME, what);
    }
}
