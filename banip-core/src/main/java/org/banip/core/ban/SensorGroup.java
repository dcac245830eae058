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
 */
public record SensorGroup(
        String name,
        Frequency frequency,
        ServiceClass serviceClass,
        Duration latencyBound,
        List<Channel> channels,
        Optional<Thinning> thinning,
        Optional<String> lateAs) {
    /** Maximum number of channels in a group. */
    public static final int MAX_CHANNELS = 512;

    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,32}");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SLOW_PERIODS = 10;

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
    }

    /** A group that must not be thinned, and whose packets stay in it. */
    public SensorGroup(
            String name,
            Frequency frequency,
            ServiceClass serviceClass,
            Duration latencyBound,
            List<Channel> channels) {
        this(name, frequency, serviceClass, latencyBound, channels, Optional.empty(), Optional.empty());
    }

    /** The same group, which may be thinned in this way. */
    public SensorGroup thinned(Thinning how) {
        return new SensorGroup(name, frequency, serviceClass, latencyBound, channels, Optional.of(how), lateAs);
    }

    /** The same group, whose packets move to the group of this name after an outage. */
    public SensorGroup lateAs(String other) {
        return new SensorGroup(name, frequency, serviceClass, latencyBound, channels, thinning, Optional.of(other));
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

    /** Bytes of one sensor set. */
    public int setBytes() {
        int bytes = 0;
        for (Channel channel : channels) {
            bytes += channel.sampleBytes();
        }
        return bytes;
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}
