package org.banip.mbu;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Utf8;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.send.SendPathSetup;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spi.MbuListener;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.uplink.Uplinks;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an MBU is to be, checks it, and starts it. Broker, BAN id and one sensor or input at least must be given. One thread at a
 * time; makes one MBU.
 */
public final class MobileBaseUnitBuilder {
    private final List<SensorGroup> groups = new ArrayList<>();
    private final List<@Nullable Sensor> sensors = new ArrayList<>();
    private final Map<String, FullPolicy> policies = new LinkedHashMap<>();
    private final Map<String, String> groupChains = new LinkedHashMap<>();
    private final Set<String> outOfRange = new LinkedHashSet<>();
    private final Set<String> thinned = new LinkedHashSet<>();

    private @Nullable URI broker;
    private @Nullable String banId;
    private Credentials credentials = Credentials.none();
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;
    private String chain = MobileBaseUnit.DEFAULT_CHAIN;
    private Transcoders transcoders = Transcoders.installed();
    private List<UplinkFactory> uplinks = List.of(Uplinks.named(Uplinks.CHUNKED));
    private SpoolLog.Factory spoolLog = MemorySpool::new;
    private HttpSettings http = HttpSettings.DEFAULT;
    private SpoolSettings spool = SpoolSettings.DEFAULT;
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

    /** The broker's base URL, {@code http} or {@code https}; a {@code /} at its end is added if missing. */
    public MobileBaseUnitBuilder broker(URI base) {
        boolean http = "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
        boolean plain = base.getUserInfo() == null && base.getQuery() == null && base.getFragment() == null;
        if (!http || base.getHost() == null || !plain) {
            throw new IllegalArgumentException(
                    "broker '" + base + "' must be http://host/… or https://host/… without user, query or fragment");
        }
        try {
            String path = base.getPath().endsWith("/") ? base.getPath() : base.getPath() + "/";
            broker = new URI(base.getScheme(), null, base.getHost(), base.getPort(), path, null, null).normalize();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("broker '" + base + "': " + e.getMessage(), e);
        }
        return this;
    }

    /** Allows {@code http} beyond this machine, because something else protects the network; not allowed if not said. */
    public MobileBaseUnitBuilder allowPlain() {
        plainAllowed = true;
        return this;
    }

    /** Who the MBU is to the broker; nobody if not given. */
    public MobileBaseUnitBuilder credentials(Credentials who) {
        credentials = who;
        return this;
    }

    /** The BAN's name in the back-end: a pseudonym, 1 to 64 of {@code A-Z a-z 0-9 . _ -}. */
    public MobileBaseUnitBuilder ban(String id) {
        banId = id;
        return this;
    }

    /** A sensor that the MBU reads and, in the end, closes; when there is no room it waits. */
    public MobileBaseUnitBuilder sensor(Sensor sensor) {
        return add(sensor.group(), sensor, FullPolicy.WAIT);
    }

    /** A group whose sensor sets the app brings, through {@link MobileBaseUnit#input}; without room they are dropped. */
    public MobileBaseUnitBuilder input(SensorGroup group) {
        return add(group, null, FullPolicy.DROP_NEWEST);
    }

    private MobileBaseUnitBuilder add(SensorGroup group, @Nullable Sensor sensor, FullPolicy policy) {
        groups.add(group);
        sensors.add(sensor);
        policies.putIfAbsent(group.name(), policy);
        return this;
    }

    /** What happens when there is no room for a group's sensor sets. */
    public MobileBaseUnitBuilder fullPolicy(String groupName, FullPolicy policy) {
        policies.put(groupName, policy);
        return this;
    }

    /**
     * Allows that a group is thinned when the link does not carry everything: while the spool is above its watermark ({@link
     * SpoolSettings#thinAbove}), packets that were never sent and are older than the group's latency bound are given up, and declared to the host
     * as gaps ({@code THINNED}). Nothing is thinned if not said; groups of class {@code alarm} cannot be.
     */
    public MobileBaseUnitBuilder thinning(String groupName) {
        thinned.add(groupName);
        return this;
    }

