package org.banip.thresholds;

import java.time.Instant;
import java.util.UUID;
import org.banip.core.ban.Channel;
import org.banip.surrogate.api.SurrogateDescription;

/**
 * A rule begins to apply, or ends.
 *
 * @param id random, the same in each attempt to deliver it
 * @param surrogate whose
 * @param rule the rule's name
 * @param begins whether it begins
 * @param group name of the channel's group
 * @param channel the channel
 * @param value of the sample that made it begin or end, in the channel's physical unit
 * @param atNanos when that was sampled, nanoseconds since the epoch
 */
record Alert(
        UUID id,
        SurrogateDescription surrogate,
        String rule,
        boolean begins,
        String group,
        Channel channel,
        double value,
        long atNanos) {
    /** A line for people. */
    String text() {
        return rule + (begins ? " begins: " : " ends: ") + channel.label() + " is " + shown() + " " + channel.unit()
                + " at " + at();
    }

    /** A JSON object. */
    String json() {
        return "{\"id\":\"" + id + "\",\"ban\":" + quoted(surrogate.ban().id()) + ",\"session\":\""
                + surrogate.session() + "\",\"rule\":" + quoted(rule) + ",\"state\":\"" + (begins ? "begins" : "ends")
                + "\",\"group\":" + quoted(group) + ",\"channel\":" + quoted(channel.label()) + ",\"unit\":"
                + quoted(channel.unit()) + ",\"value\":" + value + ",\"at\":\"" + at() + "\"}";
    }

    private String shown() {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(java.util.Locale.ROOT, "%.4g", value);
    }

    private Instant at() {
        return Instant.ofEpochSecond(0, atNanos);
    }

    /** A JSON string. */
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                out.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
