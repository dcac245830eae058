package org.banip.surrogate.interconnect;

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

    /** A decoder's buffers and an incomplete frame up to this size take none of the quota. */
    private static final int FREE_BYTES = 65_536;

    private final Account account;
    private final List<GroupReception> receptions;
    private final DataRequests requests;
    private final String id;
    /** What the decoders know of the signals. */
    private final long decoderBytes;

    HeldMemory(InterconnectParts shared) {
        account = shared.parts.memory().open(shared.record.identity());
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
     * @throws BanipException {@code LIMIT_REACHED}
     */
    void requireRoomForFrame(DataRequest request) {
        int pending = request.decoder().pendingBytes();
        if (pending > FREE_BYTES && pending > request.pendingBytes()) {
            account.require(pending - request.pendingBytes(), "an incomplete frame of " + pending + " bytes, " + id);
        }
    }

    /**
     * Before a packet waits for earlier ones, or is decoded into a longer buffer than any before.
     *
     * @throws BanipException {@code LIMIT_REACHED} or {@code SEQUENCE_BEYOND_WINDOW}
     */
    void requireRoomToWait(Sequenced item, GroupReception reception) {
        if (!(item instanceof Packet packet)) {
            return;
        }
        long decoded = (long) packet.header().unitCount() * reception.group().setBytes();
        if (decoded > FREE_BYTES && decoded > reception.decodedBytes()) {
            account.require(
                    decoded - reception.decodedBytes(),
                    "packet " + item.sequence() + " of group " + item.group() + ", which decodes to " + decoded
                            + " bytes,");
        }
        if (item.sequence() <= reception.next()) {
            return;
        }
        long bytes = packet.payload().length;
        account.require(bytes, "packet " + item.sequence() + " of group " + item.group());
        for (GroupReception each : receptions) {
            bytes += each.earlyBytes();
        }
        if (bytes > MOST_EARLY_BYTES) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "packet " + item.sequence() + " of group " + item.group() + " would make " + bytes
                            + " bytes wait for earlier packets, limit " + MOST_EARLY_BYTES);
        }
    }

    /** Tells the quota what is held now. */
    void update() {
        long bytes = decoderBytes + requests.pendingBytes();
        for (int group = 0; group < receptions.size(); group++) {
            GroupReception reception = receptions.get(group);
            bytes += reception.earlyBytes()
                    + reception.waitingBytes()
                    + Math.max(0, reception.decodedBytes() - FREE_BYTES);
        }
        account.holds(bytes);
    }

    /** Bytes of payload that wait for the decoders of all groups. */
    long waitingBytes() {
        long bytes = 0;
        for (int group = 0; group < receptions.size(); group++) {
            bytes += receptions.get(group).waitingBytes();
        }
        return bytes;
    }

    void close() {
        account.close();
    }
}