    /**
     * Takes samples of a group that are outside the digital range of their channel and fit its width: values with a meaning of their own, such
     * as "electrode off". Otherwise an input ({@link MobileBaseUnit#input}) refuses them.
     */
    public MobileBaseUnitBuilder allowOutOfRange(String groupName) {
        outOfRange.add(groupName);
        return this;
    }

    /**
     * The transcoding chain of all groups that have none of their own; if not given, {@link MobileBaseUnit#DEFAULT_CHAIN}, and for slow
     * groups {@link MobileBaseUnit#DEFAULT_SLOW_CHAIN}.
     */
    public MobileBaseUnitBuilder chain(String text) {
        chain = text;
        return this;
    }

    /** The transcoding chain of one group. */
    public MobileBaseUnitBuilder chain(String groupName, String text) {
        groupChains.put(groupName, text);
        return this;
    }

    /** What chain texts are read with; all installed transcoders if not given. */
    public MobileBaseUnitBuilder transcoders(Transcoders known) {
        transcoders = known;
        return this;
    }

    /** The uplink by name: {@code per-request}, {@code persistent}, {@code chunked} or another that is installed; {@code chunked} if not given. */
    public MobileBaseUnitBuilder uplink(String name) {
        return uplink(Uplinks.named(name));
    }

    /** The uplink. */
    public MobileBaseUnitBuilder uplink(UplinkFactory factory) {
        uplinks = List.of(factory);
        return this;
    }

    /** Several links, which share the spool; not for apps yet. */
    MobileBaseUnitBuilder uplinks(List<UplinkFactory> factories) {
        uplinks = List.copyOf(factories);
        return this;
    }

    /** The spool; not for apps yet. */
    MobileBaseUnitBuilder spoolLog(SpoolLog.Factory factory) {
        spoolLog = factory;
        return this;
    }

    /** The surrogate type; {@code standard} if not given. */
    public MobileBaseUnitBuilder surrogateType(String name) {
        surrogateType = name;
        return this;
    }

    /** How sockets and HTTP are used. */
    public MobileBaseUnitBuilder http(HttpSettings settings) {
        http = settings;
        return this;
    }

    /** How much is kept until acknowledged. */
    public MobileBaseUnitBuilder spool(SpoolSettings settings) {
        spool = settings;
        return this;
    }

    /** How long to wait between tries. */
    public MobileBaseUnitBuilder reconnect(ReconnectSettings settings) {
        reconnect = settings;
        return this;
    }

    /** How many seconds of signal pass in one second; 1 if not given; {@link MobileBaseUnit#UNPACED} as fast as it goes. */
    public MobileBaseUnitBuilder speed(double secondsPerSecond) {
        speed = secondsPerSecond;
        return this;
    }

    /** The instant of unit 0 of all sensors that the MBU reads; the start if not given. */
    public MobileBaseUnitBuilder origin(Instant instant) {
        originNanos = OptionalLong.of(TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano());
        return this;
    }

    /** The time everything goes by. */
    public MobileBaseUnitBuilder clock(SteadyClock steady) {
        clock = steady;
        return this;
    }

    /** Where waits take their randomness from. */
    public MobileBaseUnitBuilder random(Random source) {
        random = source;
        return this;
    }

    /** The session; a random one if not given. */
    public MobileBaseUnitBuilder session(UUID id) {
        session = id;
        return this;
    }

    /** Who takes the events. */
    public MobileBaseUnitBuilder listener(MbuListener takes) {
        listener = takes;
        return this;
    }

    /** Who carries out the host's commands; they fail if nobody is given. */
    public MobileBaseUnitBuilder commands(CommandHandler handler) {
        commands = handler;
        return this;
    }

    /** Whether closing ends the interconnect at the host, too; it does if not given. */
    public MobileBaseUnitBuilder deregisterOnClose(boolean yes) {
        deregister = yes;
        return this;
    }

    /** How long closing waits for acknowledgements; 10 s if not given. */
    public MobileBaseUnitBuilder closeTimeout(Duration timeout) {
        closeTimeout = timeout;
        return this;
    }

