package org.banip.mbu;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Networks;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;

/**
 * The part of an MBU's configuration that is about its ways to the broker: uplinks, paths, and what may be under way on them. One thread at a time.
 *
 * @param <B> the whole builder
 */
abstract class PathsBuilder<B> {
    final PathList paths = new PathList();
    final LinkTimes times = new LinkTimes();

    PathsBuilder() {}

    /** The whole builder. */
    abstract B self();

    /** The uplink's name: {@code per-request}, {@code persistent}, {@code chunked} or another installed one. Default: {@code chunked}. */
    public B uplink(String name) {
        return uplink(Uplinks.named(name));
    }

    /** The uplink. */
    public B uplink(UplinkFactory factory) {
        paths.uplink(factory);
        return self();
    }

    /**
     * Adds a path: one way to the broker of several (docs/paths.md). All paths carry the same session; packets that one of them loses go by another.
     * Without a path, the MBU has one, with the system's choice of the network. At most 16.
     *
     * @throws IllegalArgumentException if a path has that name, if there are 16, if there is no such uplink, or if its broker is no URL of one
     */
    public B path(PathSettings settings) {
        paths.add(settings, Optional.empty());
        return self();
    }

    /** Adds a path with an uplink of the app's own. The uplink's name in the settings is not used. */
    public B path(PathSettings settings, UplinkFactory factory) {
        paths.add(settings, Optional.of(factory));
        return self();
    }

    /**
     * How several paths share the work. Default: {@link PathPolicySettings#DEFAULT}.
     *
     * @throws IllegalArgumentException if there is no scheduler of a name
     */
    public B pathPolicy(PathPolicySettings settings) {
        paths.policy(settings);
        return self();
    }

    /**
     * A scheduler of the app's own, in place of those of {@link #pathPolicy}. It is asked about packets of all service classes. No other MBU may have the
     * same instance, which both would call at the same time.
     */
    public B pathScheduler(PathScheduler scheduler) {
        paths.scheduler(scheduler);
        return self();
    }

    /**
     * Tells which networks are there, for paths with a local address or an interface (docs/paths.md). Default: the MBU looks once a second ({@link
     * Networks#polled}).
     */
    public B networks(Networks known) {
        paths.networks(known);
        return self();
    }

    /**
     * How many bytes of a group may wait at the host for earlier ones, and for how long (docs/paths.md). The host may allow less. Default: 4 MiB and
     * 30 s if there are several paths, otherwise what the host has.
     *
     * @throws org.banip.core.error.BanipException if it is outside 1 byte to 1 GiB, or 1 ms to an hour
     */
    public B reorderWindow(int bytes, Duration time) {
        paths.reorder(new ReorderWindow(bytes, time));
        return self();
    }

    /** Foresees how long paths last, so that they are left in time (docs/paths.md). Default: no end is in sight. */
    public B forecast(PathForecast foresees) {
        paths.forecast(foresees);
        return self();
    }

    /** A path without settings for each uplink. For tests. */
    B uplinks(List<UplinkFactory> factories) {
        paths.uplinks(factories);
        return self();
    }

    /**
     * How much each link may have under way: what its path delivers in its own round trip and this time more, as measured. The rest waits in the spool,
     * where urgent packets overtake it. Default: {@link MobileBaseUnit#DEFAULT_SEND_WINDOW}. With {@link Duration#ZERO} there is no limit.
     *
     * @throws IllegalArgumentException if it is not zero and not from 10 ms to 60 s
     */
    public B sendWindow(Duration beyondRoundTrip) {
        times.sendWindow(beyondRoundTrip);
        return self();
    }

    /**
     * How long the host may let an acknowledgement wait for others, 0 to 10 s. Each costs the uplink of a slow link about 50 bytes, so on a slow link
     * 1 s saves up to a third of it. Packets of class {@code alarm} are acknowledged at once. Default: the shortest latency bound of the BAN's
     * groups, at most 1 s; all at once if the spool has room for less than 1,024 packets or 1 MiB.
     *
     * @throws IllegalArgumentException if it is outside 0 to 10 s
     */
    public B acknowledgeWithin(Duration most) {
        times.acknowledgeWithin(most);
        return self();
    }
}
