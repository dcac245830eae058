package org.banip.surrogate.interconnect;

import java.util.Arrays;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.spi.Block;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.Store.CommitListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The stages of the receive path that belong to one group: chain decode, which validates → store; and chain decode → surrogate → live
 * subscribers. One thread at a time owns a group and works without the interconnect's lock, so groups do not wait for each other and nobody
 * waits for a decoder; what came of it is told with the lock held.
 */
final class DecodeStage {
    private static final Logger LOG = ServerLog.of(DecodeStage.class);
    /** After so many bytes of sensor sets it is told what was done so far. */
    private static final int TURN_BYTES = 65_536;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final Resynchronisation resynchronisation;
    private final CommitListener commits;
    private final String id;
    /** Bytes of sensor sets decoded since they were taken. Guarded by the interconnect's lock. */
    private long sensorBytes;

    DecodeStage(
            InterconnectParts shared, ReceivePath path, Resynchronisation resynchronisation, CommitListener commits) {
        this.shared = shared;
        this.path = path;
        this.resynchronisation = resynchronisation;
        this.commits = commits;
        parts = shared.parts;
        id = shared.id();
    }

    /** What one turn did; belongs to the thread that owns the group. */
    private static final class Turn {
        final List<Arrival> arrivals;
        /** Bytes of sensor sets of those done. */
        final int[] lengths;
        /** The sensor sets themselves, where live subscribers want them. */
        final byte @Nullable [] @Nullable [] copies;

        int done;
        /** Why the next one did not decode. */
        @Nullable
        BanipException refusal;

        boolean full;

        Turn(List<Arrival> arrivals, boolean live) {
            this.arrivals = arrivals;
            lengths = new int[arrivals.size()];
            copies = live ? new byte @Nullable [arrivals.size()][] : null;
        }

        List<Arrival> rest() {
            return arrivals.subList(done, arrivals.size());
        }
    }

    /** Decodes and stores what waits in a group that the calling thread owns, and gives up owning it. */
    void run(GroupReception reception) {
        boolean ended = false;
        try {
            Turn turn = begin(reception);
            while (turn != null) {
                work(reception, turn);
                turn = settle(reception, turn);
            }
            ended = true;
        } finally {
            if (!ended) {
                failed(reception);
            }
        }
    }

    /** Something failed that should not (memory, a bug): what was under way is not known, so all begins again where the store ends. */
    private void failed(GroupReception reception) {
        resynchronisation.failed(new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "the host failed while it decoded"));
        synchronized (shared) {
            release(reception);
        }
        path.noteCommit();
    }

    /** The next turn, or null if there is nothing to do: then the group has no owner any more. */
    private @Nullable Turn begin(GroupReception reception) {
        synchronized (shared) {
            return next(reception);
        }
    }

    private @Nullable Turn next(GroupReception reception) {
        boolean stop = shared.liveness.state() == SurrogateState.ENDED
                || resynchronisation.interrupted()
                || reception.outOfStep();
        List<Arrival> waiting = stop ? List.of() : reception.takeWaiting();
        if (waiting.isEmpty()) {
            release(reception);
            return null;
        }
        return new Turn(waiting, parts.subscribers().wanted(shared.surrogate.session()));
    }

    private void release(GroupReception reception) {
        reception.release();
        resynchronisation.settled();
    }

    // Without the lock: session → chain decode → store.

    private void work(GroupReception reception, Turn turn) {
        int bytes = 0;
        for (Arrival arrival : turn.arrivals) {
            if (bytes >= TURN_BYTES || resynchronisation.interrupted()) {
                return;
            }
            Block block;
            try {
                block = reception.decode(arrival.item());
            } catch (BanipException e) {
                turn.refusal = e;
                return;
            }
            int length = block == null ? 0 : block.length();
            if (turn.copies != null && block != null) {
                turn.copies[turn.done] = Arrays.copyOf(block.bytes(), length);
            }
            if (!stored(reception, arrival)) {
                turn.full = true;
                return;
            }
            bytes += length;
            turn.lengths[turn.done] = length;
            turn.done++;
        }
    }

    private boolean stored(GroupReception reception, Arrival arrival) {
        resynchronisation.offered();
        reception.offering(arrival.item());
        boolean taken = false;
        try {
            taken = parts.store().offer(shared.record, arrival.item(), arrival.receivedNanos(), commits);
        } catch (BanipException e) {
            resynchronisation.failed(e);
            path.noteCommit();
        } catch (RuntimeException e) {
            LOG.debug("{}: the store failed", id, e);
            resynchronisation.failed(new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE, "the store failed unexpectedly: " + e.getMessage(), e));
            path.noteCommit();
        }
        if (taken) {
            reception.offered();
        } else {
            reception.notOffered();
            resynchronisation.settled();
        }
        return taken;
    }

    // With the lock: what came of it, and what is next.

    private @Nullable Turn settle(GroupReception reception, Turn turn) {
        synchronized (shared) {
            boolean ended = shared.liveness.state() == SurrogateState.ENDED;
            for (int i = 0; i < turn.done; i++) {
                accepted(reception, turn.arrivals.get(i), turn.lengths[i], turn.copies == null ? null : turn.copies[i]);
            }
            if (ended || resynchronisation.interrupted()) {
                reception.dropWaiting(turn.rest());
            } else if (turn.refusal != null) {
                refused(reception, turn.rest(), turn.refusal);
            } else {
                reception.putBack(turn.rest());
            }
            if (turn.full && !ended) {
                release(reception);
                path.awaitRoom();
                return null;
            }
            Turn next = next(reception);
            if (next == null) {
                resynchronisation.check();
                path.goOn();
            }
            return next;
        }
    }

    private void refused(GroupReception reception, List<Arrival> rest, BanipException cause) {
        if (cause.getCause() != null && !(cause.getCause() instanceof BanipException)) {
            LOG.error("{}: a decoder failed, {}", id, cause.getMessage(), cause.getCause());
        }
        Arrival refused = rest.get(0);
        reception.refuse(refused, rest.subList(1, rest.size()));
        shared.requests.fault(refused, cause);
    }

    private void accepted(GroupReception reception, Arrival arrival, int length, byte @Nullable [] copy) {
        boolean first = reception.accepted(arrival, length);
        sensorBytes += length;
        if (shared.liveness.state() == SurrogateState.ENDED) {
            return;
        }
        if (arrival.item() instanceof Gap gap) {
            LOG.info("{}: gap of {} units in group {}: {}", id, gap.unitCount(), gap.group(), gap.reason());
            parts.subscribers().gap(shared.surrogate, gap);
        } else if (first && copy != null) {
            Packet packet = (Packet) arrival.item();
            parts.subscribers()
                    .deliver(new SensorData(
                            shared.surrogate, packet.header(), reception.layout(), copy, arrival.receivedNanos()));
        }
    }

    /** Bytes of sensor sets decoded since the last call. With the lock held. */
    long takeSensorBytes() {
        long bytes = sensorBytes;
        sensorBytes = 0;
        return bytes;
    }
}
