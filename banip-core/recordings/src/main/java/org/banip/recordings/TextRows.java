package org.banip.recordings;

import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** Reads the rows of a text file as sensor sets. */
final class TextRows implements RecordedSamples {
    private static final int MOST_BYTES_PER_READ = 1 << 20;

    private final SensorGroup group;
    private final SampleLayout layout;
    private final TextScan scan;
    private final TextInput input;
    private final NumberRows rows;

    private long unit;

    /** Reads the rows that the scan found at {@code input}. */
    TextRows(SensorGroup group, TextScan scan, TextInput input, char delimiter) {
        this.group = group;
        this.scan = scan;
        this.input = input;
        layout = new SampleLayout(group);
        rows = new NumberRows(input, delimiter, layout.channels());
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (unit == scan.count()) {
            return -1;
        }
        int setBytes = layout.setBytes();
        long wanted = Math.min(maxUnits, Math.max(1, MOST_BYTES_PER_READ / setBytes));
        int count = (int) Math.min(wanted, scan.count() - unit);
        int at = into.length();
        into.ensureCapacity(at + count * setBytes);
        for (int i = 0; i < count; i++) {
            readUnit(into.bytes(), at + i * setBytes);
        }
        into.length(at + count * setBytes);
        unit += count;
        return count;
    }

    private void readUnit(byte[] bytes, int at) {
        if (!rows.next()) {
            throw Malformed.recording(
                    input.file(),
                    "ends early, it had " + scan.count() + " rows when it was opened: it was cut off meanwhile");
        }
        for (int column = 0; column < layout.channels(); column++) {
            int missing = scan.scale(column) - rows.scale(column);
            long value = missing < 0 ? Long.MAX_VALUE : DecimalReader.shifted(rows.mantissa(column), missing);
            if (value != (int) value) {
                throw rows.malformed("column " + (column + 1) + " had other numbers when the file was opened");
            }
            layout.write(bytes, at, column, (int) value);
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
