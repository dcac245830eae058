package org.banip.mbu.settings;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One way to the broker, for an MBU that has several: Wi-Fi, a mobile network, a second modem (docs/paths.md). Immutable.
 *
 * @param name in the status and in the log: 1 to 32 characters from {@code a-z 0-9 . _ -}
 * @param uplink the uplink's name; empty for that of the MBU
 * @param broker the base URL of the broker on this path, {@code http} or {@code https}; empty for that of the MBU
 * @param localAddress the local address of the path's connections, which selects the network; empty for that of the HTTP settings
 * @param networkInterface the name of the interface whose address is used, in place of a local address; empty for none
 * @param role whether the path is used all the time
 * @param pricePerMegabyte what a megabyte (10⁶ bytes) costs, in a currency of the app's; empty if bytes cost nothing
 * @param keepWarm after how long without a frame of the MBU a keep-alive goes, 50 ms to 1 minute, so that the network keeps the radio bearer; empty for
 *     the host's keep-alive interval
 * @param standBy whether a backup keeps a connection while it is idle; says nothing of a normal path
 */
public record PathSettings(
        String name,
        Optional<String> uplink,
        Optional<URI> broker,
        Optional<InetAddress> localAddress,
        Optional<String> networkInterface,
        Role role,
        OptionalDouble pricePerMegabyte,
        Optional<Duration> keepWarm,
        StandBy standBy) {
    private static final Duration LEAST_WARM = Duration.ofMillis(50);
    private static final Duration MOST_WARM = Duration.ofMinutes(1);
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,32}");
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    /** What a path is for. */
    public enum Role {
        /** Used all the time. */
        NORMAL,
        /** Used while no normal path is good. */
        BACKUP
    }

    /** What a backup does while a normal path is good. */
    public enum StandBy {
        /** It has no connection and sends nothing. It connects when the normal paths are in doubt. */
        COLD,
        /** It keeps its connection, so that it takes over without a handshake. */
        WARM
    }

    /** Checks names, price and time. */
    public PathSettings {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "path: name '" + name + "' must have 1 to 32 characters from a-z 0-9 . _ -");
        }
        if (networkInterface.isPresent()
                && (localAddress.isPresent()
                        || !INTERFACE.matcher(networkInterface.get()).matches())) {
            throw new IllegalArgumentException("path " + name + ": interface '" + networkInterface.get()
                    + "' must have 1 to 64 characters from A-Z a-z 0-9 . _ : - and excludes a local address");
        }
        if (pricePerMegabyte.isPresent()
                && !(pricePerMegabyte.getAsDouble() >= 0 && pricePerMegabyte.getAsDouble() < Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "path " + name + ": price " + pricePerMegabyte.getAsDouble() + " must be a number from 0 on");
        }
        if (keepWarm.isPresent()
                && (keepWarm.get().compareTo(LEAST_WARM) < 0 || keepWarm.get().compareTo(MOST_WARM) > 0)) {
            throw new IllegalArgumentException("path " + name + ": keep-warm after "
                    + keepWarm.get().toMillis() + " ms must be " + LEAST_WARM.toMillis() + " to " + MOST_WARM.toMillis()
                    + " ms");
        }
    }

    /** A normal path without a price that uses the MBU's uplink and broker, and the system's choice of the local address. */
    public static PathSettings named(String name) {
        return new PathSettings(
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Role.NORMAL,
                OptionalDouble.empty(),
                Optional.empty(),
                StandBy.WARM);
    }

    /** The same with an uplink of its own. */
    public PathSettings uplink(String kind) {
        return with(parts -> parts.uplink = Optional.of(kind));
    }

    /**
     * The same to a broker of its own. It must lead to the same surrogate host as that of the MBU (docs/paths.md). The MBU's builder checks the URL.
     */
    public PathSettings broker(URI base) {
        return with(parts -> parts.broker = Optional.of(base));
    }

    /** The same from a local address, in place of an interface. */
    public PathSettings localAddress(InetAddress address) {
        return with(parts -> {
            parts.localAddress = Optional.of(address);
            parts.networkInterface = Optional.empty();
        });
    }

    /** The same from the address that an interface has when a connection is made, for example {@code wlan0}, in place of a local address. */
    public PathSettings networkInterface(String interfaceName) {
        return with(parts -> {
            parts.localAddress = Optional.empty();
            parts.networkInterface = Optional.of(interfaceName);
        });
    }

    /** The same as a backup. */
    public PathSettings backup() {
        return with(parts -> parts.role = Role.BACKUP);
    }

    /** The same with a price for each megabyte. With 0 the path still counts as metered. */
    public PathSettings metered(double price) {
        return with(parts -> parts.pricePerMegabyte = OptionalDouble.of(price));
    }

    /** The same with keep-alives whenever the MBU has sent nothing for this time (docs/links.md, "Keep-warm"). */
    public PathSettings keepWarm(Duration after) {
        return with(parts -> parts.keepWarm = Optional.of(after));
    }

    /** The same, and says whether a backup keeps a connection while it is idle (docs/paths.md, "Backups that stand by"). */
    public PathSettings standBy(StandBy how) {
        return with(parts -> parts.standBy = how);
    }

    private PathSettings with(Consumer<Parts> change) {
        Parts parts = new Parts(this);
        change.accept(parts);
        return parts.together();
    }

    /** The parts of the settings while some of them change. */
    private static final class Parts {
        private final String name;
        private Optional<String> uplink;
        private Optional<URI> broker;
        private Optional<InetAddress> localAddress;
        private Optional<String> networkInterface;
        private Role role;
        private OptionalDouble pricePerMegabyte;
        private Optional<Duration> keepWarm;
        private StandBy standBy;

        Parts(PathSettings of) {
            name = of.name;
            uplink = of.uplink;
            broker = of.broker;
            localAddress = of.localAddress;
            networkInterface = of.networkInterface;
            role = of.role;
            pricePerMegabyte = of.pricePerMegabyte;
            keepWarm = of.keepWarm;
            standBy = of.standBy;
        }

        PathSettings together() {
            return new PathSettings(
                    name, uplink, broker, localAddress, networkInterface, role, pricePerMegabyte, keepWarm, standBy);
        }
    }

    /** How the path stands by; warm if it is no backup. */
    public StandBy standsBy() {
        return role == Role.BACKUP ? standBy : StandBy.WARM;
    }

    /** Whether bytes cost something. */
    public boolean isMetered() {
        return pricePerMegabyte.isPresent();
    }
}
