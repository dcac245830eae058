package org.banip.measure.jini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.Child;

/** One kind of batches, with or without TLS: two fresh processes, and a window for each rate. One thread. */
final class FeedCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final List<String> FLAGS = List.of("-Xlog:disable", "-Xmx512m");
    private static final long MILLION = 1_000_000;

    private final FeedSettings settings;
    private final int batches;
    private final boolean tls;
    private final Path folder;
    private final Stop stop;

    FeedCase(FeedSettings settings, int batches, boolean tls, Path folder, Stop stop) {
        this.settings = settings;
        this.batches = batches;
        this.tls = tls;
        this.folder = folder;
        this.stop = stop;
    }

    /** Makes the windows: as fast as possible, at half of what that reached, and at a million sensor sets a second. */
    void run(Consumer<FeedRow> rows) throws IOException, InterruptedException {
        if (!tls) {
            run("", rows);
            return;
        }
        Path keys = FeedTls.make();
        try {
            run(keys.toString(), rows);
        } finally {
            FeedTls.remove(keys);
        }
    }

    /** Without TLS if there is no folder of keys. */
    private void run(String keys, Consumer<FeedRow> rows) throws IOException, InterruptedException {
        String name = FeedSettings.name(batches) + (tls ? "-tls" : "");
        Files.createDirectories(folder);
        try (Child source = child(SourceProcess.class, name + "-source")) {
            source.say(specification(keys).field("batches", batches).endObject().toString());
            JsonObject ready = source.await("ready", PATIENCE);
            try (Child sink = child(SinkProcess.class, name + "-sink")) {
                sink.say(specification(keys)
                        .field("port", ready.integer("port", 1, Integer.MAX_VALUE))
                        .field("object", ready.string("object"))
                        .field("session", ready.string("session"))
                        .endObject()
                        .toString());
                JsonObject unused = sink.await("subscribed", PATIENCE);
                measure(source, sink, rows);
                sink.say("end");
            }
            source.say("end");
        }
    }

    private Child child(Class<?> main, String log) throws IOException {
        return Child.start(ProcessBuilder::start, main, FLAGS, folder.resolve(log + ".log"));
    }

    private static JsonWriter specification(String keys) {
        return new JsonWriter().beginObject().field("keys", keys);
    }

    private void measure(Child source, Child sink, Consumer<FeedRow> rows) throws IOException, InterruptedException {
        FeedRow saturated = window(source, sink, FeedSender.SATURATED, settings.warmUp());
        rows.accept(saturated);
        long half = Math.max(1, Math.round(saturated.result().setsPerSecond() / 2));
        for (long rate : List.of(half, MILLION)) {
            if (!stop.requested()) {
                rows.accept(window(source, sink, rate, SETTLE));
            }
        }
    }

    private FeedRow window(Child source, Child sink, long rate, Duration before)
            throws IOException, InterruptedException {
        source.say("rate " + rate);
        pause(before);
        JsonObject from = count(source);
        sink.say("begin");
        pause(settings.window());
        sink.say("window");
        FeedResult result = FeedResult.of(sink.await("window", PATIENCE));
        JsonObject to = count(source);
        double events = Math.max(1, since(from, to, "events"));
        return new FeedRow(
                batches,
                tls,
                rate,
                result,
                events / Math.max(1, since(from, to, "calls")),
                since(from, to, "bytes") / (events * FeedSettings.UNITS),
                to.number("lateMillis"));
    }

    private void pause(Duration time) throws InterruptedException {
        boolean unused = stop.await(time);
    }

    private static JsonObject count(Child source) throws IOException, InterruptedException {
        source.say("count");
        return source.await("counted", PATIENCE);
    }

    private static long since(JsonObject from, JsonObject to, String name) {
        return to.integer(name, 0, Long.MAX_VALUE) - from.integer(name, 0, Long.MAX_VALUE);
    }
}
