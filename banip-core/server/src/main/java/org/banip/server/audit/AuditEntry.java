package org.banip.server.audit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/**
 * One entry of an audit log, before it has its place in the chain. Texts are cut to 300 characters, lists to 64 elements; control characters become
 * {@code ?}. Owned by one thread until it is recorded.
 */
public final class AuditEntry {
    static final String NUMBER = "number";
    static final String TIME = "time";
    static final String SERVER = "server";
    static final String EVENT = "event";
    static final String PREVIOUS = "previous";

    private static final int LONGEST_TEXT = 300;
    private static final int MOST_ELEMENTS = 64;

    private final AuditEvent event;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private String who = "";
    private String from = "";

    private AuditEntry(AuditEvent event) {
        this.event = event;
    }

    /** An entry without fields. */
    public static AuditEntry of(AuditEvent event) {
        return new AuditEntry(event);
    }

    /** Who did it: the fields {@code who} and {@code by}. */
    public AuditEntry by(Who somebody) {
        who = somebody.name();
        return with("who", who).with("by", somebody.means());
    }

    /** The address from which it was done. */
    public AuditEntry from(String address) {
        from = address;
        return with("from", address);
    }

    /** A text. */
    public AuditEntry with(String name, String text) {
        fields.put(name, Quoted.line(text, LONGEST_TEXT));
        return this;
    }

    /** A number. */
    public AuditEntry with(String name, long number) {
        fields.put(name, number);
        return this;
    }

    /** A list of texts. */
    public AuditEntry with(String name, List<String> texts) {
        fields.put(
                name,
                texts.stream()
                        .limit(MOST_ELEMENTS)
                        .map(text -> Quoted.line(text, LONGEST_TEXT))
                        .toList());
        return this;
    }

    /** A list of objects, whose values are texts and whole numbers. */
    public AuditEntry withObjects(String name, List<Map<String, Object>> objects) {
        fields.put(
                name,
                objects.stream().limit(MOST_ELEMENTS).map(AuditEntry::checked).toList());
        return this;
    }

    /** An object, whose values are texts and whole numbers. */
    public AuditEntry withObject(String name, Map<String, Object> object) {
        fields.put(name, checked(object));
        return this;
    }

    private static Map<String, Object> checked(Map<String, Object> object) {
        Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> copy.put(
                name, value instanceof Long number ? number : Quoted.line(String.valueOf(value), LONGEST_TEXT)));
        return copy;
    }

    AuditEvent event() {
        return event;
    }

    /** Whose entries of a minute are counted together. */
    String peer() {
        return who + " " + from;
    }

    /** The line, without its end. */
    String line(long number, Instant time, String server, String previous) {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field(NUMBER, number)
                .field(TIME, time.truncatedTo(ChronoUnit.MILLIS).toString())
                .field(SERVER, server)
                .field(EVENT, event.token());
        fields.forEach((name, value) -> write(json, name, value));
        return json.field(PREVIOUS, previous).endObject().toString();
    }

    private static void write(JsonWriter json, String name, Object value) {
        if (value instanceof Long number) {
            json.field(name, (long) number);
        } else if (value instanceof Map<?, ?> object) {
            json.beginObject(name);
            writeFields(json, object);
            json.endObject();
        } else if (value instanceof List<?> list) {
            json.beginList(name);
            list.forEach(element -> writeElement(json, element));
            json.endList();
        } else {
            json.field(name, String.valueOf(value));
        }
    }

    private static void writeElement(JsonWriter json, Object element) {
        if (element instanceof Map<?, ?> object) {
            json.beginObject();
            writeFields(json, object);
            json.endObject();
        } else {
            json.element(String.valueOf(element));
        }
    }

    private static void writeFields(JsonWriter json, Map<?, ?> object) {
        object.forEach((name, value) -> write(json, String.valueOf(name), value));
    }
}
