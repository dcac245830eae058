package org.banip.mbu;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.text.Utf8;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.send.SendPathSetup;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spi.MbuListener;
import org.banip.mbu.spi.Networks;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.uplink.Uplinks;
import org.jspecify.annotations.Nullable;

/**
 * Takes the configuration of an MBU, checks it, and starts the MBU. A broker, a BAN id and at least one sensor or input are required. One thread
 * at a time. A builder makes one MBU.
 */
public final class MobileBaseUnitBuilder {
    private final GroupSettings groups = new GroupSettings();
    private final LinkTimes times = new LinkTimes();

    private @Nullable URI broker;
    private @Nullable String banId;
    private Credentials credentials = Credentials.none();
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;
    private String chain = MobileBaseUnit.DEFAULT_CHAIN;
    private Transcoders transcoders = Transcoders.installed();
    private final PathList paths = new PathList();
    private SpoolLog.Factory spoolLog = MemorySpool::new;
    private HttpSettings http = HttpSettings.DEFAULT;
    private SpoolSettings spool = SpoolSettings.DEFAULT;
    private SendPolicySettings policy = SendPolicySettings.DEFAULT;
    private ReconnectSettings reconnect = ReconnectSettings.DEFAULT;
    private double speed = 1;
    private OptionalLong originNanos = OptionalLong.empty();
    private SteadyClock clock = SteadyClock.system();
    private Random random = new Random();
    private UUID session = UUID.randomUUID();
    private @Nullable MbuListener listener;
    private @Nullable CommandHandler commands;
    private boolean deregister = true;
    private boolean plainAllowed;
    private Duration startTimeout = Duration.ofSeconds(30);
    private Duration closeTimeout = Duration.ofSeconds(10);

    MobileBaseUnitBuilder() {}

    /** The broker's base URL, {@code http} or {@code https}. If it does not end with {@code /}, that is added. */
    public MobileBaseUnitBuilder broker(URI base) {
        broker = BrokerUrl.normalized(base);
        return this;
    }

    /** Allows {@code http} to another machine, because something else protects the network. Without this call it is refused. */
    public MobileBaseUnitBuilder allowPlain() {
        plainAllowed = true;
        return this;
    }

    /** The credentials that the MBU shows to the broker. Default: none. */
    public MobileBaseUnitBuilder credentials(Credentials who) {
        credentials = who;
        return this;
    }

    /** The BAN's name in the back-end: a pseudonym of 1 to 64 characters from {@code A-Z a-z 0-9 . _ -}. */
    public MobileBaseUnitBuilder ban(String id) {
        banId = id;
        return this;
    }

    /** A sensor that the MBU reads, and closes at the end. When there is no room, the sensor waits. */
    public MobileBaseUnitBuilder sensor(Sensor sensor) {
        groups.add(sensor.group(), sensor, FullPolicy.WAIT);
        return this;
    }

    /** A group whose sensor sets the app offers through {@link MobileBaseUnit#input}. When there is no room, they are dropped. */
    public MobileBaseUnitBuilder input(SensorGroup group) {
        groups.add(group, null, FullPolicy.DROP_NEWEST);
        return this;
    }

    /** The policy for the case that there is no room for a group's sensor sets. */
    public MobileBaseUnitBuilder fullPolicy(String groupName, FullPolicy policy) {
        groups.fullPolicy(groupName, policy);
        return this;
    }

    /**
     * Allows the MBU to give up old packets of a group when the link does not carry everything. While the spool is above its watermark ({@link
     * SpoolSettings#thinAbove}), the MBU gives up packets that were never sent and are older than the group's latency bound, and declares them as
     * gaps ({@code THINNED}). Without this call nothing of a group is given up while there is room. Not for groups of class {@code alarm}. To keep the
     * signal at a lower rate instead, see {@link #lowerRate}.
     */
    public MobileBaseUnitBuilder thinning(String groupName) {
        groups.thinning(groupName);
        return this;
    }

