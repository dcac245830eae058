package org.banip.emulator.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;

/** Reads settings from JSON. */
final class ProfileReader {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MAX_TIMES = 1000;

    private final String profile;

    ProfileReader(String profile) {
        this.profile = profile;
    }

    LinkProfile profile(JsonObject json) {
        try {
            List<LinkSettings> links = new ArrayList<>();
            for (JsonObject link : json.objects("links")) {
                links.add(link(link));
            }
            return new LinkProfile(profile, json.optionalString("about").orElse(""), links);
        } catch (BanipException | IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "link profile " + profile + ": " + e.getMessage(), e);
        }
    }

    private static LinkSettings link(JsonObject json) {
        List<TimedChange> schedule = new ArrayList<>();
        if (json.has("schedule")) {
            json.objects("schedule").forEach(entry -> schedule.add(change(entry)));
        }
        if (json.has("repeat")) {
            repeat(schedule, json.object("repeat"));
        }
        return new LinkSettings(
                json.string("name"),
                (int) json.integer("mtu", 1, Integer.MAX_VALUE),
                json.string("congestionControl"),
                direction(json.object("up")),
                direction(json.object("down")),
                schedule);
    }

    /** Adds the changes that there are so far once more for each repetition. */
    private static void repeat(List<TimedChange> schedule, JsonObject json) {
        Duration every = millis(json, "everyMillis");
        int times = (int) json.integer("times", 1, MAX_TIMES);
        List<TimedChange> once = List.copyOf(schedule);
        for (int i = 1; i < times; i++) {
            Duration later = every.multipliedBy(i);
            once.forEach(timed -> schedule.add(new TimedChange(timed.at().plus(later), timed.ways(), timed.change())));
        }
    }

    private static DirectionSettings direction(JsonObject json) {
        DirectionSettings.Builder builder = DirectionSettings.builder().delay(millis(json, "delayMillis"));
        if (json.has("bytesPerSecond")) {
            builder.bytesPerSecond(json.number("bytesPerSecond"));
        }
        if (json.has("jitterMillis")) {
            builder.jitter(millis(json, "jitterMillis"));
        }
        if (json.has("loss")) {
            builder.loss(json.number("loss"));
        }
        if (json.has("queueBytes")) {
            builder.queueBytes((int) json.integer("queueBytes", 1, Integer.MAX_VALUE));
        }
        if (json.has("burst")) {
            JsonObject burst = json.object("burst");
            builder.burst(new BurstLoss(burst.number("enter"), burst.number("leave"), burst.number("loss")));
        }
        if (json.has("bearerWait")) {
            JsonObject wait = json.object("bearerWait");
            builder.bearerWait(new BearerWait(millis(wait, "minMillis"), millis(wait, "maxMillis")));
        }
        return builder.build();
    }

    private static TimedChange change(JsonObject json) {
        List<Change> changes = new ArrayList<>();
        if (json.has("bytesPerSecond")) {
            changes.add(new Change.Rate(json.number("bytesPerSecond")));
        }
        if (json.has("delayMillis")) {
            changes.add(new Change.Delay(millis(json, "delayMillis")));
        }
        if (json.has("loss")) {
            changes.add(new Change.Loss(json.number("loss")));
        }
        if (json.has("outage")) {
            changes.add(new Change.Outage(json.bool("outage")));
        }
        if (json.has("newAddress") && json.bool("newAddress")) {
            changes.add(new Change.Address());
        }
        if (changes.size() != 1) {
            throw new IllegalArgumentException("a schedule's entry has " + changes.size()
                    + " changes, must have one: bytesPerSecond, delayMillis, loss, outage, or newAddress");
        }
        return new TimedChange(millis(json, "atMillis"), ways(json.optionalString("way")), changes.get(0));
    }

    private static Set<Way> ways(Optional<String> token) {
        if (token.isEmpty()) {
            return Set.of(Way.values());
        }
        for (Way way : Way.values()) {
            if (way.token().equals(token.get())) {
                return Set.of(way);
            }
        }
        throw new IllegalArgumentException("way is '" + token.get() + "', allowed are up and down");
    }

    private static Duration millis(JsonObject json, String name) {
        return Duration.ofNanos(Math.round(json.number(name) * NANOS_PER_MILLI));
    }
}
