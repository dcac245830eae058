package org.banip.core.interconnect;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.EventUnits;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/** The JSON form of a BAN description. */
public final class BanDescriptionJson {
    private static final String THINNING = "thinning";
    private static final String LATE_AS = "lateAs";
    private static final String EVENTS = "events";
    private static final String TEXT_BYTES = "textBytes";
    private static final String PRIORITY = "priority";

    private BanDescriptionJson() {}

    /** The document for a store, without a registration. */
    public static String toJson(BanDescription ban) {
        JsonWriter out = new JsonWriter().beginObject();
        writeFields(ban, out);
        return out.endObject().toString();
    }

    /**
     * Reads what {@link #toJson} writes.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code INVALID_DESCRIPTION}
     */
    public static BanDescription fromJson(String text) {
        return read(JsonObject.parse(text));
    }

    static void writeFields(BanDescription ban, JsonWriter out) {
        out.field("id", ban.id()).beginList("groups");
        for (SensorGroup group : ban.groups()) {
            out.beginObject()
                    .field("name", group.name())
                    .field("frequencyHz", group.frequency().toString())
                    .field("serviceClass", group.serviceClass().token())
                    .field("latencyBoundMillis", group.latencyBound().toMillis());
            group.thinning().ifPresent(thinning -> writeFields(thinning, out));
            group.lateAs().ifPresent(late -> out.field(LATE_AS, late));
            group.events()
                    .ifPresent(events -> out.beginObject(EVENTS)
                            .field(TEXT_BYTES, events.textBytes())
                            .endObject());
            out.beginList("channels");
            for (Channel channel : group.channels()) {
                out.beginObject()
                        .field("label", channel.label())
                        .field("unit", channel.unit())
                        .field("bits", channel.bits())
                        .field("digitalMin", channel.digitalMin())
                        .field("digitalMax", channel.digitalMax())
                        .field("physicalMin", channel.physicalMin())
                        .field("physicalMax", channel.physicalMax())
                        .endObject();
            }
            out.endList().endObject();
        }
        out.endList();
    }

    private static void writeFields(Thinning thinning, JsonWriter out) {
        out.beginObject(THINNING)
                .field("as", thinning.as())
                .field("kind", thinning.kind().token())
                .field(PRIORITY, thinning.priority())
                .endObject();
    }

    static BanDescription read(JsonObject json) {
        List<SensorGroup> groups = new ArrayList<>();
        for (JsonObject group : json.objects("groups")) {
            List<Channel> channels = new ArrayList<>();
            for (JsonObject channel : group.objects("channels")) {
                channels.add(channel(channel));
            }
            groups.add(new SensorGroup(
                    group.string("name"),
                    Frequency.parseExact(group.string("frequencyHz")),
                    serviceClass(group.string("serviceClass")),
                    Duration.ofMillis(whole(group, "latencyBoundMillis", Long.MIN_VALUE, Long.MAX_VALUE)),
                    channels,
                    group.has(THINNING) ? Optional.of(thinning(group.object(THINNING))) : Optional.empty(),
                    group.has(LATE_AS) ? Optional.of(group.string(LATE_AS)) : Optional.empty(),
                    group.has(EVENTS) ? Optional.of(events(group.object(EVENTS))) : Optional.empty()));
        }
        return new BanDescription(json.string("id"), groups);
    }

    private static Thinning thinning(JsonObject json) {
        return new Thinning(json.string("as"), Thinning.Kind.ofToken(json.string("kind")), (int)
                whole(json, PRIORITY, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    private static EventUnits events(JsonObject json) {
        return new EventUnits((int) whole(json, TEXT_BYTES, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    private static Channel channel(JsonObject json) {
        return new Channel(
                json.string("label"),
                json.string("unit"),
                (int) whole(json, "bits", Integer.MIN_VALUE, Integer.MAX_VALUE),
                (int) whole(json, "digitalMin", Integer.MIN_VALUE, Integer.MAX_VALUE),
                (int) whole(json, "digitalMax", Integer.MIN_VALUE, Integer.MAX_VALUE),
                finite(json, "physicalMin"),
                finite(json, "physicalMax"));
    }

    /** A whole number. A number out of range violates a rule of the description. */
    private static long whole(JsonObject json, String name, long min, long max) {
        boolean whole = json.value(name)
                .filter(value -> value instanceof BigDecimal number && isWhole(number))
                .isPresent();
        return inDescription(whole, () -> json.integer(name, min, max));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    private static double finite(JsonObject json, String name) {
        boolean number = json.value(name).filter(BigDecimal.class::isInstance).isPresent();
        return inDescription(number, () -> json.number(name));
    }

    private static <T> T inDescription(boolean rightType, Supplier<T> field) {
        try {
            return field.get();
        } catch (BanipException e) {
            throw rightType ? new BanipException(ErrorCode.INVALID_DESCRIPTION, String.valueOf(e.getMessage()), e) : e;
        }
    }

    private static ServiceClass serviceClass(String token) {
        for (ServiceClass serviceClass : ServiceClass.values()) {
            if (serviceClass.token().equals(token)) {
                return serviceClass;
            }
        }
        throw new BanipException(
                ErrorCode.INVALID_DESCRIPTION, "service class " + Quoted.of(token) + " is not alarm, live or bulk");
    }
}
