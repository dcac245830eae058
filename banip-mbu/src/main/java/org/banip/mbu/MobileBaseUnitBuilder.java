package org.banip.mbu;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.journal.Journal;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.send.SendPathSetup;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.MbuListener;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * Takes the configuration of an MBU, checks it, and starts the MBU. A broker, a BAN id and at least one sensor or input are required. One thread
 * at a time. A builder makes one MBU.
 */
public final class MobileBaseUnitBuilder extends CommandsBuilder<MobileBaseUnitBuilder> {
    private final BrokerChoice broker = new BrokerChoice();
    private @Nullable String banId;
    private Credentials credentials = Credentials.none();
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;
    private String chain = MobileBaseUnit.DEFAULT_CHAIN;
    private Optional<String> olderChain = Optional.of(MobileBaseUnit.OLDER_DEFAULT_CHAIN);
    private Transcoders transcoders = Transcoders.installed();
    private SpoolLog.Factory spoolLog = MemorySpool::new;
    private HttpSettings http = HttpSettings.DEFAULT;
    private SpoolSettings spool = SpoolSettings.DEFAULT;
    private @Nullable SpoolPlace spoolPlace;
    private Optional<SecretKey> spoolKey = Optional.empty();
    private List<SecretKey> formerSpoolKeys = Collections.emptyList();
    private SendPolicySettings policy = SendPolicySettings.DEFAULT;
    private ReconnectSettings reconnect = ReconnectSettings.DEFAULT;
    private double speed = 1;
    private OptionalLong originNanos = OptionalLong.empty();
    private SteadyClock clock = SteadyClock.system();
    private Random random = new Random();
    private UUID session = UUID.randomUUID();
    private @Nullable MbuListener listener;
    private boolean deregister = true;
    private boolean plainAllowed;
    private Duration startTimeout = Duration.ofSeconds(30);
    private Duration closeTimeout = Duration.ofSeconds(10);

    MobileBaseUnitBuilder() {}

    @Override
    MobileBaseUnitBuilder self() {
        return this;
    }

    /**
     * The broker's base URL, {@code http} or {@code https}. If it does not end with {@code /}, that is added. A path may have another one ({@link
     * org.banip.mbu.settings.PathSettings#broker}).
     */
    public MobileBaseUnitBuilder broker(URI base) {
        broker.only(base);
        return this;
    }

    /**
     * Several brokers, the preferred one first. The MBU uses the nearest one, and another one when that fails (docs/discovery.md).
     *
     * @throws IllegalArgumentException if there is none, or one is no URL of a broker
     */
    public MobileBaseUnitBuilder brokers(URI... bases) {
        broker.list(List.of(bases));
        return this;
    }

    /** The brokers that a source finds. The MBU uses the nearest one, and another one when that fails (docs/discovery.md). It closes the source. */
    public MobileBaseUnitBuilder brokers(BrokerSource source) {
        broker.source(source);
        return this;
    }

    /**
     * The brokers that an installed source finds, for example {@code srv} of {@code banip-mbu-discovery} with a domain (docs/discovery.md).
     *
     * @throws IllegalArgumentException if there is no such source, or what it needs is wrong
     */
    public MobileBaseUnitBuilder brokers(String source, String place) {
        broker.source(BrokerChoice.opened(source, place));
        return this;
    }

