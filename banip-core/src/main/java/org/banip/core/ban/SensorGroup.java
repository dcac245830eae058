package org.banip.core.ban;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * Channels that are sampled together. A sensor set has one sample of each channel, in this order and without padding.
 *
 * @param name unique in the BAN; 1 to 32 characters from {@code a-z 0-9 . _ -}
 * @param frequency sampling frequency of all channels
 * @param serviceClass urgency
 * @param latencyBound maximum useful delay of a sensor set: whole milliseconds, 1 ms to one day
 * @param channels 1 to 512 channels
 * @param thinning how the group may be thinned; empty if it must not be
 * @param lateAs name of the group that the packets move to that waited for the end of an outage; empty if they stay
 * @param events what the group's units have beside their samples, if it is a group of events; empty if it is sampled. The frequency of a group of
 *     events is the most events a second that are to be expected
 */
public record SensorGroup(
        String name,
        Frequency frequency,
        ServiceClass serviceClass,
        Duration latencyBound,
        List<Channel> channels,
        Optional<Thinning> thinning,
        Optional<String> lateAs,
        Optional<EventUnits> events) {
    /** Maximum number of channels in a group. */
    public static final int MAX_CHANNELS = 512;

    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,32}");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SLOW_PERIODS = 10;
    private static final int MOST_ALARMS = 10;

    /** Checks every field and copies the list. */
    public SensorGroup {
        if (!NAME.matcher(name).matches()) {
            throw invalid("group name " + Quoted.of(name) + " must be 1 to 32 of a-z 0-9 . _ -");
        }
        if (latencyBound.isNegative() || latencyBound.isZero() || latencyBound.compareTo(DAY) > 0) {
            throw invalid("group " + name + ": latency bound " + latencyBound + " is outside 1 ms to a day");
        }
        if (!latencyBound.equals(Duration.ofMillis(latencyBound.toMillis()))) {
            throw invalid("group " + name + ": latency bound " + latencyBound + " is not whole milliseconds");
        }
        channels = Collections.unmodifiableList(new ArrayList<>(channels));
        if (channels.isEmpty() || channels.size() > MAX_CHANNELS) {
            throw invalid("group " + name + ": " + channels.size() + " channels, allowed are 1 to " + MAX_CHANNELS);
        }
        if (events.isPresent() && (thinning.isPresent() || lateAs.isPresent())) {
            throw invalid("group " + name + " has events, so it must have neither thinning nor lateAs");
        }
    }

    /** A group that must not be thinned, and whose packets stay in it. */
    public SensorGroup(
            String name,
            Frequency frequency,
            ServiceClass serviceClass,
            Duration latencyBound,
            List<Channel> channels) {
        this(
                name,
                frequency,
                serviceClass,
                latencyBound,
                channels,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The same group, which may be thinned in this way. */
    public SensorGroup thinned(Thinning how) {
        return new SensorGroup(name, frequency, serviceClass, latencyBound, channels, Optional.of(how), lateAs, events);
    }

    /** The same group, whose packets move to the group of this name after an outage. */
    public SensorGroup lateAs(String other) {
        return new SensorGroup(
                name, frequency, serviceClass, latencyBound, channels, thinning, Optional.of(other), events);
    }

    /** The same group as one of events, each with a text of at most this number of bytes, 0 to {@link EventUnits#MAX_TEXT}. */
    public SensorGroup withEvents(int textBytes) {
        return new SensorGroup(
                name,
                frequency,
                serviceClass,
                latencyBound,
                channels,
                thinning,
                lateAs,
                Optional.of(new EventUnits(textBytes)));
    }

    /**
     * A live group. Its latency bound is one second. If it is sampled less than once a second, the bound is ten sampling periods, at most one
     * day.
     */
    public static SensorGroup live(String name, Frequency frequency, List<Channel> channels) {
        return new SensorGroup(name, frequency, ServiceClass.LIVE, liveBound(frequency), channels);
    }

    private static Duration liveBound(Frequency frequency) {
        if (frequency.nanosOfUnit(1) <= SECOND.toNanos()) {
            return SECOND;
        }
        Duration periods = Duration.ofMillis(frequency.nanosOfUnit(SLOW_PERIODS) / 1_000_000);
        return periods.compareTo(DAY) < 0 ? periods : DAY;
    }

    /**
     * A group of events of class {@code alarm}, with a latency bound of one second. Ten events a second are to be expected at most.
     *
     * @param textBytes bytes of the longest text of an event, 0 to {@link EventUnits#MAX_TEXT}
     * @param channels the numbers that each event has
     */
    public static SensorGroup alarms(String name, int textBytes, List<Channel> channels) {
        Frequency most = Frequency.ofHz(MOST_ALARMS);
        return new SensorGroup(name, most, ServiceClass.ALARM, SECOND, channels).withEvents(textBytes);
    }

    /** Bytes of one sensor set, or of one event. */
    public int setBytes() {
        int bytes = events.map(EventUnits::bytes).orElse(0);
        for (Channel channel : channels) {
            bytes += channel.sampleBytes();
        }
        return bytes;
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}
