package org.banip.recordings;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** Reads one group of a binary recording, sensor set by sensor set, and checks its checksums at the end. */
final class SampledGroup implements RecordedSamples {
    private static final int MOST_BYTES_PER_READ = 1 << 20;
    private static final int USUAL_WINDOW = 1 << 16;
    private static final int LONGEST_SHARED_WINDOW = 1 << 20;
    private static final int OWN_WINDOW = 1 << 14;

    private final SensorGroup group;
    private final SampleLayout layout;
    private final List<SampleColumn> columns;
    private final int perFrame;
    private final long units;
    private final Map<SampleFile, RandomAccessFile> inputs = new HashMap<>();
    private final SampleReader[] readers;
    private final long[] firstInFrame;

    private final short[] sums;
    private long unit;
    private long frame;
    private int inFrame;

    /** Reads the group whose channels are these columns, each with {@code perFrame} samples in a frame. */
    SampledGroup(SensorGroup group, List<SampleColumn> columns, int perFrame, long units) {
        this.group = group;
        this.columns = columns;
        this.perFrame = perFrame;
        this.units = units;
        layout = new SampleLayout(group);
        sums = new short[columns.size()];
        firstInFrame = columns.stream().mapToLong(SampleColumn::firstInFrame).toArray();
        readers = new SampleReader[columns.size()];
        openReaders();
    }

    private void openReaders() {
        Map<SampleFile, SampleReader> shared = new HashMap<>();
        for (int c = 0; c < readers.length; c++) {
            SampleFile file = columns.get(c).file();
            RandomAccessFile input = open(file);
            if (file.frameWindow() > LONGEST_SHARED_WINDOW) {
                readers[c] = new SampleReader(file, input, OWN_WINDOW);
            } else {
                int window = (int) Math.max(USUAL_WINDOW, file.frameWindow());
                readers[c] = shared.computeIfAbsent(file, key -> new SampleReader(file, input, window));
            }
        }
    }

    private RandomAccessFile open(SampleFile file) {
        RandomAccessFile input = inputs.get(file);
        if (input == null) {
            try {
                input = new RandomAccessFile(file.path().toFile(), "r");
            } catch (IOException e) {
                close();
                throw Malformed.recording(file.path(), "cannot be opened: " + e.getMessage(), e);
            }
            inputs.put(file, input);
        }
        return input;
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (unit == units) {
            checkSums();
            return -1;
        }
        int setBytes = layout.setBytes();
        long wanted = Math.min(maxUnits, Math.max(1, MOST_BYTES_PER_READ / setBytes));
        int count = (int) Math.min(wanted, units - unit);
        int at = into.length();
        into.ensureCapacity(at + count * setBytes);
        byte[] bytes = into.bytes();
        for (int i = 0; i < count; i++) {
            readUnit(bytes, at + i * setBytes);
        }
        into.length(at + count * setBytes);
        unit += count;
        return count;
    }

    private void readUnit(byte[] bytes, int at) {
        for (int c = 0; c < readers.length; c++) {
            int sample = readers[c].sample(frame, firstInFrame[c] + inFrame);
            sums[c] += (short) sample;
            layout.write(bytes, at, c, sample);
        }
        if (++inFrame == perFrame) {
            inFrame = 0;
            frame++;
        }
    }

    private void checkSums() {
        for (int c = 0; c < sums.length; c++) {
            SampleColumn column = columns.get(c);
            if (column.checksum().isPresent() && column.checksum().getAsInt() != sums[c]) {
                throw Malformed.recording(
                        column.file().path(),
                        "the " + units + " samples of signal "
                                + group.channels().get(c).label() + " have checksum " + sums[c]
                                + ", the header allows only "
                                + column.checksum().getAsInt() + ": one of the two is damaged");
            }
        }
    }

    @Override
    public void close() {
        for (Map.Entry<SampleFile, RandomAccessFile> open : inputs.entrySet()) {
            try {
                open.getValue().close();
            } catch (IOException e) {
                throw Malformed.recording(open.getKey().path(), "cannot be closed: " + e.getMessage(), e);
            }
        }
    }
}