    /**
     * Allows the MBU to send a group at a lower rate while packets wait longer than their latency bound, because the link does not carry everything
     * ({@link SendPolicySettings}). The BAN description then has one more group, named after this one with {@code -reduced} at the end, which has the
     * signal meanwhile; this group has gaps ({@code THINNED}). Not for groups of class {@code alarm}.
     *
     * @param groupName the group
     * @param lowest the lowest acceptable rate, by which the group's frequency can be divided, 2 to 100 times
     * @param kind how its samples are made
     * @param priority 0 to 9; of two groups of one service class the one with the lower number is thinned first
     */
    public MobileBaseUnitBuilder lowerRate(String groupName, Frequency lowest, Thinning.Kind kind, int priority) {
        groups.lowerRate(groupName, lowest, kind, priority);
        return this;
    }

    /**
     * After an outage, sends the newest packets of a live group first. The BAN description then has one more group of class {@code bulk}, named after
     * this one with {@code -late} at the end. The packets that waited move there and fill in behind; this group has gaps ({@code THINNED}) in their
     * place, which exports and viewers fill. For groups of class {@code live} only. Name all of them, also those of a lower rate: the backlog of a live
     * group that is not named goes before the present.
     */
    public MobileBaseUnitBuilder newestFirst(String groupName) {
        groups.newestFirst(groupName);
        return this;
    }

    /**
     * Accepts samples of a group that are outside the digital range of their channel and fit its width. Such values may have a meaning of their
     * own, for example "electrode off". Without this call an input ({@link MobileBaseUnit#input}) refuses them.
     */
    public MobileBaseUnitBuilder allowOutOfRange(String groupName) {
        groups.allowOutOfRange(groupName);
        return this;
    }

    /**
     * The transcoding chain of all groups that have no chain of their own. Default: {@link MobileBaseUnit#DEFAULT_CHAIN}, and {@link
     * MobileBaseUnit#DEFAULT_SLOW_CHAIN} for slow groups.
     */
    public MobileBaseUnitBuilder chain(String text) {
        chain = text;
        return this;
    }

    /** The transcoding chain of one group. */
    public MobileBaseUnitBuilder chain(String groupName, String text) {
        groups.chain(groupName, text);
        return this;
    }

    /** The transcoders that chain texts may name. Default: all installed ones. */
    public MobileBaseUnitBuilder transcoders(Transcoders known) {
        transcoders = known;
        return this;
    }

    /** The uplink's name: {@code per-request}, {@code persistent}, {@code chunked} or another installed one. Default: {@code chunked}. */
    public MobileBaseUnitBuilder uplink(String name) {
        return uplink(Uplinks.named(name));
    }

    /** The uplink. */
    public MobileBaseUnitBuilder uplink(UplinkFactory factory) {
        paths.uplink(factory);
        return this;
    }

    /**
     * Adds a path: one way to the broker of several (docs/paths.md). All paths carry the same session; packets that one of them loses go by another.
     * Without a path, the MBU has one, with the system's choice of the network. At most 16.
     *
     * @throws IllegalArgumentException if a path has that name, if there are 16, or if there is no such uplink
     */
    public MobileBaseUnitBuilder path(PathSettings settings) {
        paths.add(settings, Optional.empty());
        return this;
    }

    /** Adds a path with an uplink of the app's own. The uplink's name in the settings is not used. */
    public MobileBaseUnitBuilder path(PathSettings settings, UplinkFactory factory) {
        paths.add(settings, Optional.of(factory));
        return this;
    }

    /**
     * How several paths share the work. Default: {@link PathPolicySettings#DEFAULT}.
     *
     * @throws IllegalArgumentException if there is no scheduler of a name
     */
    public MobileBaseUnitBuilder pathPolicy(PathPolicySettings settings) {
        paths.policy(settings);
        return this;
    }

    /** A scheduler of the app's own, for all service classes; it goes before those of {@link #pathPolicy}. */
    public MobileBaseUnitBuilder pathScheduler(PathScheduler scheduler) {
        paths.scheduler(scheduler);
        return this;
    }