    /**
     * How long {@link #start} waits for the first registration; 30 s if not given. {@link Duration#ZERO} does not wait: for an MBU that
     * begins to sample where there may be no network yet.
     */
    public MobileBaseUnitBuilder startTimeout(Duration timeout) {
        startTimeout = timeout;
        return this;
    }

    /**
     * Checks everything and starts the MBU, which samples at once and registers as soon as the broker can be reached; then waits until it is
     * registered, see {@link #startTimeout}. Interrupted, it ends and throws, and the thread stays interrupted.
     *
     * @throws IllegalArgumentException or {@link BanipException} that says which setting is wrong, and what is allowed
     * @throws BanipException if it could not be registered, with BAN, user and URL; nothing of the MBU is left then
     */
    public MobileBaseUnit start() {
        URI base = required("broker", broker);
        requireProtected(base);
        RegistrationRequest registration = registration();
        List<SendPathSetup.Source> sources = new ArrayList<>();
        List<TranscodingChain> chains = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            String name = groups.get(g).name();
            FullPolicy policy = policies.getOrDefault(name, FullPolicy.WAIT);
            sources.add(
                    new SendPathSetup.Source(Optional.ofNullable(sensors.get(g)), policy, outOfRange.contains(name)));
            chains.add(TranscodingChain.parse(registration.chainOf(name), transcoders));
        }
        UplinkContext context = new UplinkContext(
                base,
                credentials,
                http,
                clock,
                new UplinkContext.Traffic(),
                registration.ban().id());
        SendPathSetup setup = new SendPathSetup(
                registration,
                sources,
                chains,
                transcoders,
                new SamplingSchedule(originNanos.orElse(clock.epochNanos()), speed),
                spool,
                thinned,
                spoolLog,
                uplinks,
                context,
                reconnect,
                random,
                Optional.ofNullable(commands),
                deregister,
                Optional.ofNullable(listener));
        MobileBaseUnit mbu = new MobileBaseUnit(
                registration.ban(),
                new RunningSendPath(setup),
                context.traffic(),
                who(registration, base),
                closeTimeout);
        if (!startTimeout.isZero()) {
            mbu.awaitFirstRegistration(startTimeout);
        }
        return mbu;
    }

    /** The MBU in messages to people; never with a password. */
    private String who(RegistrationRequest registration, URI base) {
        String user = credentials.user();
        return "BAN " + registration.ban().id() + (user.isEmpty() ? " without user" : " as user '" + user + "'")
                + " at " + base;
    }

    /** Passwords and signals go over TLS, or stay on this machine. */
    private void requireProtected(URI base) {
        String host = base.getHost();
        boolean loopback =
                host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("[::1]");
        if ("http".equalsIgnoreCase(base.getScheme()) && !loopback && !plainAllowed) {
            throw new IllegalArgumentException("broker '" + base
                    + "' is beyond this machine and must be https://…, unless plain http is allowed explicitly");
        }
    }

    private RegistrationRequest registration() {
        String id = required("ban", banId);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("BAN " + id + " has neither a sensor nor an input");
        }
        BanDescription ban = new BanDescription(id, groups);
        policies.keySet().forEach(name -> requireGroup("full policy", name));
        outOfRange.forEach(name -> requireGroup("samples out of range", name));
        thinned.forEach(this::requireThinnable);
        RegistrationRequest request = new RegistrationRequest(
                session, surrogateType, chain, DefaultChains.of(groups, chain, groupChains), ban);
        int length = Utf8.length(request.toJson());
        if (length > Protocol.MAX_DOCUMENT) {
            throw new BanipException(
                    ErrorCode.TOO_LONG,
                    "BAN " + id + ": registration of " + length + " bytes exceeds limit " + Protocol.MAX_DOCUMENT);
        }
        return request;
    }

    private SensorGroup requireGroup(String what, String name) {
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        what + " for group '" + name + "', which BAN " + banId + " lacks"));
    }

    private void requireThinnable(String name) {
        if (requireGroup("thinning", name).serviceClass() == ServiceClass.ALARM) {
            throw new IllegalArgumentException("group '" + name + "' of class alarm is never thinned");
        }
    }

    private static <T> T required(String what, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " must be given");
        }
        return value;
    }
}
