package org.banip.surrogate.health;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.health.Readiness;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.endpoint.Access;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.Right;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.settings.PeopleSettings;

/** What a surrogate host says of itself: checks {@code store}, {@code disk}, {@code clock}, and the meters of {@link HostMeters}. */
public final class HostHealth {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private HostHealth() {}

    /**
     * Answers for this host until it is closed; empty if the port is taken and nobody insisted on it.
     *
     * @throws IllegalArgumentException if operators' tokens would be readable on the network, and that is not allowed
     */
    public static Optional<HealthServer> serve(SurrogateHost host, HostSettings settings, HealthSettings where) {
        if (host.people().isPresent()) {
            checkSafe(settings, where.address());
        }
        return HealthServer.start(
                where,
                readiness(host, settings.quotas().minimumFreeBytes()),
                new HostMeters(host).metrics(),
                (authorization, from) -> host.people()
                        .map(people -> mayOperate(people, authorization) || refused(host, authorization, from))
                        .orElse(true));
    }

    private static void checkSafe(HostSettings settings, InetSocketAddress address) {
        boolean allowed = settings.get(PeopleSettings.HEALTH_PLAIN)
                || settings.listening().allowPlain();
        boolean loopback = address.getAddress() != null && address.getAddress().isLoopbackAddress();
        if (!loopback && !allowed) {
            throw new IllegalArgumentException("health-address " + address.getHostString()
                    + " without TLS would show operators' tokens to the network; choose an address on loopback, or"
                    + " health-allow-plain if something else protects it");
        }
    }

    /** A monitoring system shows a token; passwords are for the page. */
    private static boolean mayOperate(People people, Optional<String> authorization) {
        return authorization
                .flatMap(Access::bearer)
                .flatMap(people::withToken)
                .filter(admission -> admission.person().may(Right.OPERATE))
                .isPresent();
    }

    /** Keeps for audit that a log-in was refused. */
    private static boolean refused(SurrogateHost host, Optional<String> authorization, String from) {
        host.audit()
                .record(AuditEntry.of(AuditEvent.LOG_IN_REFUSED)
                        .by(Who.of("unknown", authorization.isPresent() ? "token" : "none"))
                        .from(from)
                        .with("request", "GET /metrics")
                        .with("error", ErrorCode.UNAUTHENTICATED.token()));
        return false;
    }

    private static Readiness readiness(SurrogateHost host, long minimumFreeBytes) {
        Readiness readiness = new Readiness()
                .check("store", () -> storeProblem(host))
                .disk(minimumFreeBytes, () -> freeBytes(host))
                .clock(Instant::now);
        readiness.note("detectors", host::detectorProblem);
        host.alerting().ifPresent(alerting -> readiness.note("alerts", alerting::problem));
        return host.isAudited() ? readiness.note("audit", host::auditProblem) : readiness;
    }

    private static Optional<String> storeProblem(SurrogateHost host) {
        try {
            host.store().checkWritable(PATIENCE);
            return Optional.empty();
        } catch (BanipException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Long> freeBytes(SurrogateHost host) {
        OptionalLong free = host.store().freeBytes();
        return free.isPresent() ? Optional.of(free.getAsLong()) : Optional.empty();
    }
}