    /**
     * Tells which networks are there, for paths with a local address or an interface (docs/paths.md). Default: the MBU looks once a second ({@link
     * Networks#polled}).
     */
    public MobileBaseUnitBuilder networks(Networks known) {
        paths.networks(known);
        return this;
    }

    /**
     * How many bytes of a group may wait at the host for earlier ones, and for how long (docs/paths.md). The host may allow less. Default: 4 MiB and
     * 30 s if there are several paths, otherwise what the host has.
     *
     * @throws BanipException if it is outside 1 byte to 1 GiB, or 1 ms to an hour
     */
    public MobileBaseUnitBuilder reorderWindow(int bytes, Duration time) {
        paths.reorder(new ReorderWindow(bytes, time));
        return this;
    }

    /** Foresees how long paths last, so that they are left in time (docs/paths.md). Default: no end is in sight. */
    public MobileBaseUnitBuilder forecast(PathForecast foresees) {
        paths.forecast(foresees);
        return this;
    }

    /** A path without settings for each uplink. For tests. */
    MobileBaseUnitBuilder uplinks(List<UplinkFactory> factories) {
        paths.uplinks(factories);
        return this;
    }

    /** The implementation of the spool. Not for apps yet. */
    MobileBaseUnitBuilder spoolLog(SpoolLog.Factory factory) {
        spoolLog = factory;
        return this;
    }

    /** The settings of the send policy, which decides what goes first. */
    public MobileBaseUnitBuilder sendPolicy(SendPolicySettings settings) {
        policy = settings;
        return this;
    }

    /** The surrogate type. Default: {@code standard}. */
    public MobileBaseUnitBuilder surrogateType(String name) {
        surrogateType = name;
        return this;
    }

    /** The settings of sockets and HTTP. */
    public MobileBaseUnitBuilder http(HttpSettings settings) {
        http = settings;
        return this;
    }

    /** The bounds of the spool. */
    public MobileBaseUnitBuilder spool(SpoolSettings settings) {
        spool = settings;
        return this;
    }

    /** The waits between connection attempts. */
    public MobileBaseUnitBuilder reconnect(ReconnectSettings settings) {
        reconnect = settings;
        return this;
    }

    /** How many seconds of signal the MBU samples in one second. Default: 1. {@link MobileBaseUnit#UNPACED} is as fast as possible. */
    public MobileBaseUnitBuilder speed(double secondsPerSecond) {
        speed = secondsPerSecond;
        return this;
    }

    /** The instant of unit 0 of all sensors that the MBU reads. Default: the time of the start. */
    public MobileBaseUnitBuilder origin(Instant instant) {
        originNanos = OptionalLong.of(TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano());
        return this;
    }

    /** The clock of the whole MBU. */
    public MobileBaseUnitBuilder clock(SteadyClock steady) {
        clock = steady;
        return this;
    }

    /**
     * How much each link may have under way: what its path delivers in its own round trip and this time more, as measured. The rest waits in the spool,
     * where urgent packets overtake it. Default: {@link MobileBaseUnit#DEFAULT_SEND_WINDOW}. With {@link Duration#ZERO} there is no limit.
     *
     * @throws IllegalArgumentException if it is not zero and not from 10 ms to 60 s
     */
    public MobileBaseUnitBuilder sendWindow(Duration beyondRoundTrip) {
        times.sendWindow(beyondRoundTrip);
        return this;
    }

    /**
     * How long the host may let an acknowledgement wait for others, 0 to 10 s. Each costs the uplink of a slow link about 50 bytes, so on a slow link
     * 1 s saves up to a third of it. Packets of class {@code alarm} are acknowledged at once. Default: the shortest latency bound of the BAN's
     * groups, at most 1 s; all at once if the spool has room for less than 1,024 packets or 1 MiB.
     *
     * @throws IllegalArgumentException if it is outside 0 to 10 s
     */
    public MobileBaseUnitBuilder acknowledgeWithin(Duration most) {
        times.acknowledgeWithin(most);
        return this;
    }

    /** The source of randomness for waits. */
    public MobileBaseUnitBuilder random(Random source) {
        random = source;
        return this;
    }

