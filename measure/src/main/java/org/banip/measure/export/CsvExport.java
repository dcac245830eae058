package org.banip.measure.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.measure.delivery.StoredGroup;

/**
 * One CSV file (RFC 4180) per sensor group: a row per sensor set, its sampling instant first, in UTC to the nanosecond. Sensor
 * sets that were given up have no row.
 */
public final class CsvExport {
    private static final DateTimeFormatter INSTANT =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
    private static final int MOST_DECIMALS = 12;

    /** What stands in the columns of the channels. */
    public enum Values {
        /** The values in the channels' units, with as many decimals as tell two digital values apart. */
        PHYSICAL,
        /** The values as sampled. */
        DIGITAL
    }

    private final Values values;

    /** An export of such values. */
    public CsvExport(Values values) {
        this.values = values;
    }

    /**
     * Writes a session to {@code directory/name-group.csv}; files of that name are replaced.
     *
     * @throws UncheckedIOException if a file cannot be written
     */
    public List<Exported> write(StoredSession session, Path directory, String name) {
        List<Exported> files = new ArrayList<>();
        for (StoredGroup stored : session.groups()) {
            Path file = directory.resolve(name + "-" + stored.group().name() + ".csv");
            files.add(writeGroup(stored, file));
        }
        return files;
    }

    private Exported writeGroup(StoredGroup stored, Path file) {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write(header(stored.group()));
            Rows rows = new Rows(stored.group(), out);
            stored.read(rows);
            return new Exported(file, rows.units + rows.missing, rows.missing, List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String header(SensorGroup group) {
        StringBuilder line = new StringBuilder("instant");
        for (Channel channel : group.channels()) {
            boolean bare = values == Values.DIGITAL || channel.unit().isEmpty();
            line.append(',').append(quoted(bare ? channel.label() : channel.label() + " [" + channel.unit() + "]"));
        }
        return line.append("\r\n").toString();
    }

    private static String quoted(String text) {
        return text.matches("[^\",]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Appends rows. */
    private final class Rows implements StoredGroup.Sink {
        private final SensorGroup group;
        private final SampleLayout layout;
        private final int[] decimals;
        private final Writer out;
        private long units;
        private long missing;

        Rows(SensorGroup group, Writer out) {
            this.group = group;
            this.out = out;
            layout = new SampleLayout(group);
            decimals = group.channels().stream().mapToInt(Rows::decimals).toArray();
        }

        /** One more than it takes to write a step of the channel. */
        private static int decimals(Channel channel) {
            int digits = (int) Math.ceil(Math.log10(Math.abs(channel.gain()))) + 1;
            return Math.max(0, Math.min(MOST_DECIMALS, digits));
        }

        @Override
        public void units(Block sets) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < sets.unitCount(); i++) {
                append(sets, i, rows);
            }
            units += sets.unitCount();
            try {
                out.append(rows);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void append(Block sets, int index, StringBuilder rows) {
            long nanos = group.frequency().instantNanos(sets.originNanos(), sets.firstUnit() + index);
            INSTANT.formatTo(Instant.ofEpochSecond(0, nanos), rows);
            for (int c = 0; c < layout.channels(); c++) {
                int sample = layout.read(sets.bytes(), index * layout.setBytes(), c);
                rows.append(',').append(values == Values.DIGITAL ? Integer.toString(sample) : physical(c, sample));
            }
            rows.append("\r\n");
        }

        private String physical(int channel, int sample) {
            double value = group.channels().get(channel).toPhysical(sample);
            return BigDecimal.valueOf(value)
                    .setScale(decimals[channel], RoundingMode.HALF_EVEN)
                    .toPlainString();
        }

        @Override
        public void gap(Gap gap) {
            missing += gap.unitCount();
        }
    }
}
