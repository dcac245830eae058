package org.banip.measure.faults.process;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;

/**
 * Counters of one MBU process in a mapped file: they are there after the process was killed, and can be read while it is stopped. One process
 * writes, another one reads. Units are sensor sets.
 */
public final class MbuCounters {
    private static final int HEAD = 4;
    private static final int OF_GROUP = 7;
    private static final int LONGS = HEAD + OF_GROUP * FaultSignal.GROUPS.size();

    private static final List<MbuState> STATES = List.of(MbuState.values());

    private static final int STATE = 0;
    private static final int LOOKS = 1;
    private static final int ORIGIN = 2;
    private static final int LOOKED = 3;

    private static final int GIVEN = 0;
    private static final int PRODUCED = 1;
    private static final int ENCODED = 2;
    private static final int ACKNOWLEDGED = 3;
    private static final int KEPT = 4;
    private static final int FULL = 5;
    private static final int THINNED = 6;

    private final MappedByteBuffer bytes;

    private MbuCounters(MappedByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Opens the file; creates it if it does not exist. */
    public static MbuCounters open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new MbuCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) LONGS * Long.BYTES));
        }
    }

    private long get(int at) {
        return bytes.getLong(at * Long.BYTES);
    }

    private void put(int at, long value) {
        bytes.putLong(at * Long.BYTES, value);
    }

    private static int at(int group, int counter) {
        return HEAD + group * OF_GROUP + counter;
    }

    /** Sets how many units the sensor of a group has given. */
    public void given(int group, long units) {
        put(at(group, GIVEN), units);
    }

    /** Instant of the first sensor sets. */
    public void origin(long nanos) {
        put(ORIGIN, nanos);
    }

    /**
     * Copies the MBU's counters.
     *
     * @param groups counters of each group, in the order of the description
     * @param nanos now, on the MBU's clock
     */
    public void look(List<GroupStatus> groups, MbuState state, long nanos) {
        for (int group = 0; group < FaultSignal.GROUPS.size(); group++) {
            GroupStatus of = groups.get(group);
            put(at(group, PRODUCED), of.unitsProduced());
            // Units are given before they count as produced, so this is at most what an earlier process has left.
            long kept = of.unitsProduced() - get(at(group, GIVEN));
            put(at(group, KEPT), Math.max(kept, get(at(group, KEPT))));
            put(at(group, ENCODED), of.unitsEncoded());
            put(at(group, ACKNOWLEDGED), of.unitsAcknowledged());
            put(at(group, FULL), of.unitsSpoolFull() + of.unitsDropped());
            put(at(group, THINNED), of.unitsThinned());
        }
        if (state != MbuState.FAILED) {
            put(LOOKED, nanos);
        }
        put(STATE, STATES.indexOf(state));
        put(LOOKS, get(LOOKS) + 1);
    }

    /** How often the counters were copied. */
    public long looks() {
        return get(LOOKS);
    }

    /** The MBU's state when they were copied. */
    public MbuState state() {
        return STATES.get((int) get(STATE));
    }

    /** Instant of the first sensor sets, nanoseconds since the epoch on the MBU's clock. */
    public long originNanos() {
        return get(ORIGIN);
    }

    /** What the sensor has given. */
    public long given(int group) {
        return get(at(group, GIVEN));
    }

    /** What was due when the MBU was last seen to live: an MBU reads a sensor when a whole packet is due. */
    public long sampled(int group) {
        long sinceOrigin = Math.max(0, get(LOOKED) - originNanos());
        return Math.max(given(group), FaultSignal.GROUPS.get(group).frequency().unitAtOrAfter(sinceOrigin));
    }

    /** What the MBU has taken from the sensor, and what an earlier process has left. */
    public long produced(int group) {
        return get(at(group, PRODUCED));
    }

    /** Of these, what the host has stored. */
    public long acknowledged(int group) {
        return get(at(group, ACKNOWLEDGED));
    }

    /** What the MBU has taken from the sensor of this process. */
    public long taken(int group) {
        return Math.max(0, produced(group) - get(at(group, KEPT)));
    }

    /** Of these, what is in packets. */
    public long encoded(int group) {
        return Math.max(0, get(at(group, ENCODED)) - get(at(group, KEPT)));
    }

    /** How many units of this process are stored, at least. */
    public long stored(int group) {
        return Math.max(0, acknowledged(group) - get(at(group, KEPT)));
    }

    /** What was given up: for want of room, or thinned. */
    public long givenUp(int group) {
        return get(at(group, FULL)) + get(at(group, THINNED));
    }
}
