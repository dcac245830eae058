package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.UplinkContext;

/** What the status shows of a path. Any thread. */
public final class PathView {
    private final Link link;

    PathView(Link link) {
        this.link = link;
    }

    /** Name, role and price. */
    public PathSettings settings() {
        return link.path().settings();
    }

    /** Connections and bytes of sockets. */
    public UplinkContext.Traffic traffic() {
        return link.path().context().traffic();
    }

    /** Round trip, rate, and what was sent. */
    public PathMeter meter() {
        return link.meter();
    }

    /** Whether the host answers. */
    public boolean connected() {
        return link.contact().connected();
    }

    /** Whether it is a backup without a connection, because it is not needed. */
    public boolean standsBy() {
        return link.standBy().isStandingBy();
    }

    /** Whether its network is there. */
    public boolean networkThere() {
        return link.network().isThere();
    }

    /** How long the path lasts; empty if no end is in sight. */
    public Optional<Duration> timeLeft() {
        long nanos = link.nanosLeft();
        return nanos == PathForecast.NO_END ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    /** The last problem, until it is solved. */
    public Optional<String> problem() {
        return link.contact().problem();
    }

    /** Bytes of frames that were sent on the present connection and are not acknowledged. */
    public long bytesUnderWay() {
        return link.meter().bytesUnderWay();
    }

    /** How many the send window allows; empty if there is no connection or no limit. */
    public OptionalLong sendWindowBytes() {
        return link.meter().windowBytes();
    }
}
