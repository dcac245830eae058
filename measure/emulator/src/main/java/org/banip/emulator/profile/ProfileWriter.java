package org.banip.emulator.profile;

import java.time.Duration;
import java.util.List;
import org.banip.core.json.JsonWriter;

/** Writes settings as JSON. */
final class ProfileWriter {
    private static final double NANOS_PER_MILLI = 1e6;

    private ProfileWriter() {}

    static void links(JsonWriter json, List<LinkSettings> links) {
        json.beginList("links");
        for (LinkSettings link : links) {
            json.beginObject()
                    .field("name", link.name())
                    .field("mtu", link.mtu())
                    .field("congestionControl", link.congestionControl());
            for (Way way : Way.values()) {
                json.beginObject(way.token());
                direction(json, link.direction(way));
                json.endObject();
            }
            schedule(json, link.schedule());
            json.endObject();
        }
        json.endList();
    }

    private static void direction(JsonWriter json, DirectionSettings settings) {
        if (!Double.isInfinite(settings.bytesPerSecond())) {
            json.field("bytesPerSecond", settings.bytesPerSecond());
        }
        json.field("delayMillis", millis(settings.delay()));
        json.field("jitterMillis", millis(settings.jitter()));
        json.field("loss", settings.loss());
        settings.burst()
                .ifPresent(burst -> json.beginObject("burst")
                        .field("enter", burst.enter())
                        .field("leave", burst.leave())
                        .field("loss", burst.loss())
                        .endObject());
        json.field("queueBytes", settings.queueBytes());
        settings.bearerWait()
                .ifPresent(wait -> json.beginObject("bearerWait")
                        .field("minMillis", millis(wait.min()))
                        .field("maxMillis", millis(wait.max()))
                        .endObject());
    }

    private static void schedule(JsonWriter json, List<TimedChange> schedule) {
        json.beginList("schedule");
        for (TimedChange timed : schedule) {
            json.beginObject().field("atMillis", millis(timed.at()));
            if (timed.ways().size() == 1) {
                json.field("way", timed.ways().iterator().next().token());
            }
            change(json, timed.change());
            json.endObject();
        }
        json.endList();
    }

    private static void change(JsonWriter json, Change change) {
        if (change instanceof Change.Rate rate) {
            json.field("bytesPerSecond", rate.bytesPerSecond());
        } else if (change instanceof Change.Delay delay) {
            json.field("delayMillis", millis(delay.delay()));
        } else if (change instanceof Change.Loss loss) {
            json.field("loss", loss.share());
        } else if (change instanceof Change.Outage outage) {
            json.field("outage", outage.out());
        } else {
            json.field("newAddress", true);
        }
    }

    private static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }
}
