package org.banip.alerts.finding;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.ban.Channel;
import org.banip.core.ban.EventUnits;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/**
 * A finding of an MBU as an event that the host understands (docs/alerts.md, "What the MBU sends").
 *
 * <p>The event's instant is the finding's {@code atNanos}. Its sample is 1, 2 or 3 for a beginning of low, medium or high severity, and the negative
 * number for an end. Its text has the other fields, with U+0009 between them.
 *
 * @param sample the digital value of the group's channel
 * @param text at most {@link #TEXT_BYTES} bytes of UTF-8
 */
public record FindingEvent(int sample, String text) {
    /** The name of the group. */
    public static final String GROUP = "findings";
    /** Maximum number of bytes of a text. */
    public static final int TEXT_BYTES = 320;
    /** The sample of the event that says: the MBU's detectors have begun, and hold nothing. Its text is empty. */
    public static final int BEGUN = 0;

    private static final int FIELDS = 7;
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9-]{0,62}");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern DECIMAL = Pattern.compile("(?=.{1,30}$)-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    /** The group of these events: class alarm, one channel. */
    public static SensorGroup group() {
        int most = Severity.values().length;
        Channel channel = new Channel("finding", "", 8, -most, most, -most, most);
        return new SensorGroup(
                        GROUP,
                        Frequency.ofHz(1),
                        ServiceClass.ALARM,
                        Duration.ofSeconds(1),
                        Collections.singletonList(channel))
                .withEvents(TEXT_BYTES);
    }

    /** Whether a group's events are findings: its name, and that it has events with a text and a channel. */
    public static boolean isGroup(SensorGroup group) {
        return group.name().equals(GROUP)
                && group.events().map(EventUnits::textBytes).orElse(0) > 0;
    }

    /** The event of a finding. Of a text that would be too long, the end of the channel's label is left out. */
    public static FindingEvent of(Finding finding) {
        int severity = finding.severity().ordinal() + 1;
        String fields = String.join(
                "\t",
                finding.detector(),
                finding.kind(),
                finding.group(),
                Long.toString(finding.atNanos() - finding.sinceNanos()),
                Double.toString(finding.value()),
                finding.unit(),
                "");
        String channel = finding.channel();
        while (!channel.isEmpty() && bytes(fields + channel) > TEXT_BYTES) {
            channel = channel.substring(0, channel.offsetByCodePoints(channel.length(), -1));
        }
        return new FindingEvent(finding.begins() ? severity : -severity, fields + channel);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    /** The finding that an event tells; empty if it tells none, or does not keep to the form. */
    public Optional<Finding> finding(long atNanos) {
        int severity = Math.abs(sample);
        String[] fields = text.split("\t", -1);
        if (severity < 1 || severity > Severity.values().length || fields.length != FIELDS) {
            return Optional.empty();
        }
        boolean formed = WORD.matcher(fields[0]).matches()
                && WORD.matcher(fields[1]).matches()
                && WHOLE.matcher(fields[3]).matches()
                && DECIMAL.matcher(fields[4]).matches()
                && !hasControls(fields[2] + fields[5] + fields[6]);
        if (!formed) {
            return Optional.empty();
        }
        try {
            long since = Math.subtractExact(atNanos, Long.parseLong(fields[3]));
            double value = Double.parseDouble(fields[4]);
            return Double.isNaN(value) || Double.isInfinite(value)
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            fields[0],
                            fields[1],
                            Severity.values()[severity - 1],
                            sample > 0,
                            fields[2],
                            fields[6],
                            value,
                            fields[5],
                            since,
                            atNanos));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
