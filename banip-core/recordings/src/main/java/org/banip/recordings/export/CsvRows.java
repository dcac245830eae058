package org.banip.recordings.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;

/** Writes one group's rows. One thread at a time. */
final class CsvRows implements RecordingVisitor {
    private static final long NANOS = 1_000_000_000L;

    private final Writer out;
    private final SensorGroup group;
    private final SampleLayout layout;
    private final CsvExport.Time time;
    private final long startNanos;
    private final CsvExport.Value value;
    private final ExportProgress progress;
    private final Decimal[] decimals;
    /** Whether rows are events: then nothing is missing between two of them, unless a gap says so. */
    private final boolean events;
    /** Whether the last column has texts. */
    private final boolean texts;

    private final StringBuilder row = new StringBuilder();

    private long origin;
    private long nextUnit;
    private boolean begun;
    /** Whether the group is retired: nothing is missing until it is back. */
    private boolean retired;
    /** Whether sensor sets are missing since the last row. */
    private boolean missing;

    private long missingFromNanos;
    /** Whether an item was damaged since the last row. */
    private boolean damagedBefore;

    private long sets;
    private long gaps;
    private final DamageLog damage = new DamageLog();

    CsvRows(
            Writer out,
            SensorGroup group,
            CsvExport.Time time,
            long startNanos,
            CsvExport.Value value,
            ExportProgress progress) {
        this.out = out;
        this.group = group;
        this.time = time;
        this.startNanos = startNanos;
        this.value = value;
        this.progress = progress;
        layout = new SampleLayout(group);
        events = group.events().isPresent();
        texts = layout.textBytes() > 0;
        decimals = group.channels().stream().map(Decimal::new).toArray(Decimal[]::new);
    }

    void head() {
        row.append(time == CsvExport.Time.ISO ? "time" : "seconds");
        for (Channel channel : group.channels()) {
            boolean unit = value == CsvExport.Value.PHYSICAL && !channel.unit().isEmpty();
            row.append(',').append(CsvText.cell(unit ? channel.label() + "[" + channel.unit() + "]" : channel.label()));
        }
        if (texts) {
            row.append(",text");
        }
        endRow();
    }

    @Override
    public void sets(Block block) {
        if (breaksOffBefore(block)) {
            missingFrom(instantNanos(origin, nextUnit));
        }
        damagedBefore = false;
        retired = false;
        move(block.originNanos(), block.firstUnit());
        int setBytes = layout.setBytes();
        missingUntil(events ? Long.MAX_VALUE : instantNanos(origin, nextUnit)); // events come in any order
        for (int at = 0; at < block.length(); at += setBytes) {
            instant(layout.instantNanos(block.bytes(), at, origin, nextUnit));
            for (int channel = 0; channel < decimals.length; channel++) {
                row.append(',');
                sample(channel, layout.read(block.bytes(), at, channel));
            }
            if (texts) {
                row.append(',').append(CsvText.cell(layout.text(block.bytes(), at)));
            }
            endRow();
            nextUnit++;
            sets++;
        }
        progress.written(group.name(), sets);
    }

    private void sample(int channel, int digital) {
        if (value == CsvExport.Value.DIGITAL) {
            row.append(digital);
        } else {
            decimals[channel].append(row, group.channels().get(channel).toPhysical(digital));
        }
    }

    @Override
    public void gap(Gap gap) {
        if (gap.isRetirement()) {
            retire(gap);
            return;
        }
        gaps++;
        long first = instantNanos(gap.originNanos(), gap.firstUnit());
        missingFrom(continuous() ? Math.min(instantNanos(origin, nextUnit), first) : first);
        retired = false;
        move(gap.originNanos(), gap.endUnit());
    }

    /** A plotted line ends here, once. No event is missing. */
    private void retire(Gap gap) {
        if (continuous()) {
            move(gap.originNanos(), gap.firstUnit());
            missingFrom(instantNanos(origin, nextUnit));
        }
        retired = begun;
    }

    @Override
    public void damaged(BanipException cause) {
        damage.add(cause);
        damagedBefore = true;
    }

    private void move(long newOrigin, long newUnit) {
        origin = newOrigin;
        nextUnit = newUnit;
        begun = true;
    }

    /** Whether something is missing before this block, or it goes back. A new grid that begins before the next sensor set was due lacks nothing. */
    private boolean breaksOffBefore(Block block) {
        if (!continuous() || block.originNanos() == origin && block.firstUnit() == nextUnit) {
            return false;
        }
        long first = instantNanos(block.originNanos(), block.firstUnit());
        boolean follows = first <= instantNanos(origin, nextUnit) && first > instantNanos(origin, nextUnit - 1);
        return damagedBefore || !follows;
    }

    /** Whether a sensor set is due at the instant of the next unit. */
    private boolean continuous() {
        return begun && !retired && !events;
    }

    private long instantNanos(long gridOrigin, long unit) {
        return group.frequency().instantNanos(gridOrigin, unit);
    }

    /** Sensor sets are missing from this instant on, or already from an earlier one. */
    private void missingFrom(long nanos) {
        if (!missing) {
            missing = true;
            missingFromNanos = nanos;
        }
    }

    /** Sensor sets go on at this instant: the one row for those that are missing before it is written, never later than it. */
    private void missingUntil(long nanos) {
        if (missing) {
            missing = false;
            writeMissing(Math.min(missingFromNanos, nanos));
        }
    }

    /** Writes the row for sensor sets that are missing at the end. Nothing may follow. */
    void end() {
        missingUntil(Long.MAX_VALUE);
    }

    /** Writes the row that stands for missing sensor sets. */
    private void writeMissing(long nanos) {
        instant(nanos);
        for (int column = 0; column < decimals.length + (texts ? 1 : 0); column++) {
            row.append(',');
        }
        endRow();
    }

    private void instant(long nanos) {
        if (time == CsvExport.Time.ISO) {
            row.append(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS)));
            return;
        }
        seconds(nanos);
    }

    /** The seconds since the start; they may be more than 64 bits of nanoseconds. */
    private void seconds(long nanos) {
        long seconds = Math.floorDiv(nanos, NANOS) - Math.floorDiv(startNanos, NANOS);
        long fraction = Math.floorMod(nanos, NANOS) - Math.floorMod(startNanos, NANOS);
        if (seconds < 0 || seconds == 0 && fraction < 0) {
            row.append('-');
            seconds = -seconds;
            fraction = -fraction;
        }
        if (fraction < 0) {
            seconds--;
            fraction += NANOS;
        }
        row.append(seconds);
        Decimal.fraction(row, fraction, 9);
    }

    private void endRow() {
        row.append('\n');
        try {
            out.append(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        row.setLength(0);
    }

    long sets() {
        return sets;
    }

    long gaps() {
        return gaps;
    }

    long damaged() {
        return damage.items();
    }
}
