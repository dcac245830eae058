package org.banip.surrogate.settings;

import static org.banip.server.settings.SettingType.existingFile;
import static org.banip.server.settings.SettingType.existingFolder;
import static org.banip.server.settings.SettingType.largeNumber;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.secret;
import static org.banip.server.settings.SettingType.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.banip.core.ban.BanDescription;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.server.audit.AuditSettings;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.ListenSettings;
import org.banip.server.listen.Listening;
import org.banip.server.listen.ServerSettings;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.surrogate.store.StoreLocation;

/** All settings of a surrogate host, and the checked records they become. Immutable. */
public final class HostSettings extends ServerSettings {
    private static final LivenessSettings LIVENESS = LivenessSettings.DEFAULT;
    private static final HostLimits LIMITS = HostLimits.DEFAULT;
    private static final QuotaSettings QUOTAS = QuotaSettings.DEFAULT;
    private static final Duration DAY = Duration.ofDays(1);

    /** 20,000 connections, half of them from one address without a broker's token, heads of 8 KiB in 15 s, a minute between requests. */
    public static final ConnectionLimits CONNECTION_LIMITS =
            new ConnectionLimits(20_000, 10_000, 8192, Duration.ofSeconds(15), Duration.ofMinutes(1));

    private static final int DEFAULT_PORT = 8081;

    private static final ListenSettings LISTEN = new ListenSettings(
            Listening.loopback(CONNECTION_LIMITS, DEFAULT_PORT),
            "the host needs a broker token, and TLS or allow-plain",
            "idle-millis");

    /** See its help. */
    public static final Setting<Integer> THREADS = Setting.of(
                    "threads", number("", 6, 10_000), 16, "most HTTP threads, whatever the number of open requests")
            .standalone();

    static final Setting<String> STORE = Setting.of(
                    "store",
                    text(
                            "file or URL",
                            "the path of an SQLite file, or a JDBC URL without password",
                            value -> !value.toLowerCase(Locale.ROOT).contains("password=")),
                    "banip.db",
                    "where received data is stored; an SQLite file is created if it does not exist")
            .neededInContainer();
    static final Setting<String> STORE_USER =
            Setting.optional("store-user", text("name", "a user name", value -> true), "none", "user of the database");
    static final Setting<Secret> STORE_PASSWORD = Setting.optional(
            "store-password-file", secret(1, 4096), "none", "its first line is the password of the database");

    static final Setting<Path> SEAL_KEYS = Setting.optional(
            "seal-keys",
            existingFolder(),
            "none",
            "the private keys of the chain component seal, which 'banip seal-key' makes; looked at again for each session and reading");

    static final Setting<Path> DETECTORS = Setting.optional(
            "detectors",
            existingFile(),
            "none",
            "the JSON file of the detectors that watch the data of all BANs (docs/alerts.md); read again when it changes");

    static final Setting<Integer> BAN_DETECTORS = Setting.of(
            "ban-detectors",
            number("", 0, RegistrationRequest.MAX_DETECTORS),
            0,
            "how many of the detectors that a BAN declares at its registration are run for it (docs/alerts.md); they take memory, at most 2"
                    + " MiB each for each session, which counts in held-bytes");

    static final Setting<Secret> BROKER_TOKEN = Setting.optional(
            "broker-token-file",
            secret(AccessSettings.SHORTEST, AccessSettings.LONGEST),
            "local requests only",
            "its first line is the bearer token that every broker must show, a second line another one; read again when it changes");
    static final Setting<Secret> VIEWER_TOKEN = Setting.optional(
            "viewer-token-file",
            secret(AccessSettings.SHORTEST, AccessSettings.LONGEST),
            "local requests only",
            "its first line is the bearer token that every viewer must show, a second line another one; read again when it changes");

    static final Setting<Duration> KEEP_ALIVE = Setting.of(
            "keep-alive-millis",
            millis(Duration.ofMillis(10), DAY),
            LIVENESS.keepAlive(),
            "longest silence that either side of an interconnect allows itself");
    static final Setting<Integer> MISSED = Setting.of(
            "missed-keep-alives",
            number("", 1, 1000),
            LIVENESS.missedKeepAlives(),
            "keep-alives that may be missed before an interconnect is silent");
    static final Setting<Duration> GRACE = Setting.of(
            "grace-millis",
            millis(Duration.ZERO, DAY),
            LIVENESS.grace(),
            "how long a silent interconnect can be resumed before it expires");

