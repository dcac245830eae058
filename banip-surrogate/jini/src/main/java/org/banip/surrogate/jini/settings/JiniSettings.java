package org.banip.surrogate.jini.settings;

import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.port;
import static org.banip.server.settings.SettingType.secret;
import static org.banip.server.settings.SettingType.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.ReloadingSecrets;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;

/**
 * How a host's surrogates become Jini services.
 *
 * @param hostName what the attributes of a surrogate call the host
 * @param listen literal address that the surrogates and the lookup service listen on
 * @param lookupPort port of unicast discovery of the lookup service inside the host, 0 for a free one
 * @param locators lookup services elsewhere; empty for one inside the host
 * @param groups that the lookup service inside the host is a member of
 * @param multicast announces the lookup service inside the host by multicast
 * @param lease how long a registration lasts without renewal
 * @param endedSessions most surrogates that have ended and can still be subscribed to
 * @param endedFor how long one of them can be subscribed to
 * @param subscriptions most subscriptions of other JVMs at once
 * @param connections most accepted connections, on each listening socket
 * @param tls certificate and trust; empty for plain connections
 * @param allowPlain allows plain connections on more than loopback
 * @param commandTokenFile has what a caller must show to send commands to BANs, read again when it changes; empty: nobody may
 */
public record JiniSettings(
        String hostName,
        String listen,
        int lookupPort,
        List<LookupAddress> locators,
        List<String> groups,
        boolean multicast,
        Duration lease,
        int endedSessions,
        Duration endedFor,
        int subscriptions,
        int connections,
        Optional<JiniTlsFiles> tls,
        boolean allowPlain,
        Optional<Path> commandTokenFile) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9])?");
    /** For lookups, brokers, and calls besides subscriptions. */
    private static final int MORE_CONNECTIONS = 256;

    private static final int SHORTEST_TOKEN = 16;
    private static final int LONGEST_TOKEN = 512;

    /** Whether there is anything of Jini at all. */
    public static final Setting<Boolean> JINI =
            Setting.of("jini", flag(), false, "make each surrogate a Jini service, docs/surrogates.md");
    /** The host's name in attributes. */
    public static final Setting<String> HOST_NAME = Setting.of(
            "jini-host-name",
            text("name", "1 to 64 letters, digits, dots, hyphens and underscores", JiniSettings::isName),
            "banip",
            "what the attributes of a surrogate call this host");
    /** The address of all that listens. */
    public static final Setting<String> LISTEN = Setting.of(
            "jini-listen",
            text("address", "an IPv4 or IPv6 address of this machine", JiniSettings::isAddress),
            "127.0.0.1",
            "address that surrogates and lookup service listen on, and that other JVMs are told; more than loopback needs viewer-token-file, and"
                    + " TLS (jini-key-store) or jini-allow-plain");
    /** Where the lookup service inside the host answers. */
    public static final Setting<Integer> LOOKUP_PORT =
            Setting.of("jini-lookup-port", port(), 0, "port of the lookup service inside the host; 0 is any free port");
    /** The lookup services elsewhere; without them there is one inside the host. */
    public static final Setting<List<LookupAddress>> LOCATORS = Setting.optional(
            "jini-locators",
            LookupAddress.settingType(),
            "a lookup service inside the host",
            "register with these lookup services instead, which 'banip lookup' starts");
    /** Of the lookup service inside the host. */
    public static final Setting<String> GROUPS = Setting.of(
            "jini-groups",
            text("names", "names of groups, with commas between them", JiniSettings::areNames),
            "banip",
            "groups that the lookup service inside the host is a member of");
    /** Whether the lookup service inside the host is announced. */
    public static final Setting<Boolean> MULTICAST = Setting.of(
            "jini-multicast",
            flag(),
            false,
            "announce the lookup service inside the host by multicast, on the network of jini-listen");
    /** Of the registrations of surrogates and of the host. */
    public static final Setting<Duration> LEASE = Setting.of(
            "jini-lease-millis",
            millis(Duration.ofSeconds(1), Duration.ofHours(1)),
            Duration.ofSeconds(30),
            "how long a surrogate stays registered after its host has died");
    /** How many {@code EndedSession}s are kept. */
    public static final Setting<Integer> ENDED_SESSIONS = Setting.of(
            "jini-ended-sessions",
            number("", 0, 5000),
            500,
            "sessions that have ended and that a store in another process can still read; the oldest makes room");
    /** How long an {@code EndedSession} is kept. */
    public static final Setting<Duration> ENDED_FOR = Setting.of(
            "jini-ended-for-millis",
            millis(Duration.ofSeconds(1), Duration.ofDays(30)),
            Duration.ofDays(7),
            "how long it can read one that has ended; after a start of the host, for as long again one whose last data are not older");
    /** The bound of subscribers in other JVMs. */
    public static final Setting<Integer> SUBSCRIPTIONS = Setting.of(
            "jini-subscriptions",
            number("", 1, 50_000),
            1000,
            "subscriptions of other JVMs at once, one for each BAN that one of them follows; half of them from one client");
    /** The bound of each listening socket. */
    public static final Setting<Integer> CONNECTIONS = Setting.optional(
            "jini-connections",
            number("", 1, 100_000),
            MORE_CONNECTIONS + " more than jini-subscriptions",
            "connections that each listening socket of Jini accepts at once; a subscriber has one for each BAN that it follows");

    private static final TlsFileSettings TLS = TlsFileSettings.ofListener("jini-");
    /** What makes plain connections beyond loopback possible. */
    public static final Setting<Boolean> ALLOW_PLAIN = Setting.of(
            "jini-allow-plain",
            flag(),
            false,
            "allow plain connections on more than loopback, because something else protects the network");
    /** The right to send commands. */
    public static final Setting<Secret> COMMAND_TOKEN = Setting.optional(
            "jini-command-token-file",
            secret(SHORTEST_TOKEN, LONGEST_TOKEN),
            "nobody may",
            "its first line is the token that a caller over Jini must show to send commands to BANs, a second line another one; read again when it"
                    + " changes");

    /** All, in the order of docs/configuration.md. */
    static final List<Setting<?>> ALL = Stream.of(
                    List.of(
                            JINI,
                            HOST_NAME,
                            HostUrl.SETTING,
                            LISTEN,
                            LOOKUP_PORT,
                            LOCATORS,
                            GROUPS,
                            MULTICAST,
                            LEASE,
                            ENDED_SESSIONS,
                            ENDED_FOR,
                            SUBSCRIPTIONS,
                            CONNECTIONS),
                    TLS.all(),
                    List.<Setting<?>>of(ALLOW_PLAIN, COMMAND_TOKEN))
            .<Setting<?>>flatMap(List::stream)
            .toList();

    /** Copies the lists, and checks that there is something to announce. */
    public JiniSettings {
        if (multicast && !locators.isEmpty()) {
            throw new IllegalArgumentException("jini-multicast announces the lookup service inside the host, and with"
                    + " jini-locators there is none: start 'banip lookup' with --multicast instead");
        }
        locators = List.copyOf(locators);
        groups = List.copyOf(groups);
    }

    /**
     * What an operator set.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or if there is no lookup service to announce
     */
    public static JiniSettings of(Settings settings) {
        return new JiniSettings(
                settings.get(HOST_NAME),
                settings.get(LISTEN),
                settings.get(LOOKUP_PORT),
                settings.find(LOCATORS).orElse(List.of()),
                List.of(settings.get(GROUPS).split(",", -1)),
                settings.get(MULTICAST),
                settings.get(LEASE),
                settings.get(ENDED_SESSIONS),
                settings.get(ENDED_FOR),
                settings.get(SUBSCRIPTIONS),
                settings.find(CONNECTIONS).orElseGet(() -> settings.get(SUBSCRIPTIONS) + MORE_CONNECTIONS),
                TLS.read(settings),
                settings.get(ALLOW_PLAIN),
                settings.find(COMMAND_TOKEN).map(Secret::file));
    }

    /**
     * What a caller must show to send commands, as the file says now; empty: nobody may.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    public Optional<Supplier<List<String>>> commandTokens() {
        return commandTokenFile.map(file -> new ReloadingSecrets(file, SHORTEST_TOKEN, LONGEST_TOKEN));
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean areNames(String text) {
        return List.of(text.split(",", -1)).stream().allMatch(JiniSettings::isName);
    }

    static boolean isAddress(String text) {
        return !text.contains("[")
                && !text.contains("%")
                && AddressLiteral.read(text)
                        .filter(address -> !address.isAnyLocalAddress())
                        .isPresent();
    }

    /** Hides the token. */
    @Override
    public String toString() {
        return "JiniSettings[hostName=" + hostName + ", listen=" + listen + ", lookupPort=" + lookupPort + ", locators="
                + locators + ", groups=" + groups + ", multicast=" + multicast + ", lease=" + lease + ", tls="
                + tls.isPresent() + ", commandToken="
                + (commandTokenFile.isPresent() ? "set" : "none") + "]";
    }
}
