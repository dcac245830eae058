package org.banip.core.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/** The JSON form of a BAN description. */
public final class BanDescriptionJson {
    private BanDescriptionJson() {}

    /** The document alone, as it is kept in a store. */
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
                    .field("latencyBoundMillis", group.latencyBound().toMillis())
                    .beginList("channels");
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
                    Duration.ofMillis(group.integer("latencyBoundMillis", Long.MIN_VALUE, Long.MAX_VALUE)),
                    channels));
        }
        return new BanDescription(json.string("id"), groups);
    }

    private static Channel channel(JsonObject json) {
        return new Channel(
                json.string("label"),
                json.string("unit"),
                (int) json.integer("bits", Integer.MIN_VALUE, Integer.MAX_VALUE),
                (int) json.integer("digitalMin", Integer.MIN_VALUE, Integer.MAX_VALUE),
                (int) json.integer("digitalMax", Integer.MIN_VALUE, Integer.MAX_VALUE),
                json.number("physicalMin"),
                json.number("physicalMax"));
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
