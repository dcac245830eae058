package org.banip.core.alert;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * A step of a graded alert, as it is told. Reads the JSON of docs/graded-alerts.md ("The webhook"); fields that it does not know stay in {@link #json}.
 * Two notices of one step are equal. Immutable.
 */
public final class AlertNotice {
    /** Most bytes of its JSON. */
    public static final int MOST_BYTES = 16_384;

    private static final int MOST_STEPS = 1_000_000_000;
    private static final int MOST_SHOWN = 100;

    private final String json;
    private final JsonObject fields;
    private final UUID id;
    private final int step;
    private final Instant at;
    private final Instant since;
    private final double value;

    private AlertNotice(String json) {
        this.json = json;
        fields = JsonObject.parse(json);
        id = uuid("id");
        step = (int) fields.integer("step", 1, MOST_STEPS);
        at = instant("at");
        since = instant("since");
        value = fields.number("value");
        for (String text :
                new String[] {"event", "who", "ban", "priority", "detector", "kind", "group", "channel", "unit"}) {
            fields.string(text);
        }
        uuid("session");
    }

    /**
     * Reads the JSON of a step.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} with the field that is missing or wrong, {@code TOO_LONG} for more than {@value #MOST_BYTES}
     *     characters
     */
    public static AlertNotice parse(String json) {
        if (json.length() > MOST_BYTES) {
            throw new BanipException(
                    ErrorCode.TOO_LONG,
                    "step of an alert with " + json.length() + " characters, allowed are " + MOST_BYTES);
        }
        return new AlertNotice(json);
    }

    private UUID uuid(String field) {
        String text = fields.string(field);
        try {
            UUID read = UUID.fromString(text);
            if (read.toString().equalsIgnoreCase(text)) {
                return read;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(field, text, "a UUID", e);
        }
        throw wrong(field, text, "a UUID", null);
    }

    private Instant instant(String field) {
        String text = fields.string(field);
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw wrong(field, text, "an instant such as 2026-11-27T12:00:05.1Z", e);
        }
    }

    private static BanipException wrong(String field, String text, String wanted, @Nullable Exception e) {
        String what = "field " + field + " is " + Quoted.of(text) + ", must be " + wanted;
        return e == null
                ? new BanipException(ErrorCode.MALFORMED_REQUEST, what)
                : new BanipException(ErrorCode.MALFORMED_REQUEST, what, e);
    }

    /** The alert. */
    public UUID id() {
        return id;
    }

    /** The number of the step, from 1 without holes. */
    public int step() {
        return step;
    }

    /** The step: {@code raised}, {@code escalated}, {@code acknowledged}, {@code ended}. A newer host may have others. */
    public String event() {
        return fields.string("event");
    }

    /** When it was made, by the host's clock. */
    public Instant at() {
        return at;
    }

    /** Who made it: a person's name, or {@code host}. */
    public String who() {
        return fields.string("who");
    }

    /** The BAN's id. */
    public String ban() {
        return fields.string("ban");
    }

    /** The session in which it was found, last if it was found again. */
    public UUID session() {
        return UUID.fromString(fields.string("session"));
    }

    /** How soon somebody must react: {@code low}, {@code medium} or {@code high}. */
    public String priority() {
        return fields.string("priority");
    }

    /** Name of the detector that found it. */
    public String detector() {
        return fields.string("detector");
    }

    /** What it found, for example {@code asystole}. */
    public String kind() {
        return fields.string("kind");
    }

    /** Name of the sensor group. */
    public String group() {
        return fields.string("group");
    }

    /** Label of the channel; of several, joined by {@code +}; empty if it is about the whole group. */
    public String channel() {
        return fields.string("channel");
    }

    /** Sampling instant since when it holds, by the MBU's clock. */
    public Instant since() {
        return since;
    }

    /** What the detector measured when it found it. */
    public double value() {
        return value;
    }

    /** UCUM code of {@link #value}; may be empty. */
    public String unit() {
        return fields.string("unit");
    }

    /** Who acknowledged it, once somebody has. */
    public Optional<String> acknowledgedBy() {
        return fields.optionalString("acknowledgedBy");
    }

    /** Why the step was made, if that is not plain, for people: {@code its detector was taken out of the rules, or changed}. */
    public Optional<String> reason() {
        return fields.optionalString("reason");
    }

    /** All of it, as it came. */
    public String json() {
        return json;
    }

    /**
     * A line for people, without control characters: {@code !!! HIGH raised: II asystole, 4.500 s (heart)}. If the alert has ended, it says when, and not
     * how urgent it was: {@code ended at 2026-11-27T12:00:05.1Z: II asystole (heart)}. A reason follows: {@code ; its detector was …}.
     */
    public String line() {
        String by = who().equals("host") ? "" : " by " + who();
        String what = shown((channel().isEmpty() ? "" : channel() + " ") + kind());
        String from = " (" + shown(detector()) + ")";
        if (event().equals("ended")) {
            return "ended at " + at.truncatedTo(ChronoUnit.MILLIS) + shown(by) + ": " + what + from
                    + reason().map(why -> "; " + shown(why)).orElse("");
        }
        String measured = String.format(Locale.ROOT, "%.4g", value) + (unit().isEmpty() ? "" : " " + unit());
        return mark() + shown(priority().toUpperCase(Locale.ROOT)) + " " + shown(event() + by) + ": " + what + ", "
                + shown(measured) + from;
    }

    private static String shown(String text) {
        return Quoted.line(text, MOST_SHOWN);
    }

    private String mark() {
        switch (priority()) {
            case "high":
                return "!!! ";
            case "medium":
                return "!! ";
            case "low":
                return "! ";
            default:
                return "";
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AlertNotice notice && id.equals(notice.id) && step == notice.step;
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + step;
    }

    @Override
    public String toString() {
        return "alert " + id + ", step " + step;
    }
}