    static final Setting<Duration> ACTIVATION = Setting.of(
            "activation-millis",
            millis(Duration.ofMillis(1), Duration.ofHours(1)),
            LIMITS.activation(),
            "how long a registration waits until its surrogate is created and active; then the MBU is told to try again"
                    + " (limit-reached). An MBU waits 15 s for an answer by default");

    /** See its help. */
    public static final Setting<Integer> REORDER_WINDOW = Setting.of(
            "reorder-window",
            number("packets", 1, 1 << 20),
            64,
            "how far ahead of the next expected packet a packet is accepted, per group");

    static final Setting<Integer> REORDER_BYTES = Setting.of(
            "reorder-bytes",
            number("bytes", ReorderLimits.LEAST_BYTES, ReorderWindow.MOST_BYTES),
            ReorderLimits.DEFAULT.bytes(),
            "the most that may wait for earlier packets of one session whose MBU wants a window in bytes and time, all its"
                    + " groups together");
    static final Setting<Duration> REORDER_TIME = Setting.of(
            "reorder-millis",
            millis(Duration.ofMillis(1), ReorderWindow.LONGEST),
            ReorderLimits.DEFAULT.time(),
            "the longest that such an MBU may make the host wait for one packet while later ones are there");

    static final Setting<Set<String>> PATH_NAMES = Setting.optional(
            "metrics-path-names",
            new SettingType<>("names", "", "names such as wifi, lte", PathNames::parse, PathNames::print),
            "none",
            "names of paths that /metrics may show; MBUs choose names, so all others are counted as other");

    static final Setting<Integer> INTERCONNECTS =
            limit("interconnects", 1_000_000, LIMITS.interconnects(), "active and silent interconnects in all");
    static final Setting<Integer> INTERCONNECTS_PER_IDENTITY = limit(
            "interconnects-per-identity",
            1_000_000,
            LIMITS.interconnectsPerIdentity(),
            "of these, of one identity; an MBU needs one, and one more for each new start within the grace time");
    static final Setting<Integer> GROUPS =
            limit("groups", BanDescription.MAX_GROUPS, LIMITS.groups(), "sensor groups of one BAN");
    static final Setting<Integer> DATA_REQUESTS = limit(
            "data-requests",
            1000,
            LIMITS.dataRequests(),
            "open data requests of one interconnect; a path has one or two. One without data for as long as makes an interconnect silent gives way");
    static final Setting<Integer> REVERSE_CHANNELS = limit(
            "reverse-channels",
            1000,
            LIMITS.reverseChannels(),
            "open reverse channels of one interconnect; beyond that the oldest of the same path ends, or else of all");
    static final Setting<Integer> WAITING_COMMANDS = limit(
            "waiting-commands",
            10_000,
            LIMITS.waitingCommands(),
            "commands of one interconnect that wait to be sent or for their result; a quarter of them may be of one person, three quarters of people");
    static final Setting<Integer> DOCUMENT_BYTES = Setting.of(
            "document-bytes",
            number("bytes", 1, Protocol.MAX_DOCUMENT),
            LIMITS.documentBytes(),
            "longest registration document");
    static final Setting<Integer> VIEWERS =
            limit("viewers", 10_000, LIMITS.viewers(), "live views over HTTP; and requests that wait for alerts");
    static final Setting<Long> HELD_BYTES = Setting.optional(
            "held-bytes",
            largeNumber("bytes", 1, Long.MAX_VALUE),
            "a quarter of the heap",
            "memory that all MBUs together may make the host hold: packets and gaps that wait for earlier ones, for a decoder or for room"
                    + " in the store (200 bytes and the payload of each), what decoders know of the signals, an incomplete frame above"
                    + " 64 KiB, the buffers of a group's decoders above 64 KiB, and the detectors that BANs declare (of those that find no"
                    + " room, the last ones are not run)");
    static final Setting<Long> HELD_BYTES_PER_IDENTITY = Setting.optional(
            "held-bytes-per-identity",
            largeNumber("bytes", 1, Long.MAX_VALUE),
            "a quarter of the above, at most 33,554,432",
            "of these, of one identity");

