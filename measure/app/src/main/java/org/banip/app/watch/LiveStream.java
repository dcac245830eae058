package org.banip.app.watch;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.Channel;
import org.banip.core.ban.EventUnits;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.reduction.Reduction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and parses one surrogate's server-sent events on a thread of its own until the surrogate disappears. */
public final class LiveStream implements LiveEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);
    private static final int MOST_BITS = 32;
    private static final int LONGEST_REASON = 80;

    private final InputStream in;
    private final Duration patience;
    private final LiveListener listener;
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private volatile boolean waits;
    private volatile long waitsSinceNanos;
    /** Id of the last complete event; what the stream began with if no event had an id. */
    private volatile String lastId;

    private LiveStream(InputStream in, Duration patience, String lastId, LiveListener listener) {
        this.in = in;
        this.patience = patience;
        this.lastId = lastId;
        this.listener = listener;
    }

    /**
     * Begins to listen to a surrogate.
     *
     * @param lastId id of the last event before; empty to begin with live data; {@link LiveSource#TAIL}
     * @param wanted what of the data is wanted
     */
    public static LiveStream open(
            HostViewer viewer, UUID session, String lastId, Reduction wanted, LiveListener listener)
            throws InterruptedException {
        LiveStream stream = new LiveStream(viewer.live(session, lastId, wanted), viewer.patience(), lastId, listener);
        Thread thread = new Thread(stream::run, "banip-watch");
        thread.setDaemon(true);
        thread.start();
        return stream;
    }

    @Override
    public Optional<String> awaitEnd(Duration time) throws InterruptedException {
        if (waits && System.nanoTime() - waitsSinceNanos > patience.toNanos()) {
            end.completeExceptionally(new HostAwayException("nothing comes from the surrogate host"));
        }
        try {
            return Optional.of(end.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BanipException known) {
                throw known;
            }
            throw new IllegalStateException("the stream's thread failed", e.getCause());
        }
    }

    @Override
    public String lastId() {
        return lastId;
    }

    private void run() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new Waiting(), StandardCharsets.UTF_8))) {
            String event = "";
            String id = lastId;
            String line = lines.readLine();
            while (line != null && !end.isDone()) {
                if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("data: ")) {
                    take(event, line.substring("data: ".length()));
                    lastId = id;
                }
                line = lines.readLine();
            }
            end.completeExceptionally(new HostAwayException("the surrogate host ended the stream"));
        } catch (IOException e) {
            end.completeExceptionally(new HostAwayException("the connection to the surrogate host broke", e));
        } catch (RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private void take(String event, String data) {
        JsonObject json = JsonObject.parse(data);
        switch (event) {
            case "appeared" -> {
                listener.tail(json.has("tail"));
                listener.measures(
                        json.objects("groups").stream().map(LiveStream::group).toList());
            }
            case "live" -> listener.tail(false);
            case "data" -> {
                if (json.has("instants")) {
                    listener.happened(happened(json));
                    return;
                }
                listener.sampled(
                        (int) json.integer("group", 0, 63),
                        json.integer("originNanos", Long.MIN_VALUE, Long.MAX_VALUE),
                        json.integer("firstUnit", 0, Long.MAX_VALUE),
                        (int) json.integer("units", 1, Integer.MAX_VALUE),
                        json.integers("samples", Integer.MIN_VALUE, Integer.MAX_VALUE));
            }
            case "gap" -> gap(json);
            case "missed" -> listener.missing(json.integer("units", 0, Long.MAX_VALUE));
            case "silent" -> listener.heard(false);
            case "resumed" -> listener.heard(true);
            case "told" -> listener.told(LiveListener.line(json.string("text")));
            case "alert" -> listener.alerted(AlertNotice.parse(data));
            case "disappeared" -> disappeared(json.string("reason"));
            default -> {
                // an event of a newer host
            }
        }
    }

    /** When a group is retired, nothing is given up. */
    private void gap(JsonObject json) {
        int group = (int) json.integer("group", 0, 63);
        long originNanos = json.integer("originNanos", Long.MIN_VALUE, Long.MAX_VALUE);
        long firstUnit = json.integer("firstUnit", 0, Long.MAX_VALUE);
        if (json.optionalString("reason").filter("retired"::equals).isPresent()) {
            listener.retired(group, originNanos, firstUnit);
        } else {
            listener.givenUp(group, originNanos, firstUnit, json.integer("units", 0, Long.MAX_VALUE));
        }
    }

    private static Happened happened(JsonObject json) {
        return new Happened(
                (int) json.integer("group", 0, 63),
                LongStream.of(json.integers("instants", Long.MIN_VALUE, Long.MAX_VALUE))
                        .boxed()
                        .toList(),
                json.strings("texts"),
                LongStream.of(json.integers("samples", Integer.MIN_VALUE, Integer.MAX_VALUE))
                        .boxed()
                        .toList());
    }

    private void disappeared(String reason) {
        if (reason.equals(Disappearance.HOST_STOPPED.token())) {
            end.completeExceptionally(new HostAwayException("the surrogate host stopped"));
        } else {
            end.complete(Quoted.line(reason, LONGEST_REASON));
        }
    }

    private static SensorGroup group(JsonObject json) {
        List<Channel> channels = new ArrayList<>();
        for (JsonObject channel : json.objects("channels")) {
            channels.add(new Channel(
                    channel.string("label"),
                    channel.string("unit"),
                    MOST_BITS,
                    (int) channel.integer("digitalMin", Integer.MIN_VALUE, Integer.MAX_VALUE),
                    (int) channel.integer("digitalMax", Integer.MIN_VALUE, Integer.MAX_VALUE),
                    channel.number("physicalMin"),
                    channel.number("physicalMax")));
        }
        SensorGroup group = new SensorGroup(
                json.string("name"),
                Frequency.parseExact(json.string("frequencyHz")),
                serviceClass(json.string("serviceClass")),
                Duration.ofMillis(json.integer("latencyBoundMillis", 1, Long.MAX_VALUE)),
                channels);
        if (json.has("events")) {
            return group.withEvents((int) json.object("events").integer("textBytes", 0, EventUnits.MAX_TEXT));
        }
        return json.has("lateAs") ? group.lateAs(json.string("lateAs")) : group;
    }

    private static ServiceClass serviceClass(String text) {
        try {
            return ServiceClass.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "service class " + Quoted.of(text) + " is not known", e);
        }
    }

    /** When the host last sent data; it sends a comment every few seconds. */
    private final class Waiting extends FilterInputStream {
        Waiting() {
            super(LiveStream.this.in);
        }

        @Override
        public int read(byte[] bytes, int from, int most) throws IOException {
            waitsSinceNanos = System.nanoTime();
            waits = true;
            try {
                return super.read(bytes, from, most);
            } finally {
                waits = false;
            }
        }
    }

    @Override
    public void close() {
        end.complete("not watched any more");
        try {
            in.close();
        } catch (IOException e) {
            LOG.debug("the stream was broken already", e);
        }
    }
}
