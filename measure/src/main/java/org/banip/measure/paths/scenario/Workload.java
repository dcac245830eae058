package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Locale;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * What is sent.
 *
 * @param kind of load
 * @param bytes of a transfer, or in all
 * @param time for which a steady load lasts; zero for a transfer, which ends as soon as it can
 */
public record Workload(Kind kind, long bytes, Duration time) {
    /** The seven signals together, 740,680 bit/s (True and Armitage, 2015). */
    private static final long SIGNALS_BYTES_PER_SECOND = 92_585;
    /** One live signal of 2 Mbit/s. */
    private static final long STREAM_BYTES_PER_SECOND = 250_000;
    /** A live signal of 1,000 B/s and an alarm of 50 bytes each second. */
    private static final long ALARMS_BYTES_PER_SECOND = 1050;

    /** A kind of load. */
    public enum Kind {
        /** One signal as fast as the paths take it. */
        BULK,
        /** Seven signals of a telemetry gateway. */
        SIGNALS,
        /** One live signal, as fast as a video. */
        STREAM,
        /** A live signal and an alarm each second. */
        ALARMS
    }

    /** A transfer. */
    public static Workload bulk(long bytes) {
        return new Workload(Kind.BULK, bytes, Duration.ZERO);
    }

    /** The seven signals. */
    public static Workload signals(Duration time) {
        return new Workload(Kind.SIGNALS, SIGNALS_BYTES_PER_SECOND * time.toSeconds(), time);
    }

    /** One live signal. */
    public static Workload stream(Duration time) {
        return new Workload(Kind.STREAM, STREAM_BYTES_PER_SECOND * time.toSeconds(), time);
    }

    /** A live signal and alarms. */
    public static Workload alarms(Duration time) {
        return new Workload(Kind.ALARMS, ALARMS_BYTES_PER_SECOND * time.toSeconds(), time);
    }

    /** Whether it has a rate of its own. */
    public boolean steady() {
        return kind != Kind.BULK;
    }

    /** Reads what {@link #writeTo} wrote. */
    public static Workload read(JsonObject json) {
        return new Workload(
                Kind.valueOf(json.string("kind").toUpperCase(Locale.ROOT)),
                json.integer("bytes", 1, Long.MAX_VALUE),
                Duration.ofMillis(json.integer("millis", 0, Integer.MAX_VALUE)));
    }

    /** Writes it as fields of an object. */
    public void writeTo(JsonWriter json) {
        json.field("kind", kind.name().toLowerCase(Locale.ROOT))
                .field("bytes", bytes)
                .field("millis", time.toMillis());
    }
}
