package org.banip.gateway.sample;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;

/** Reads the messages of one group, CSV or JSON (docs/gateway.md). Immutable. */
public final class SampleReader {
    private static final List<String> FIELDS = List.of("time", "samples");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,19}(\\.[0-9]{1,19})?");

    /** How many digits of a number an error shows. */
    private static final MathContext SHOWN = new MathContext(9);

    private final List<Channel> channels;
    private final boolean physical;

    /**
     * A reader.
     *
     * @param group the group
     * @param physical whether values are in the channels' units; otherwise they are digital values
     */
    public SampleReader(SensorGroup group, boolean physical) {
        this.channels = group.channels();
        this.physical = physical;
    }

    /**
     * Reads a message.
     *
     * @param nowNanos when it came, nanoseconds since the epoch: its time must not be far beyond
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code INVALID_SAMPLE}; the message names the place. {@link WrongValueException} if it
     *     may have a value, too
     */
    public Samples read(byte[] message, long nowNanos) {
        String text = new String(message, StandardCharsets.UTF_8);
        Samples samples = text.stripLeading().startsWith("{") ? json(text, nowNanos) : csv(text, nowNanos);
        if (samples.values().length == 0) {
            throw new BanipException(ErrorCode.INVALID_SAMPLE, "the message has no samples");
        }
        return samples;
    }

    private Samples csv(String text, long nowNanos) {
        List<String[]> lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.split(",", -1))
                .toList();
        boolean timed = !lines.isEmpty() && lines.get(0).length == channels.size() + 1;
        for (int line = 0; line < lines.size(); line++) {
            requireCount(line, lines.get(line).length - (timed && line == 0 ? 1 : 0));
        }
        OptionalLong instant =
                timed ? OptionalLong.of(timeBeforeValues(lines.get(0)[0].strip(), nowNanos)) : OptionalLong.empty();
        int[] values = new int[lines.size() * channels.size()]; // no more than the message has
        for (int line = 0; line < lines.size(); line++) {
            int first = timed && line == 0 ? 1 : 0;
            for (int channel = 0; channel < channels.size(); channel++) {
                String field = lines.get(line)[first + channel].strip();
                if (!NUMBER.matcher(field).matches()) {
                    throw invalid(line, channel, "is no number", field);
                }
                values[line * channels.size() + channel] = digital(line, channel, new BigDecimal(field));
            }
        }
        return new Samples(instant, values);
    }

    /** The first of a line's fields, if there is one more than channels. */
    private long timeBeforeValues(String field, long nowNanos) {
        try {
            return TimeText.nanos(field, nowNanos);
        } catch (BanipException e) {
            if (!TimeText.ALLOWED.equals(e.getMessage())) {
                throw e; // it is a time, and a wrong one
            }
            throw new BanipException(
                    e.code(),
                    "sensor set 1 has " + Counted.of(channels.size() + 1, "field") + ", the group has "
                            + Counted.of(channels.size(), "channel") + ", and the first field is no time: "
                            + TimeText.ALLOWED + "; numbers have a decimal point, no comma",
                    e);
        }
    }

    private Samples json(String text, long nowNanos) {
        JsonObject message = parsed(text);
        message.unknownField(FIELDS)
                .ifPresent(
                        what -> { // a misspelt time would be the time of arrival
                            throw new BanipException(ErrorCode.INVALID_SAMPLE, what);
                        });
        Object list = message.value("samples").orElse("");
        if (!(list instanceof List<?> sets)) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "field samples must be a list");
        }
        List<Integer> values = new ArrayList<>();
        for (int set = 0; set < sets.size(); set++) {
            List<?> samples =
                    sets.get(set) instanceof List<?> several ? several : Collections.singletonList(sets.get(set));
            requireCount(set, samples.size());
            for (int channel = 0; channel < samples.size(); channel++) {
                if (!(samples.get(channel) instanceof BigDecimal number)) {
                    throw invalid(set, channel, "is no number", String.valueOf(samples.get(channel)));
                }
                values.add(digital(set, channel, number));
            }
        }
        return new Samples(
                instant(message, nowNanos),
                values.stream().mapToInt(Integer::intValue).toArray());
    }

    private static JsonObject parsed(String text) {
        try {
            return JsonObject.parse(text);
        } catch (BanipException e) {
            throw new WrongValueException(e, "the message begins with {, and is no JSON object");
        }
    }

    private static OptionalLong instant(JsonObject message, long nowNanos) {
        return message.value("time")
                .map(time -> OptionalLong.of(TimeText.nanos(time.toString(), nowNanos)))
                .orElseGet(OptionalLong::empty);
    }

    private int digital(int set, int channel, BigDecimal number) {
        double value = number.doubleValue();
        Channel of = channels.get(channel);
        if (physical) {
            value = Math.rint(of.digitalMin() + (value - of.physicalMin()) * of.gain());
        }
        if (value != Math.rint(value)) {
            throw invalid(set, channel, "is no whole number", number.toString());
        }
        if (!(value >= of.digitalMin() && value <= of.digitalMax())) {
            throw outside(set, channel, number);
        }
        return (int) value;
    }

    /** {@code 900 kg, allowed are 0 to 300 kg}. */
    private BanipException outside(int set, int channel, BigDecimal number) {
        Channel of = channels.get(channel);
        boolean hasUnit = physical && !of.unit().isEmpty() && !of.unit().equals("1");
        String unit = hasUnit ? " " + of.unit() : "";
        String range = range(of) + unit;
        String where = place(set, channel);
        return new WrongValueException(
                ErrorCode.INVALID_SAMPLE,
                where + " is " + plain(number) + unit + ", allowed are " + range,
                where + " is outside the range " + range + " of the description");
    }

    private String range(Channel of) {
        if (!physical) {
            return of.digitalMin() + " to " + of.digitalMax();
        }
        double least = Math.min(of.physicalMin(), of.physicalMax()); // an inverted sensor has the greater one first
        double greatest = Math.max(of.physicalMin(), of.physicalMax());
        return plain(BigDecimal.valueOf(least)) + " to " + plain(BigDecimal.valueOf(greatest));
    }

    private static String plain(BigDecimal number) {
        return number.round(SHOWN).stripTrailingZeros().toEngineeringString();
    }

    private void requireCount(int set, int count) {
        if (count != channels.size()) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "sensor set " + (set + 1) + " has " + Counted.of(count, "value") + ", the group has "
                            + Counted.of(channels.size(), "channel"));
        }
    }

    private BanipException invalid(int set, int channel, String what, String seen) {
        String where = place(set, channel) + " " + what;
        return new WrongValueException(ErrorCode.INVALID_SAMPLE, where + ": " + Quoted.of(seen), where);
    }

    private String place(int set, int channel) {
        return "value of channel " + channels.get(channel).label() + " in sensor set " + (set + 1);
    }
}
