package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.address.ByNetwork;
import org.banip.server.address.ClientNetwork;
import org.banip.server.address.TrustedProxies;
import org.banip.server.audit.Audit;
import org.banip.server.file.ReloadingFile;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.password.VerificationLimits;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.AuthenticationListener;
import org.banip.server.request.AwaitedRegistrations;
import org.banip.server.request.BufferPool;
import org.banip.server.request.Deadlines;
import org.banip.server.request.HeaderFields;
import org.banip.server.request.Refusals;
import org.banip.server.request.RequestResources;
import org.banip.server.tls.PlainText;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.authentication.BasicAuthenticator;
import org.banip.wsb.grant.Grants;
import org.banip.wsb.grant.InterconnectOwners;
import org.banip.wsb.host.HostTimes;
import org.banip.wsb.host.Hosts;
import org.banip.wsb.host.HostsHealth;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.Identity;
import org.banip.wsb.spi.KnownHost;
import org.slf4j.Logger;

/** The parts of a broker and its current calls, independent of the server. Any thread. */
public final class Broker implements AutoCloseable {
    private static final Duration LEAST_UNREAD = Duration.ofSeconds(2);

    private static final Duration LONGEST_TICK = Duration.ofMillis(250);

    private static final Logger LOG = ServerLog.of(Broker.class);

    private final BrokerLimits limits;
    private final TrustedProxies trustedProxies;
    private final List<Authenticator> authenticators;
    private final String missing;
    private final Supplier<Grants> grants;
    private final InterconnectOwners owners;
    private final AwaitedRegistrations awaited = new AwaitedRegistrations();
    private final RegistrationsUnderWay registrations;
    private final Admission admission;
    private final Counters counted = new Counters();
    private final PeerLog refusalLines = PeerLog.ofAnybody(System::nanoTime);
    private final HostClient host;
    private final Hosts hosts;
    private final Deadlines deadlines;
    private final RequestResources shared;
    private final Refusals refusals;
    private final Revocation revocation = new Revocation(this);
    private final Audit auditLog;
    private final BrokerAudit audit;

    private final Set<AsyncRequest> calls = ConcurrentHashMap.newKeySet();
    private final ByNetwork<AsyncRequest> unauthenticated = new ByNetwork<>();
    private final AtomicInteger admitted = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Creates a broker and reads its files.
     *
     * @throws IllegalArgumentException if a file is malformed
     * @throws java.io.UncheckedIOException if one cannot be read
     */
    public Broker(BrokerConfiguration configuration) {
        limits = configuration.limits();
        trustedProxies = configuration.trustedProxies();
        grants = configuration
                .grantsFile()
                .<Supplier<Grants>>map(file -> new ReloadingFile<>(file, Grants::read, System::nanoTime))
                .orElseGet(() -> configuration.grantsAll() ? Grants::ofAll : Grants::ofOwnName);
        authenticators = new ArrayList<>();
        configuration
                .passwordFile()
                .ifPresent(file -> authenticators.add(BasicAuthenticator.open(file, VerificationLimits.DEFAULTS)));
        HostDirectory directory;
        Audit opened = Audit.OFF;
        try {
            configuration.authenticators().forEach(scheme -> authenticators.add(scheme.get()));
            opened = configuration.audit().get();
            directory = configuration.hosts().directory().get();
        } catch (RuntimeException | Error e) { // the threads of those before have started
            opened.close();
            authenticators.forEach(Authenticator::close);
            throw e;
        }
        auditLog = opened;
        missing =
                configuration.authenticators().isEmpty() ? "user and password are missing" : "credentials are missing";
        audit = new BrokerAudit(this, auditLog);
        owners = new InterconnectOwners(limits.interconnects());
        admission = new Admission(limits.requestsPerIdentity());
        host = new HostClient(configuration);
        hosts = new Hosts(
                directory,
                known -> configuration.plainHostAllowed() || !PlainText.isBeyond(known.base()),
                new HostTimes(limits.hostProbe(), limits.hostSilence()),
                host,
                System::nanoTime);
        registrations = new RegistrationsUnderWay(hosts);
        deadlines = new Deadlines("banip-wsb-deadlines", host.executor());
        shared = new RequestResources(new BufferPool(limits.bufferBytes()), deadlines, unread(limits));
        refusals = new Refusals(
                counted::refuse,
                limits.linger(),
                authenticators.stream().map(Authenticator::challenge).toList());
        if (hosts.only().isEmpty()) {
            hosts.tick();
            deadlines.every(tick(limits), hosts::tick);
        }
        deadlines.every(limits.recheck(), revocation::check);
        if (!limits.silence().isZero()) {
            deadlines.every(limits.silence().dividedBy(4).plusMillis(1), this::endSilent);
        }
    }