    /** When a broker of several is left, and when the MBU returns to it. Default: {@link FailoverSettings#DEFAULT}. */
    public MobileBaseUnitBuilder failover(FailoverSettings settings) {
        broker.failover(settings);
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

    /**
     * The transcoding chain of all groups that have no chain of their own. Default: {@link MobileBaseUnit#DEFAULT_CHAIN}, and {@link
     * MobileBaseUnit#DEFAULT_SLOW_CHAIN} for slow groups. Groups of events have {@link MobileBaseUnit#DEFAULT_EVENT_CHAIN}; if the last component of
     * this chain encrypts, it is the last one of theirs, too. A host of an older version may not know the default chain; it is then asked for
     * another one ({@link org.banip.mbu.spi.MbuEvent.ChainReplaced}). A chain that is set here is never replaced.
     */
    public MobileBaseUnitBuilder chain(String text) {
        chain = text;
        olderChain = Optional.empty();
        return this;
    }

    /** The transcoders that chain texts may name. Default: all installed ones. */
    public MobileBaseUnitBuilder transcoders(Transcoders known) {
        transcoders = known;
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

    /** Keeps the spool in a directory, too, and syncs it each second ({@link #spool(Path, Duration)}). Default: in memory only. */
    public MobileBaseUnitBuilder spool(Path directory) {
        return spool(directory, SpoolPlace.DEFAULT_SYNC);
    }

    /**
     * Keeps the spool in a directory, too. An MBU that is started again with the same directory and the same BAN, chains and surrogate type goes on
     * with the same session: it sends what is left, and declares what is missing as a gap. What survives what: docs/delivery.md.
     *
     * @param directory for this MBU only; it is created with access for its owner only. {@link #start} refuses a directory that another MBU uses, or
     *     that has packets of a BAN with another description
     * @param syncEvery how often what is written is synced, 10 ms to 60 s, for the case that the power is cut; {@link Duration#ZERO} syncs each
     *     packet before it can be sent
     */
    public MobileBaseUnitBuilder spool(Path directory, Duration syncEvery) {
        spoolPlace = new SpoolPlace(directory, syncEvery);
        return this;
    }

    /**
     * Encrypts the files in the spool's directory (AES-256-GCM). What that protects, and how a key is changed: docs/delivery.md. Default: plain
     * files.
     *
     * @param key for AES-256: of Android's key store, of a {@link java.security.KeyStore}, or of a file
     *     ({@link org.banip.mbu.settings.SpoolKeyFile}). It is used when the MBU starts, and encrypts only the keys of the files. {@link #start}
     *     refuses a directory that was encrypted with another key, and an encrypted one if there is no key. Plain files of earlier starts are
     *     sent, and written again encrypted
     * @param former keys that were used before: files of earlier starts that one of them opens are sent, and written again with {@code key}
     */
    public MobileBaseUnitBuilder spoolKey(SecretKey key, SecretKey... former) {
        spoolKey = Optional.of(key);
        formerSpoolKeys = Arrays.asList(former.clone());
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

    /** The source of randomness for waits. */
    public MobileBaseUnitBuilder random(Random source) {
        random = source;
        return this;
    }

    /** The session's UUID. Default: a random one. A spool directory with an earlier session has precedence. */
    public MobileBaseUnitBuilder session(UUID id) {
        session = id;
        return this;
    }

    /** The listener that gets the events. */
    public MobileBaseUnitBuilder listener(MbuListener takes) {
        listener = takes;
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
     * Checks the configuration and starts the MBU. The MBU samples at once and registers as soon as it reaches the broker. Then this method waits for
     * the registration ({@link #startTimeout}); the status is {@link MbuState#DISCONNECTED} until the host answers on the link, a moment later. If
     * the thread is interrupted, the MBU ends, this method throws, and the thread stays interrupted.
     *
     * @throws IllegalArgumentException or {@link BanipException} with the wrong setting and the allowed values
     * @throws BanipException with BAN, user and URL, if the registration failed; the MBU has then ended. Also if the spool directory cannot be used
     */
    public MobileBaseUnit start() {
        URI base = broker.base(plainAllowed);
        if (!plainAllowed) {
            paths.requireProtected();
        }
        if (broker.isSeveral()) {
            paths.requireNoBrokers();
        }
        if (spoolPlace == null && spoolKey.isPresent()) {
            throw new IllegalArgumentException("spool: it has a key and no directory; set spool(directory) as well");
        }
        MobileBaseUnit mbu = spoolPlace == null ? start(base, registration(), spoolLog) : startIn(spoolPlace, base);
        if (!startTimeout.isZero()) {
            mbu.awaitFirstRegistration(startTimeout);
        }
        return mbu;
    }

    /** Goes on with the session of an earlier process, if the directory has one. */
    private MobileBaseUnit startIn(SpoolPlace place, URI base) {
        RegistrationRequest wanted = registration();
        Journal journal = place.open(wanted, spoolKey, formerSpoolKeys);
        try {
            session = journal.session();
            return start(
                    base,
                    GroupAdder.switching(
                            journal.registration().of(session),
                            wanted.ban().groups().size(),
                            " with the groups of an earlier start"),
                    (groups, counters, roomMade, scheduler, time) ->
                            new MemorySpool(groups, counters, roomMade, scheduler, time, journal));
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private MobileBaseUnit start(URI base, RegistrationRequest registration, SpoolLog.Factory log) {
        int described = groups.describe(registration.ban().id()).groups().size();
        String threads = registration.ban().id();
        SendPathSetup setup = new SendPathSetup(
                registration,
                described,
                groups.sources(registration.ban(), described),
                registration.ban().groups().stream()
                        .map(group -> TranscodingChain.parse(registration.chainOf(group.name()), transcoders)
                                .requiredFor(group))
                        .collect(Collectors.toList()),
                olderChain,
                transcoders,
                new SamplingSchedule(originNanos.orElse(clock.epochNanos()), speed),
                spool,
                policy,
                groups.thinned(),
                log,
                paths.setups(
                        () -> new UplinkContext(base, credentials, http, clock, new UplinkContext.Traffic(), threads),
                        broker.brokers(plainAllowed, random, clock, threads)),
                paths.policy(),
                paths.schedulers(),
                clock,
                threads,
                reconnect,
                random,
                times.sendWindow(),
                commands.plan(groups.added(), groups.rates()),
                deregister,
                Optional.ofNullable(listener),
                groups.detection(registration.ban()));
        return new MobileBaseUnit(
                new RunningSendPath(setup),
                who(registration),
                closeTimeout,
                new GroupAdder(transcoders, groups.hostDetectors(), registration.ban(), described));
    }

    /** The MBU's name in messages to people, without the password. */
    private String who(RegistrationRequest registration) {
        String user = credentials.user();
        String without = http.keyManager().isPresent() ? " with a certificate" : " without user";
        return "BAN " + registration.ban().id() + (user.isEmpty() ? without : " as user '" + user + "'") + " at "
                + broker;
    }

    private RegistrationRequest registration() {
        String id = required("ban", banId);
        BanDescription ban = groups.describe(id);
        RegistrationRequest request = RegistrationRequest.builder(session, chain, ban)
                .surrogateType(surrogateType)
                .groupChains(groups.chains(ban, chain, transcoders))
                .acknowledgeWithin(times.acknowledgeWithin(groups.added(), spool))
                .reorder(paths.reorder())
                .retiring(true)
                .adding(true)
                .commands(commands.plan(groups.added(), groups.rates()).declarations())
                .detectors(groups.hostDetectors().declarations())
                .build();
        GroupAdder.requireFits(request, "");
        return request;
    }

    private static <T> T required(String what, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " must be given");
        }
        return value;
    }
}
