package org.banip.app.command;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.settings.LookupAddress;

/** What {@code banip services} prints. */
record ServicesReport(KnownServices known) {
    private static final int LONGEST_TEXT = 200;

    /** Lines for people. Names come from hosts and from anybody who can register, so they are quoted. */
    List<String> toLines() {
        List<String> lines = new ArrayList<>();
        known.surrogates().forEach(surrogate -> add(surrogate, lines));
        if (!known.ended().isEmpty()) {
            lines.add("ended, and what is stored can still be subscribed to:");
            known.ended().forEach(surrogate -> add(surrogate, lines));
        }
        if (!known.hosts().isEmpty()) {
            lines.add("hosts that brokers find:");
            known.hosts().forEach(host -> lines.add(shown(host.name()) + "  at " + shown(host.url())));
        }
        return lines;
    }

    /** Which lookup services are missing in the lists. */
    List<String> missing() {
        return known.unanswered().entrySet().stream()
                .map(away -> "what jini://" + away.getKey() + "/ knows is missing: "
                        + Quoted.line(away.getValue(), LONGEST_TEXT))
                .toList();
    }

    /** That there is no active surrogate, if so. */
    Optional<String> none() {
        List<LookupAddress> answered = known.asked().stream()
                .filter(at -> !known.unanswered().containsKey(at))
                .toList();
        return known.surrogates().isEmpty()
                ? Optional.of(inWords(answered) + (answered.size() == 1 ? " knows" : " know") + " no surrogate now")
                : Optional.empty();
    }

    private static String inWords(List<LookupAddress> lookups) {
        return lookups.stream().map(LookupAddress::toString).collect(Collectors.joining(", "));
    }

    private static void add(FoundSurrogate surrogate, List<String> lines) {
        lines.add(shown(surrogate.ban()) + "  on " + shown(surrogate.host()) + "  since "
                + since(surrogate).truncatedTo(ChronoUnit.SECONDS)
                + surrogate
                        .lease()
                        .map(lease -> "  lease " + Counted.seconds(lease))
                        .orElse(""));
        String type = surrogate.surrogateType();
        lines.add("    service " + surrogate.service() + ", session " + shown(surrogate.session())
                + (type.isEmpty() ? "" : ", type " + shown(type)));
        for (FoundSurrogate.SensorKind sensors : surrogate.sensors()) {
            lines.add("    " + shown(sensors.group()) + ": " + shown(String.join(", ", sensors.channels())) + " at "
                    + shown(sensors.frequencyHz()) + " Hz");
        }
    }

    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }

    private static Instant since(FoundSurrogate surrogate) {
        return Instant.EPOCH.plus(surrogate.activatedNanos(), ChronoUnit.NANOS);
    }

    /** For programs: one document. */
    String toJson() {
        JsonWriter out = new JsonWriter().beginObject().field("lookup", inWords(known.asked()));
        out.beginList("unanswered");
        known.unanswered()
                .forEach((at, why) -> out.beginObject()
                        .field("lookup", at.toString())
                        .field("problem", why)
                        .endObject());
        out.endList().beginList("surrogates");
        known.surrogates().forEach(surrogate -> add(surrogate, out));
        out.endList().beginList("ended");
        known.ended().forEach(surrogate -> add(surrogate, out));
        out.endList().beginList("hosts");
        for (FoundHost host : known.hosts()) {
            out.beginObject()
                    .field("name", host.name())
                    .field("url", host.url())
                    .endObject();
        }
        return out.endList().endObject().toString();
    }

    private static void add(FoundSurrogate surrogate, JsonWriter out) {
        out.beginObject()
                .field("service", surrogate.service())
                .field("ban", surrogate.ban())
                .field("host", surrogate.host())
                .field("session", surrogate.session())
                .field("type", surrogate.surrogateType())
                .field("activatedNanos", surrogate.activatedNanos());
        surrogate.lease().ifPresent(lease -> out.field("leaseMillis", lease.toMillis()));
        out.beginList("sensors");
        for (FoundSurrogate.SensorKind sensors : surrogate.sensors()) {
            out.beginObject()
                    .field("group", sensors.group())
                    .field("frequencyHz", sensors.frequencyHz())
                    .beginList("channels");
            sensors.channels().forEach(out::element);
            out.endList().endObject();
        }
        out.endList().endObject();
    }
}