    static final Setting<Long> BYTES_PER_DAY = Setting.of(
            "bytes-per-day",
            largeNumber("bytes", 1, Long.MAX_VALUE),
            QUOTAS.bytesPerDay(),
            "request bodies of one identity in 24 hours, by a sliding window: in the worst case twice as much in any 24 hours");
    static final Setting<Long> SESSIONS_PER_DAY = Setting.of(
            "sessions-per-day",
            largeNumber("", 1, Long.MAX_VALUE),
            QUOTAS.sessionsPerDay(),
            "new sessions of one identity in any 24 hours; registering a session again is not counted");
    static final Setting<Long> SIGNAL_HOURS_PER_DAY = Setting.of(
            "signal-hours-per-day",
            largeNumber("h", 1, Duration.ofDays(100_000).toHours()),
            QUOTAS.signalPerDay().toHours(),
            "signal of one identity in any 24 hours, its interconnects together, by the frequencies that they declared;"
                    + " a BAN that is always connected brings 24. What the host decodes again to go on with a session"
                    + " counts, too");
    static final Setting<Long> MINIMUM_FREE_BYTES = Setting.of(
            "minimum-free-bytes",
            largeNumber("bytes", 0, Long.MAX_VALUE),
            QUOTAS.minimumFreeBytes(),
            "free space of the SQLite store's file system; below it the host takes no data and no new session; 0 is no bound");
    static final Setting<Long> REGISTRATION_FREE_BYTES = Setting.optional(
            "registration-free-bytes",
            largeNumber("bytes", 0, Long.MAX_VALUE),
            "twice minimum-free-bytes",
            "below this free space the host takes no new session, while those that are stored go on until minimum-free-bytes;"
                    + " 0 is no bound");
    static final Setting<Integer> SIGNAL_RATE = Setting.of(
            "signal-rate",
            number("", 0, QuotaSettings.MOST_RATE),
            QUOTAS.signalRate(),
            "how many times as fast as its frequencies say one session may bring its signal, over a minute; 0 is no bound. An"
                    + " MBU that was away brings what waits faster than it was sampled");

    private static final List<Setting<?>> OWN = List.of(
            THREADS,
            STORE,
            STORE_USER,
            STORE_PASSWORD,
            SEAL_KEYS,
            DETECTORS,
            BAN_DETECTORS,
            BROKER_TOKEN,
            BrokerCertificates.AUTHORITIES,
            BrokerCertificates.REVOKED,
            BrokerCertificates.NAMES,
            VIEWER_TOKEN,
            PeopleSettings.FILE,
            PeopleSettings.IDLE,
            PeopleSettings.HEALTH_PLAIN,
            KEEP_ALIVE,
            MISSED,
            GRACE,
            ACTIVATION,
            REORDER_WINDOW,
            REORDER_BYTES,
            REORDER_TIME,
            PATH_NAMES,
            INTERCONNECTS,
            INTERCONNECTS_PER_IDENTITY,
            GROUPS,
            DATA_REQUESTS,
            REVERSE_CHANNELS,
            WAITING_COMMANDS,
            DOCUMENT_BYTES,
            VIEWERS,
            HELD_BYTES,
            HELD_BYTES_PER_IDENTITY,
            BYTES_PER_DAY,
            SESSIONS_PER_DAY,
            SIGNAL_HOURS_PER_DAY,
            MINIMUM_FREE_BYTES,
            REGISTRATION_FREE_BYTES,
            SIGNAL_RATE);

    /** The settings, in the order of docs/configuration.md: the host's own, then those of the extensions on the class path. */
    public static final SettingTable TABLE = SettingTable.of("host", LISTEN.all(), withThoseOfExtensions());

    /** Settings that were read by {@link #TABLE}. */
    public HostSettings(Settings settings) {
        super(LISTEN, settings);
    }