    private static Duration tick(BrokerLimits limits) {
        Duration part = limits.hostProbe().dividedBy(4);
        return part.compareTo(LONGEST_TICK) < 0 ? part : LONGEST_TICK;
    }

    /** How long a client may read nothing of an answer. A setting of 0 is for bodies, not for answers. */
    private static Duration unread(BrokerLimits limits) {
        return limits.linger().compareTo(LEAST_UNREAD) < 0 ? LEAST_UNREAD : limits.linger();
    }

    /** The surrogate hosts that are known now. */
    public List<KnownHost> knownHosts() {
        return hosts.known();
    }

    /** Whether its directory only ever has one host. */
    public boolean hasOnlyHost() {
        return hosts.only().isPresent();
    }

    /** How many surrogate hosts can be used, and what is wrong with the others. */
    public HostsHealth hostsHealth() {
        return hosts.health();
    }

    /** Its counters. */
    public BrokerCounters counters() {
        return counted.snapshot(calls.size());
    }

    /** Registers a call until it ends. If there are too many whose sender is not known, the oldest of the address that has most ends. */
    void enter(AsyncRequest call) {
        counted.requests.increment();
        calls.add(call);
        call.atEnd(() -> calls.remove(call));
        if (closed) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "the broker is shutting down");
        }
        ClientNetwork network = ClientNetwork.of(addressOf(call.request()));
        unauthenticated.add(network, call);
        call.atEnd(() -> unauthenticated.remove(network, call));
        unauthenticated
                .takeBeyond(limits.requests())
                .ifPresent(oldest -> oldest.executor().execute(oldest::breakConnection));
    }

    /** Counts a call for its sender, who has proved who it is, until the call ends; refuses it if there are too many. */
    void admit(AsyncRequest call, Identity identity) {
        admission.enter(identity);
        call.atEnd(() -> admission.leave(identity));
        admitted.incrementAndGet();
        call.atEnd(admitted::decrementAndGet);
        if (admitted.get() > limits.requests()) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, "more than " + Counted.of(limits.requests(), "request") + " under way");
        }
        unauthenticated.remove(ClientNetwork.of(addressOf(call.request())), call);
        AuthenticationListener.tell(call.request(), false);
    }

    /** Bounds the lines about requests that are refused, by error and address. */
    PeerLog refusalLines() {
        return refusalLines;
    }

    private void endSilent() {
        long most = limits.silence().toNanos();
        for (AsyncRequest call : calls) {
            if (call.silentNanos() > most) {
                call.executor().execute(() -> {
                    LOG.warn("{} nothing moved for {}, the connection ends", call.label(), limits.silence());
                    counted.silent.increment();
                    call.breakConnection();
                });
            }
        }
    }

    /** Ends all calls and releases all resources. */
    @Override
    public void close() {
        closed = true;
        for (AsyncRequest call : calls) {
            call.executor().execute(call::close);
        }
        deadlines.close();
        authenticators.forEach(Authenticator::close);
        hosts.close();
        host.close();
        auditLog.close();
    }

    BrokerLimits limits() {
        return limits;
    }

    /** The address of the MBU that sent a request. */
    String addressOf(HttpServletRequest request) {
        return trustedProxies.client(request.getRemoteAddr(), HeaderFields.all(request, TrustedProxies.HEADER));
    }

    List<Authenticator> authenticators() {
        return authenticators;
    }

    /** What an MBU without credentials is told. */
    String missingCredentials() {
        return missing;
    }

    Grants grants() {
        return grants.get();
    }

    InterconnectOwners owners() {
        return owners;
    }

    AwaitedRegistrations awaited() {
        return awaited;
    }

    RegistrationsUnderWay registrations() {
        return registrations;
    }

    BrokerAudit audit() {
        return audit;
    }

    /** Whether it has an audit log. */
    public boolean isAudited() {
        return auditLog != Audit.OFF;
    }

    /** Why its audit log cannot be written, if it cannot. */
    public Optional<String> auditProblem() {
        return auditLog.problem();
    }

    Counters counted() {
        return counted;
    }

    HostClient host() {
        return host;
    }

    Hosts hosts() {
        return hosts;
    }

    RequestResources shared() {
        return shared;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    Revocation revocation() {
        return revocation;
    }

    Refusals refusals() {
        return refusals;
    }
}
