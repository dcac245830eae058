package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.interconnect.MemoryQuota.Account;

/** What one interconnect makes the host hold, and what it may. Owned by the interconnect's serial executor. */
final class HeldMemory {
    /** Windows of the longest packets in all groups would take a gibibyte (docs/protocol.md, "Limits"). */
    private static final long MOST_EARLY_BYTES = 16L << 20;

    /** Bytes of payload that may wait for the decoders of all groups before the data requests are held up. */
    private static final long MOST_WAITING_BYTES = 256 << 10;

    /** Packets and gaps that may wait likewise: gaps have no payload, nor have packets that a good predictor made. */
    private static final int MOST_WAITING_ITEMS = 4096;

    /** What may wait for a missing number, and of incomplete frames, while the MBU is silent. */
    private static final long MOST_SUSPENDED_BYTES = 256 << 10;

    /** The buffers of a group's decoder and an incomplete frame up to this size take none of the quota. */
    static final int FREE_BYTES = 65_536;

    private final Account account;
    private final List<GroupReception> receptions;
    private final DataRequests requests;
    private final String id;
    /** What the decoders know of the signals. */
    private final long decoderBytes;
    /** Of decoders of groups that were added. */
    private final List<Account> added = new ArrayList<>();

    /** Packets and gaps that waited for the decoders at the last {@link #update}. */
    private int waitingItems;

    HeldMemory(InterconnectParts shared) {
        account = shared.memory;
        receptions = shared.receptions;
        requests = shared.requests;
        id = shared.id();
        decoderBytes = receptions.stream()
                .mapToLong(reception -> reception.chain().decoderBytes(reception.group()))
                .sum();
        update();
    }

    /**
     * Before more of an incomplete frame is held.
     *
     * @throws BanipException {@code TOO_MUCH_HELD}
     */
    void requireRoomForFrame(DataRequest request) {
        int pending = request.decoder().pendingBytes();
        if (pending > FREE_BYTES && pending > request.pendingBytes()) {
            account.require(pending - request.pendingBytes(), "an incomplete frame of " + pending + " bytes, " + id);
        }
    }

    /**
     * Takes room for the buffers of a packet that is longer than all before it in its group. The decoders keep their buffers, so it is not given
     * back.
     *
     * @param length bytes of its sensor sets, or of its payload, whichever is longer
     * @throws BanipException {@code TOO_MUCH_HELD}
     */
    void takeRoomToDecode(Packet packet, int length, GroupReception reception) {
        long buffers = reception.chain().packetBytes(reception.group(), length);
        long more = counted(buffers) - counted(reception.bufferBytes());
        if (more > 0) {
            account.take(
                    more,
                    "packet " + packet.sequence() + " of group " + packet.group() + ", with " + length
                            + " bytes, whose decoders take buffers of " + buffers + " bytes,");
        }
        reception.countBuffers(length);
    }

    /** Whether so much waits for the decoders that what is in order needs room as well: many data requests bring it at once. */
    boolean crowded() {
        return waitingItems > 2 * MOST_WAITING_ITEMS;
    }

    /**
     * Before a packet or gap waits, for earlier ones or for a decoder.
     *
     * @throws BanipException {@code TOO_MUCH_HELD}
     */
    void requireRoomToWait(Sequenced item) {
        int bytes = item instanceof Packet packet ? packet.payload().length : 0;
        long places = receptions.get(item.group()).order().placesFor(item);
        account.require(
                bytes + Arrival.OVERHEAD_BYTES + places, "number " + item.sequence() + " of group " + item.group());
    }

    private static long counted(long buffers) {
        return Math.max(0, buffers - FREE_BYTES);
    }

    /**
     * Before a packet waits for earlier ones.
     *
     * @throws BanipException {@code SEQUENCE_BEYOND_WINDOW}
     */
    void requireRoomInWindow(Packet packet) {
        if (receptions.get(packet.group()).order().isBoundedInBytes()) {
            return; // by group
        }
        long bytes = packet.payload().length;
        for (GroupReception each : receptions) {
            bytes += each.order().earlyBytes();
        }
        if (bytes > MOST_EARLY_BYTES) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "packet " + packet.sequence() + " of group " + packet.group() + " would make " + bytes
                            + " bytes wait for earlier packets, limit " + MOST_EARLY_BYTES);
        }
    }

    /** Tells the quota what is held now. */
    void update() {
        long bytes = decoderBytes + heldForRequests();
        int items = 0;
        for (int group = 0; group < receptions.size(); group++) {
            GroupReception reception = receptions.get(group);
            bytes += counted(reception.bufferBytes());
            items += reception.order().waitingCount();
        }
        waitingItems = items;
        account.holds(bytes);
    }

    /** Whether so much waits for what a silent MBU has still to send that its requests are not left open for it. */
    boolean tooMuchToSuspend() {
        return heldForRequests() > MOST_SUSPENDED_BYTES;
    }

    /** Incomplete frames, and what waits for a missing number or a decoder. */
    private long heldForRequests() {
        long bytes = requests.pendingBytes();
        for (int group = 0; group < receptions.size(); group++) {
            bytes += receptions.get(group).order().heldBytes();
        }
        return bytes;
    }

    /** Whether more may wait for the decoders of all groups. */
    boolean mayWait() {
        return waitsLessThan(MOST_WAITING_BYTES, MOST_WAITING_ITEMS);
    }

    /** Whether so little waits that more is to be read while they decode. */
    boolean mayReadOn() {
        return waitsLessThan(MOST_WAITING_BYTES / 2, MOST_WAITING_ITEMS / 2);
    }

    private boolean waitsLessThan(long mostBytes, long mostItems) {
        long bytes = 0;
        long items = 0;
        for (int group = 0; group < receptions.size(); group++) {
            ReorderBuffer order = receptions.get(group).order();
            bytes += order.waitingBytes();
            items += order.waitingCount();
        }
        return bytes < mostBytes && items < mostItems;
    }

    /** The decoders of a group that was added hold this. */
    void add(Account decoders) {
        added.add(decoders);
    }

    void close() {
        account.close();
        added.forEach(Account::close);
    }
}