    private static List<Setting<?>> withThoseOfExtensions() {
        List<Setting<?>> all = new ArrayList<>(OWN);
        all.addAll(JarSettings.ALL);
        all.addAll(AlertSettings.ALL);
        all.addAll(AuditSettings.all());
        all.addAll(SettingProvider.of(
                "host", ServiceLoader.load(SettingProvider.class, HostSettings.class.getClassLoader())));
        return all;
    }

    private static Setting<Integer> limit(String name, int max, int byDefault, String help) {
        return Setting.of(name, number("", 1, max), byDefault, help);
    }

    /** When interconnects fall silent and end. */
    public LivenessSettings liveness() {
        return new LivenessSettings(get(KEEP_ALIVE), get(MISSED), get(GRACE));
    }

    /** How much of one session may wait for earlier packets. */
    public ReorderLimits reorder() {
        return new ReorderLimits(get(REORDER_WINDOW), get(REORDER_BYTES), get(REORDER_TIME));
    }

    /** Names of paths that metrics may show. */
    public Set<String> pathNames() {
        return find(PATH_NAMES).orElse(Set.of());
    }

    /** How much one identity may bring. */
    public QuotaSettings quotas() {
        long minimumFree = get(MINIMUM_FREE_BYTES);
        return new QuotaSettings(
                get(BYTES_PER_DAY),
                get(SESSIONS_PER_DAY),
                Duration.ofHours(get(SIGNAL_HOURS_PER_DAY)),
                minimumFree,
                find(REGISTRATION_FREE_BYTES).orElse(Math.min(minimumFree, Long.MAX_VALUE / 2) * 2),
                get(SIGNAL_RATE));
    }

    /** The store, and who the host is to its database. */
    public StoreLocation store() {
        return new StoreLocation(
                get(STORE),
                find(STORE_USER).orElse(""),
                find(STORE_PASSWORD).map(Secret::value).orElse(""));
    }

    /** The folder of private keys of sealed chains. */
    public Optional<Path> sealKeys() {
        return find(SEAL_KEYS);
    }

    /** The file of the detectors. */
    public Optional<Path> detectors() {
        return find(DETECTORS);
    }

    /** How many of the detectors that a BAN declares are run. */
    public int banDetectors() {
        return get(BAN_DETECTORS);
    }

    /**
     * Which surrogate jars the host fetches; empty if it fetches none.
     *
     * @throws IllegalArgumentException if it should fetch some and an origin or the trust store is missing, or an origin is plain HTTP without
     *     permission
     */
    public Optional<SurrogateJarSettings> surrogateJars() {
        return JarSettings.of(settings());
    }

    /** Who is told of alerts. */
    public AlertSettings alerts() {
        return AlertSettings.of(settings());
    }

    /** Who may use the host. */
    public AccessSettings access() {
        return new AccessSettings(
                find(BROKER_TOKEN).map(Secret::value),
                find(VIEWER_TOKEN).map(Secret::value),
                find(BROKER_TOKEN).map(Secret::file),
                find(VIEWER_TOKEN).map(Secret::file),
                BrokerCertificates.of(settings()),
                trustedProxies());
    }

    /** Named viewers, if there are any. */
    public Optional<PeopleSettings> people() {
        return find(PeopleSettings.FILE)
                .map(file -> new PeopleSettings(
                        file, get(PeopleSettings.IDLE), listening().allowPlain()));
    }

    /** Bounds. */
    public HostLimits limits() {
        HostLimits.Builder limits = HostLimits.builder()
                .interconnects(get(INTERCONNECTS))
                .interconnectsPerIdentity(get(INTERCONNECTS_PER_IDENTITY))
                .groups(get(GROUPS))
                .dataRequests(get(DATA_REQUESTS))
                .reverseChannels(get(REVERSE_CHANNELS))
                .waitingCommands(get(WAITING_COMMANDS))
                .documentBytes(get(DOCUMENT_BYTES))
                .viewers(get(VIEWERS))
                .activation(get(ACTIVATION));
        find(HELD_BYTES).ifPresent(limits::heldBytes);
        find(HELD_BYTES_PER_IDENTITY).ifPresent(limits::heldBytesPerIdentity);
        return limits.build();
    }
}
