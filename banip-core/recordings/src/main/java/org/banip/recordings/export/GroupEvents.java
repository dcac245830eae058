package org.banip.recordings.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.WfdbAnnotation;

/**
 * All events of a group, as annotations to be. It holds them in memory, because annotations must have the order of their instants and events may have
 * any; at most about 64 MiB. One thread at a time.
 */
final class GroupEvents implements RecordingVisitor {
    /** Code of a comment, with the text as its aux string. */
    private static final int NOTE = 22;

    private static final int LAST_CODE = 49;
    private static final long MOST_BYTES = 64L << 20;
    /** Bytes of an event in memory without its text, about. */
    private static final int EVENT_BYTES = 96;

    /**
     * An event.
     *
     * @param instantNanos when it happened
     * @param annotation all but the frame
     */
    record Event(long instantNanos, WfdbAnnotation annotation) {
        boolean isNote() {
            return annotation.code() == NOTE;
        }

        WfdbAnnotation atFrame(long frame) {
            return new WfdbAnnotation(
                    frame,
                    annotation.code(),
                    annotation.subtype(),
                    annotation.channel(),
                    annotation.number(),
                    annotation.text());
        }
    }

    private final SensorGroup group;
    private final SampleLayout layout;
    private final List<Event> events = new ArrayList<>();
    private final DamageLog damage = new DamageLog();
    private long gaps;
    private long bytes;

    private GroupEvents(SensorGroup group) {
        this.group = group;
        layout = new SampleLayout(group);
    }

    static GroupEvents of(ExportSource recording, int group, long end) {
        GroupEvents events = new GroupEvents(recording.groups().get(group));
        recording.read(group, end, events);
        events.events.sort(Comparator.comparingLong(Event::instantNanos));
        return events;
    }

    @Override
    public void sets(Block block) {
        for (int at = 0; at < block.length(); at += layout.setBytes()) {
            WfdbAnnotation annotation = annotation(block.bytes(), at);
            bytes += EVENT_BYTES + 2L * annotation.text().length();
            if (bytes > MOST_BYTES) {
                throw new BanipException(
                        ErrorCode.TOO_LONG,
                        "group " + group.name() + " has more than " + Counted.of(events.size(), "event")
                                + ": with their texts they exceed the " + (MOST_BYTES >> 20)
                                + " MiB in which they are put in order for WFDB; export CSV, or a shorter range of time");
            }
            events.add(new Event(layout.instantNanos(block.bytes(), at, 0, 0), annotation));
        }
    }

    /** Channels that are named after fields of an annotation become these. The others stand in the text. */
    private WfdbAnnotation annotation(byte[] bytes, int at) {
        int code = NOTE;
        int subtype = 0;
        int channel = 0;
        int number = 0;
        StringBuilder text = new StringBuilder(layout.text(bytes, at));
        for (int c = 0; c < layout.channels(); c++) {
            Channel described = group.channels().get(c);
            int value = layout.read(bytes, at, c);
            String field = described.label().toLowerCase(Locale.ROOT);
            if (field.equals("code") && value >= 1 && value <= LAST_CODE) {
                code = value;
            } else if (field.equals("subtype") && value == (byte) value) {
                subtype = value;
            } else if (field.equals("chan") && value == (value & 0xff)) {
                channel = value;
            } else if (field.equals("num") && value == (byte) value) {
                number = value;
            } else {
                text.append(text.length() == 0 ? "" : " ")
                        .append(described.label())
                        .append('=');
                new Decimal(described).append(text, described.toPhysical(value));
            }
        }
        return new WfdbAnnotation(0, code, subtype, channel, number, text.toString());
    }

    @Override
    public void gap(Gap gap) {
        gaps += gap.isRetirement() ? 0 : 1;
    }

    @Override
    public void damaged(BanipException cause) {
        damage.add(cause);
    }

    /** In the order of their instants; those of the same instant in the order of the record. */
    List<Event> events() {
        return events;
    }

    long gaps() {
        return gaps;
    }

    long damaged() {
        return damage.items();
    }
}