    /** The session's UUID. Default: a random one. */
    public MobileBaseUnitBuilder session(UUID id) {
        session = id;
        return this;
    }

    /** The listener that gets the events. */
    public MobileBaseUnitBuilder listener(MbuListener takes) {
        listener = takes;
        return this;
    }

    /** The handler that executes the host's commands. Without a handler they fail. */
    public MobileBaseUnitBuilder commands(CommandHandler handler) {
        commands = handler;
        return this;
    }

    /** Whether closing also ends the interconnect at the host. Default: it does. */
    public MobileBaseUnitBuilder deregisterOnClose(boolean yes) {
        deregister = yes;
        return this;
    }

    /** How long closing waits for acknowledgements. Default: 10 s. */
    public MobileBaseUnitBuilder closeTimeout(Duration timeout) {
        closeTimeout = timeout;
        return this;
    }

    /**
     * How long {@link #start} waits for the first registration. Default: 30 s. With {@link Duration#ZERO} it does not wait: for an MBU that
     * starts to sample where there may be no network yet.
     */
    public MobileBaseUnitBuilder startTimeout(Duration timeout) {
        startTimeout = timeout;
        return this;
    }

    /**
     * Checks the configuration and starts the MBU. The MBU samples at once and registers as soon as it reaches the broker. Then this method waits
     * for the registration ({@link #startTimeout}). If the thread is interrupted, the MBU ends, this method throws, and the thread stays
     * interrupted.
     *
     * @throws IllegalArgumentException or {@link BanipException} with the wrong setting and the allowed values
     * @throws BanipException with BAN, user and URL, if the registration failed; the MBU has then ended
     */
    public MobileBaseUnit start() {
        URI base = required("broker", broker);
        if (!plainAllowed) {
            BrokerUrl.requireProtected(base);
        }
        RegistrationRequest registration = registration();
        String threads = registration.ban().id();
        SendPathSetup setup = new SendPathSetup(
                registration,
                groups.sources(registration.ban()),
                registration.ban().groups().stream()
                        .map(group -> TranscodingChain.parse(registration.chainOf(group.name()), transcoders))
                        .collect(Collectors.toList()),
                transcoders,
                new SamplingSchedule(originNanos.orElse(clock.epochNanos()), speed),
                spool,
                policy,
                groups.thinned(),
                spoolLog,
                paths.setups(
                        () -> new UplinkContext(base, credentials, http, clock, new UplinkContext.Traffic(), threads)),
                paths.policy(),
                paths.schedulers(),
                clock,
                threads,
                reconnect,
                random,
                times.sendWindow(),
                Optional.ofNullable(commands),
                deregister,
                Optional.ofNullable(listener));
        MobileBaseUnit mbu = new MobileBaseUnit(
                registration.ban(), new RunningSendPath(setup), who(registration, base), closeTimeout);
        if (!startTimeout.isZero()) {
            mbu.awaitFirstRegistration(startTimeout);
        }
        return mbu;
    }

    /** The MBU's name in messages to people, without the password. */
    private String who(RegistrationRequest registration, URI base) {
        String user = credentials.user();
        return "BAN " + registration.ban().id() + (user.isEmpty() ? " without user" : " as user '" + user + "'")
                + " at " + base;
    }

    private RegistrationRequest registration() {
        String id = required("ban", banId);
        BanDescription ban = groups.describe(id);
        RegistrationRequest request = new RegistrationRequest(
                session,
                surrogateType,
                chain,
                groups.chains(ban, chain),
                ban,
                times.acknowledgeWithin(groups.added(), spool),
                paths.reorder());
        int length = Utf8.length(request.toJson());
        if (length > Protocol.MAX_DOCUMENT) {
            throw new BanipException(
                    ErrorCode.TOO_LONG,
                    "BAN " + id + ": registration of " + length + " bytes exceeds limit " + Protocol.MAX_DOCUMENT);
        }
        return request;
    }

    private static <T> T required(String what, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " must be given");
        }
        return value;
    }
}
