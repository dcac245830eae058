package org.banip.surrogate.viewer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonWriter;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.PathStatistics;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.people.Person;

/** The documents for viewers. Instants are nanoseconds since the epoch, whole numbers of up to 64 bits. */
final class SurrogateJson {
    private SurrogateJson() {}

    /**
     * The list of surrogates; {@code total} of them there are. Then what the host's extensions say of themselves.
     *
     * @param viewer the person of the viewers' file who asks, who is told what was granted
     */
    static String list(
            List<SurrogateHandle> shown, int total, long hostNanos, Optional<Person> viewer, List<String> extensions) {
        JsonWriter out =
                new JsonWriter().beginObject().field("hostNanos", hostNanos).field("total", total);
        viewer.ifPresent(person -> {
            out.field("viewer", person.name()).beginList("granted");
            person.grants().forEach(grant -> out.element(grant.text()));
            out.endList();
        });
        out.beginList("surrogates");
        shown.forEach(handle -> surrogate(out, handle));
        out.endList().beginList("extensions");
        extensions.forEach(out::element);
        return out.endList().endObject().toString();
    }

    private static void surrogate(JsonWriter out, SurrogateHandle handle) {
        SurrogateDescription description = handle.description();
        SurrogateStatistics statistics = handle.statistics();
        out.beginObject()
                .field("session", description.session().toString())
                .field("ban", description.ban().id())
                .field("surrogateType", description.surrogateType())
                .field("state", handle.state().token())
                .field("activatedNanos", description.activatedNanos())
                .field("lastFrameNanos", statistics.lastFrameNanos())
                .field("frames", statistics.frames())
                .field("bodyBytes", statistics.bodyBytes())
                .field("faults", statistics.faults())
                .field("openDataRequests", statistics.openDataRequests())
                .field("openReverseChannels", statistics.openReverseChannels())
                .beginList("groups");
        int groups =
                Math.min(statistics.groups().size(), description.ban().groups().size()); // one may be added now
        for (int group = 0; group < groups; group++) {
            group(
                    out,
                    description.ban().groups().get(group),
                    statistics.groups().get(group));
        }
        out.endList().beginList("paths");
        statistics.paths().forEach(path -> path(out, path));
        out.endList().endObject();
    }

    private static void path(JsonWriter out, PathStatistics statistics) {
        out.beginObject()
                .field("name", statistics.name())
                .field("openDataRequests", statistics.openDataRequests())
                .field("bodyBytes", statistics.bodyBytes())
                .field("packets", statistics.packets())
                .field("again", statistics.again())
                .field("redundant", statistics.redundant())
                .field("lost", statistics.lost());
        statistics.silentNanos().ifPresent(silent -> out.field("silentNanos", silent));
        statistics.delayNanos().ifPresent(delay -> out.field("delayNanos", delay));
        out.endObject();
    }

    private static void group(JsonWriter out, SensorGroup group, GroupStatistics statistics) {
        out.beginObject()
                .field("name", group.name())
                .field("frequencyHz", group.frequency().toString())
                .field("hertz", group.frequency().hertz())
                .field("serviceClass", group.serviceClass().token());
        group.lateAs().ifPresent(late -> out.field("lateAs", late));
        group.events().ifPresent(events -> out.field("events", true));
        out.field("channelCount", group.channels().size())
                .field("chain", statistics.chain())
                .field("packets", statistics.packets())
                .field("gaps", statistics.gaps())
                .field("duplicates", statistics.duplicates())
                .field("units", statistics.units())
                .field("payloadBytes", statistics.payloadBytes())
                .field("sensorBytes", statistics.sensorBytes())
                .field("waiting", statistics.waiting())
                .field("nextSequence", statistics.nextSequence())
                .field("receivedSequence", statistics.receivedSequence())
                .field("latencyNanos", statistics.latencyNanos());
        if (statistics.retired()) {
            out.field("retired", true);
        }
        statistics
                .stopped()
                .ifPresent(stop -> out.field("stoppedBy", stop.by())
                        .field(
                                "stopped",
                                Instant.ofEpochSecond(0, stop.atNanos()).toString()));
        out.endObject();
    }

