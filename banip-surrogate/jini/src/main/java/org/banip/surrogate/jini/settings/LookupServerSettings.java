package org.banip.surrogate.jini.settings;

import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.text;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;

/**
 * A lookup service that runs alone, outside of a host.
 *
 * @param listen literal address that it listens on
 * @param port of unicast discovery, 0 for a free one
 * @param groups that it is a member of
 * @param multicast announces it by multicast
 * @param lease longest lease of a registration
 * @param services most services that may be registered
 * @param connections most accepted connections, on each of its two listening sockets
 * @param tls certificate and trust; empty for plain connections
 * @param allowPlain allows plain connections on more than loopback
 */
public record LookupServerSettings(
        String listen,
        int port,
        List<String> groups,
        boolean multicast,
        Duration lease,
        int services,
        int connections,
        Optional<JiniTlsFiles> tls,
        boolean allowPlain) {
    /** The registered port of Jini's discovery (Jini Discovery and Join Specification, section DJ.2.7). */
    public static final int JINI_PORT = 4160;

    private static final Setting<String> LISTEN = Setting.of(
            "listen",
            text("address", "an IPv4 or IPv6 address of this machine", JiniSettings::isAddress),
            "127.0.0.1",
            "address that it listens on, and that other JVMs are told; more than loopback needs TLS (key-store) or allow-plain");
    private static final Setting<Integer> PORT =
            Setting.of("port", SettingType.port(), JINI_PORT, "port of discovery; 0 is any free port");
    private static final Setting<String> GROUPS = Setting.of(
            "groups",
            text("names", "names of groups, with commas between them", JiniSettings::areNames),
            "banip",
            "groups that it is a member of");
    private static final Setting<Boolean> MULTICAST =
            Setting.of("multicast", flag(), false, "announce it by multicast, on the network of listen");
    private static final Setting<Duration> LEASE = Setting.of(
            "lease-millis",
            millis(Duration.ofSeconds(1), Duration.ofHours(1)),
            Duration.ofMinutes(1),
            "longest time that a service stays registered after its host has died");
    private static final Setting<Integer> SERVICES =
            Setting.of("services", number("", 1, 100_000), 10_000, "services that may be registered");
    private static final Setting<Integer> CONNECTIONS = Setting.of(
            "connections", number("", 1, 100_000), 256, "connections that each of its two ports accepts at once");
    private static final TlsFileSettings TLS = TlsFileSettings.ofListener("");
    private static final Setting<Boolean> ALLOW_PLAIN = Setting.of(
            "allow-plain",
            flag(),
            false,
            "allow plain connections on more than loopback, because something else protects the network");

    /** The settings, in the order of docs/configuration.md. */
    public static final SettingTable TABLE = SettingTable.of(
            "lookup",
            Stream.of(
                            List.of(LISTEN, PORT, GROUPS, MULTICAST, LEASE, SERVICES, CONNECTIONS),
                            TLS.all(),
                            List.<Setting<?>>of(ALLOW_PLAIN))
                    .<Setting<?>>flatMap(List::stream)
                    .toList());

    /** Copies the list. */
    public LookupServerSettings {
        groups = List.copyOf(groups);
    }

    /**
     * What an operator set.
     *
     * @throws IllegalArgumentException if a part of TLS is missing
     */
    public static LookupServerSettings of(Settings settings) {
        return new LookupServerSettings(
                settings.get(LISTEN),
                settings.get(PORT),
                List.of(settings.get(GROUPS).split(",", -1)),
                settings.get(MULTICAST),
                settings.get(LEASE),
                settings.get(SERVICES),
                settings.get(CONNECTIONS),
                TLS.read(settings),
                settings.get(ALLOW_PLAIN));
    }
}
