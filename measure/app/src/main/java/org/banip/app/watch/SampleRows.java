package org.banip.app.watch;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.Channel;
import org.banip.core.ban.EventUnits;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Quoted;
import org.banip.recordings.export.CsvText;
import org.jspecify.annotations.Nullable;

/**
 * Prints the sensor sets of one group as rows of CSV when they arrive: the sampling instant, then the channels' physical values. What is late of the
 * group comes behind newer rows. Passes every event on. On the stream's thread.
 */
public final class SampleRows implements LiveListener {
    private static final DateTimeFormatter INSTANT =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
    private static final int MOST_DECIMALS = 12;

    private final String wanted;
    private final PrintWriter out;
    private final LiveListener next;
    private final Runnable unread;
    private final Consumer<String> say;
    private String said = "";
    private int number;
    private int late;
    private @Nullable SensorGroup printed;
    private String header = "";

    /**
     * Rows of a group.
     *
     * @param wanted the group's name; empty for the first one
     * @param next also receives every event
     * @param say is told once if the BAN has no such group; it may get one later
     * @param unread run when rows cannot be written, because their reader is gone
     */
    public SampleRows(String wanted, PrintWriter out, LiveListener next, Consumer<String> say, Runnable unread) {
        this.wanted = wanted;
        this.out = out;
        this.say = say;
        this.unread = unread;
        this.next = next;
    }

    @Override
    public void measures(List<SensorGroup> groups) {
        next.measures(groups);
        printed = null;
        for (int g = groups.size() - 1; g >= 0; g--) {
            if (wanted.isEmpty() || groups.get(g).name().equals(wanted)) {
                number = g;
                printed = groups.get(g);
            }
        }
        if (printed != null) {
            List<String> names = groups.stream().map(SensorGroup::name).toList();
            late = printed.lateAs().map(names::indexOf).orElse(-1);
            printHeader(printed);
        } else {
            sayMissing(groups);
        }
    }

    private void sayMissing(List<SensorGroup> groups) {
        String has = groups.stream().map(SensorGroup::name).collect(Collectors.joining(", "));
        String line = "the BAN has no group '" + wanted + "' now; it has " + has + ". Waits until it gets one";
        if (!line.equals(said)) {
            said = line;
            say.accept(line);
        }
    }

    /** Prints the heading once, even if the stream begins again. */
    private void printHeader(SensorGroup group) {
        StringBuilder columns = new StringBuilder("time");
        for (Channel channel : group.channels()) {
            columns.append(',').append(CsvText.cell(channel.label() + "[" + channel.unit() + "]"));
        }
        if (hasTexts(group)) {
            columns.append(",text");
        }
        if (!columns.toString().equals(header)) {
            header = columns.toString();
            out.println(header);
        }
    }

    @Override
    public void sampled(int group, long originNanos, long firstUnit, int units, long[] samples) {
        next.sampled(group, originNanos, firstUnit, units, samples);
        if (printed == null || (group != number && group != late)) {
            return;
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < units; i++) {
            long nanos = printed.frequency().instantNanos(originNanos, firstUnit + i);
            INSTANT.formatTo(Instant.ofEpochSecond(0, nanos), rows);
            for (int c = 0; c < printed.channels().size(); c++) {
                rows.append(',').append(physical(printed.channels().get(c), (int) samples[c * units + i]));
            }
            rows.append(System.lineSeparator());
        }
        print(rows);
    }

    @Override
    public void happened(Happened events) {
        next.happened(events);
        if (printed == null || events.group() != number) {
            return;
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < events.units(); i++) {
            INSTANT.formatTo(Instant.ofEpochSecond(0, events.instants().get(i)), rows);
            for (int c = 0; c < printed.channels().size(); c++) {
                rows.append(',').append(physical(printed.channels().get(c), events.sample(i, c)));
            }
            if (hasTexts(printed)) {
                rows.append(',').append(CsvText.cell(Quoted.line(events.texts().get(i), EventUnits.MAX_TEXT)));
            }
            rows.append(System.lineSeparator());
        }
        print(rows);
    }

    private static boolean hasTexts(SensorGroup group) {
        return group.events().filter(events -> events.textBytes() > 0).isPresent();
    }

    private void print(StringBuilder rows) {
        out.print(rows);
        if (out.checkError()) {
            unread.run();
        }
    }

    /** Number of decimals that distinguishes two digital values. */
    private static String physical(Channel channel, int sample) {
        int digits = (int) Math.ceil(Math.log10(Math.abs(channel.gain()))) + 1;
        int decimals = Math.max(0, Math.min(MOST_DECIMALS, digits));
        return BigDecimal.valueOf(channel.toPhysical(sample))
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    @Override
    public void givenUp(int group, long originNanos, long firstUnit, long units) {
        next.givenUp(group, originNanos, firstUnit, units);
    }

    @Override
    public void retired(int group, long originNanos, long firstUnit) {
        next.retired(group, originNanos, firstUnit);
    }

    @Override
    public void tail(boolean is) {
        next.tail(is);
    }

    @Override
    public void missing(long units) {
        next.missing(units);
    }

    @Override
    public void heard(boolean alive) {
        next.heard(alive);
    }

    @Override
    public void alerted(AlertNotice step) {
        next.alerted(step);
    }

    @Override
    public void told(String text) {
        next.told(text);
    }
}