    /**
     * Which surrogate it is, with all that is needed to show its data.
     *
     * @param tail whether the tail of each group follows
     */
    static String appeared(SurrogateDescription surrogate, boolean tail) {
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("session", surrogate.session().toString())
                .field("ban", surrogate.ban().id())
                .field("surrogateType", surrogate.surrogateType())
                .field("activatedNanos", surrogate.activatedNanos());
        if (tail) {
            out.field("tail", true);
        }
        out.beginList("groups");
        for (SensorGroup group : surrogate.ban().groups()) {
            out.beginObject()
                    .field("name", group.name())
                    .field("frequencyHz", group.frequency().toString())
                    .field("hertz", group.frequency().hertz())
                    .field("serviceClass", group.serviceClass().token())
                    .field("latencyBoundMillis", group.latencyBound().toMillis());
            group.lateAs().ifPresent(late -> out.field("lateAs", late));
            group.events()
                    .ifPresent(events -> out.beginObject("events")
                            .field("textBytes", events.textBytes())
                            .endObject());
            out.beginList("channels");
            group.channels().forEach(channel -> channel(out, channel));
            out.endList().endObject();
        }
        return out.endList().endObject().toString();
    }

    private static void channel(JsonWriter out, Channel channel) {
        out.beginObject()
                .field("label", channel.label())
                .field("unit", channel.unit())
                .field("digitalMin", channel.digitalMin())
                .field("digitalMax", channel.digitalMax())
                .field("physicalMin", channel.physicalMin())
                .field("physicalMax", channel.physicalMax())
                .endObject();
    }

    /** Sensor sets: digital values, all of the first channel, then all of the second, and so on. */
    static String data(SensorData data) {
        return samples(data, data(data, new JsonWriter()).field("receivedNanos", data.receivedNanos()));
    }

    /** The same, read back from the store, which does not tell when they came. */
    static String stored(SensorData data) {
        return samples(data, data(data, new JsonWriter()));
    }

    private static JsonWriter data(SensorData data, JsonWriter out) {
        return out.beginObject()
                .field("group", data.header().group())
                .field("sequence", data.header().sequence())
                .field("originNanos", data.header().originNanos())
                .field("firstUnit", data.header().firstUnit())
                .field("units", data.unitCount())
                .field("firstNanos", data.instantNanos(0));
    }

    private static String samples(SensorData data, JsonWriter out) {
        out.beginList("samples");
        for (int channel = 0; channel < data.group().channels().size(); channel++) {
            for (int unit = 0; unit < data.unitCount(); unit++) {
                out.element(data.sample(unit, channel));
            }
        }
        out.endList();
        if (data.group().events().isPresent()) {
            events(data, out);
        }
        return out.endObject().toString();
    }

    /** What events have beside their samples: instants and texts, in the order of the units. */
    private static void events(SensorData data, JsonWriter out) {
        out.beginList("instants");
        for (int unit = 0; unit < data.unitCount(); unit++) {
            out.element(data.instantNanos(unit));
        }
        out.endList().beginList("texts");
        for (int unit = 0; unit < data.unitCount(); unit++) {
            out.element(data.text(unit));
        }
        out.endList();
    }

    /** Sensor sets that the MBU gave up. */
    static String gap(SurrogateDescription surrogate, Gap gap) {
        SensorGroup group = surrogate.ban().groups().get(gap.group());
        return new JsonWriter()
                .beginObject()
                .field("group", gap.group())
                .field("sequence", gap.sequence())
                .field("sequenceCount", gap.sequenceCount())
                .field("originNanos", gap.originNanos())
                .field("firstUnit", gap.firstUnit())
                .field("units", gap.unitCount())
                .field("firstNanos", group.frequency().instantNanos(gap.originNanos(), gap.firstUnit()))
                .field(
                        "reason",
                        gap.reason().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
                .endObject()
                .toString();
    }

    /** What the surrogate says, and when by the host's clock. */
    static String told(long atNanos, String text) {
        return new JsonWriter()
                .beginObject()
                .field("atNanos", atNanos)
                .field("text", text)
                .endObject()
                .toString();
    }

    /** What this viewer lost because it was slow. */
    static String missed(long packets, long units) {
        return new JsonWriter()
                .beginObject()
                .field("packets", packets)
                .field("units", units)
                .endObject()
                .toString();
    }
}
