package org.banip.app.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.gateway.session.BanIntake;
import org.banip.gateway.session.BanIntake.GridSets;
import org.banip.gateway.session.Taking;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Gives the packets of one group of a session to the gateway, in order. What is given goes through two steps: it is under way until the MBU's spool
 * has it, then it is safe. After a failure, or in the next process, all that lies behind the last written position is given again; so no more
 * is given than the gateway knows again. One thread; {@link #safe} any.
 */
final class FedGroup {
    /** Messages of all sessions of the BAN's group behind the written positions, at most; the gateway knows 1,024. */
    static final int MOST_UNWRITTEN = 512;

    /** Items that are read at once. */
    private static final int MOST_READ = 200;

    /** What became of the last call. */
    enum Result {
        /** All that the store had is given. */
        DONE,
        /** There is more: call again. */
        MORE,
        /** There is more, but no room for it now. */
        NO_ROOM,
        /** There is more, and it can be given when the position was written. */
        UNWRITTEN,
        /** The run of the MBU has ended: {@link #rewind}. */
        ENDED
    }

    /**
     * A message that was given, or an item for which there is none.
     *
     * @param safe completes when the spool has it
     * @param next the number after the item if this is its end, otherwise −1
     * @param packet whether it is the end of a packet that was given
     */
    private record UnderWay(CompletableFuture<Void> safe, long next, boolean packet) {}

    private final Store store;
    private final InterconnectRecord record;
    private final int group;
    private final String name;
    private final TranscodingChain chain;
    private final PacketPieces pieces;
    private final FeedLog log;

    private final Deque<UnderWay> underWay = new ArrayDeque<>();
    /** Messages that are safe, of items whose position is not written. */
    private int unwritten;
    /** Messages that are safe, of an item that is not wholly safe. */
    private int unfinished;
    /** The first number that is not safe. */
    private volatile long safe;
    /** The first number that was not given. */
    private long next;

    /** Null: it begins again at a key packet. */
    private @Nullable ChainDecoder decoder;
    /** The next number that the decoder takes. */
    private long read;
    /** What other sessions of the BAN have behind the written positions. */
    private int elsewhere;
    /** Messages of the last decoded packet that found no room. */
    private Deque<GridSets> decoded = new ArrayDeque<>();

    FedGroup(Store store, InterconnectRecord record, int group, TranscodingChain chain, long position, FeedLog log) {
        this.store = store;
        this.record = record;
        this.group = group;
        this.chain = chain;
        this.log = log;
        name = record.ban().groups().get(group).name();
        pieces = new PacketPieces(record.session(), record.ban().groups().get(group));
        safe = position;
        next = position;
    }

    /** The first number that is not safe. */
    long safe() {
        return safe;
    }

    String name() {
        return name;
    }

    /** Whether something waits for a spool. */
    boolean isUnderWay() {
        return !underWay.isEmpty();
    }

    /** Messages that were given and lie behind the written position. */
    int behind() {
        return underWay.size() + unfinished + unwritten;
    }

    /** The position up to which everything is safe was written. */
    void written() {
        unwritten = 0;
    }

    /** Gives it to another run of the MBU, from what is safe on. */
    void rewind() {
        underWay.clear();
        decoded.clear();
        unfinished = 0;
        next = safe;
        closeDecoder();
    }

    /** Lets go of the decoder's memory. */
    void closeDecoder() {
        if (decoder != null) {
            decoder.close();
            decoder = null;
        }
    }

    /** Looks what is safe. Returns false if that failed. */
    boolean settle() {
        while (!underWay.isEmpty() && underWay.element().safe.isDone()) {
            UnderWay first = underWay.element();
            if (first.safe.isCompletedExceptionally()) {
                return false;
            }
            underWay.remove();
            unfinished++;
            if (first.next >= 0) {
                unwritten += unfinished;
                unfinished = 0;
                safe = first.next;
                if (first.packet) {
                    log.given();
                }
            }
        }
        return true;
    }

    /**
     * Gives what the store has, up to a bound.
     *
     * @param end the number after the last stored item
     * @param others messages of the same group of the BAN's other sessions that lie {@link #behind} the written positions
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if the store cannot be read now
     */
    Result give(BanIntake run, long end, int others) {
        elsewhere = others;
        if (!settle()) {
            return Result.ENDED;
        }
        Result before = giveDecoded(run);
        if (before != Result.DONE || next >= end) {
            return before;
        }
        if (decoder == null) {
            decoder = chain.newDecoder(record.ban(), group);
            read = store.lastKeyPacket(record, group, next).orElse(next);
        }
        return read(run, end);
    }

    private Result read(BanIntake run, long end) {
        int[] left = {MOST_READ};
        Result[] result = {Result.DONE};
        try {
            store.read(record, group, read, item -> {
                result[0] = visit(item, run);
                return result[0] == Result.DONE && --left[0] > 0;
            });
        } catch (DamagedItemException e) {
            damaged(e);
        }
        return result[0] == Result.DONE && next < end ? Result.MORE : result[0];
    }

    private void damaged(DamagedItemException e) {
        if (decoder != null) {
            decoder.lose();
        }
        read = Math.max(e.resumeSequence(), read + 1);
        if (read > next) {
            log.passedOver(record, name, read - next, String.valueOf(e.getMessage()));
            pass(read);
        }
    }

    /** Behind an item for which there is nothing to give. */
    private void pass(long following) {
        next = following;
        underWay.add(new UnderWay(CompletableFuture.completedFuture(null), following, false));
    }

    private Result visit(Sequenced item, BanIntake run) {
        boolean isNew = item.nextSequence() > next;
        if (item instanceof Packet packet) {
            decode(packet, isNew);
        } else if (isNew) {
            pass(item.nextSequence());
        }
        read = item.nextSequence();
        return giveDecoded(run);
    }

    private void decode(Packet packet, boolean isNew) {
        ChainDecoder with = decoder;
        if (with == null) {
            throw new IllegalStateException("no decoder");
        }
        try {
            Block block = with.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            if (isNew) {
                decoded = pieces.of(packet.sequence(), block);
            }
        } catch (BanipException e) {
            if (isNew) {
                log.passedOver(record, name, 1, String.valueOf(e.getMessage()));
                pass(packet.nextSequence());
            }
        }
    }

    /** Gives the messages of the packet with number {@link #next}. */
    private Result giveDecoded(BanIntake run) {
        while (!decoded.isEmpty()) {
            if (isFull()) {
                return Result.UNWRITTEN;
            }
            GridSets sets = decoded.element();
            Taking taking = run.take(sets);
            if (taking instanceof Taking.NoRoom) {
                return Result.NO_ROOM;
            }
            if (taking instanceof Taking.Refused refused && refused.reason() == Taking.Reason.ENDED) {
                return Result.ENDED;
            }
            decoded.remove();
            gave(taking);
        }
        return isFull() ? Result.UNWRITTEN : Result.DONE;
    }

    private boolean isFull() {
        return behind() + elsewhere >= MOST_UNWRITTEN;
    }

    private void gave(Taking taking) {
        boolean last = decoded.isEmpty();
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        if (taking instanceof Taking.Taken taken) {
            done = taken.safe();
        } else if (taking instanceof Taking.Refused refused) {
            log.passedOver(record, name, 1, "refused by the gateway, " + refused.reason() + ": " + refused.logged());
        }
        if (last) {
            next = read;
        }
        underWay.add(new UnderWay(done, last ? next : -1, last));
    }
}
