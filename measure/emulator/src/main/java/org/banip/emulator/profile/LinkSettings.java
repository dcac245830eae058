package org.banip.emulator.profile;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One link between the mobile and the fixed host.
 *
 * @param name its name in results: letters, digits, {@code . _ -}
 * @param mtu the largest IP packet
 * @param congestionControl TCP's congestion control at both ends, for example {@code reno} or {@code cubic}
 * @param up from the mobile host
 * @param down to the mobile host
 * @param schedule changes over time
 */
public record LinkSettings(
        String name,
        int mtu,
        String congestionControl,
        DirectionSettings up,
        DirectionSettings down,
        List<TimedChange> schedule) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    /** IPv4 needs 68 (RFC 791); a queue must have room for one packet. */
    private static final int MIN_MTU = 68;

    private static final int MAX_MTU = 65_535;

    /** Checks each against its range. */
    public LinkSettings {
        named("link", name);
        named("congestionControl", congestionControl);
        Limits.count("mtu", mtu, MIN_MTU, MAX_MTU);
        Limits.count("up.queueBytes", up.queueBytes(), mtu, Integer.MAX_VALUE);
        Limits.count("down.queueBytes", down.queueBytes(), mtu, Integer.MAX_VALUE);
        schedule = List.copyOf(schedule);
    }

    /** A link whose conditions stay as they are. */
    public LinkSettings(String name, int mtu, String congestionControl, DirectionSettings up, DirectionSettings down) {
        this(name, mtu, congestionControl, up, down, List.of());
    }

    private static void named(String field, String value) {
        if (!NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    field + " is '" + value + "', allowed are 1 to 40 letters, digits, dots, _ and -");
        }
    }

    /** One of the directions. */
    public DirectionSettings direction(Way way) {
        return way == Way.UP ? up : down;
    }

    /** The same with one direction replaced. */
    public LinkSettings with(Way way, DirectionSettings settings) {
        return way == Way.UP
                ? new LinkSettings(name, mtu, congestionControl, settings, down, schedule)
                : new LinkSettings(name, mtu, congestionControl, up, settings, schedule);
    }

    /** The same with another congestion control. */
    public LinkSettings withCongestionControl(String algorithm) {
        return new LinkSettings(name, mtu, algorithm, up, down, schedule);
    }

    /** The same with a queue of this many bytes in front of the uplink. */
    public LinkSettings withUplinkQueue(int bytes) {
        return with(Way.UP, up.toBuilder().queueBytes(bytes).build());
    }

    /** The same with another schedule. */
    public LinkSettings withSchedule(List<TimedChange> changes) {
        return new LinkSettings(name, mtu, congestionControl, up, down, changes);
    }
}
