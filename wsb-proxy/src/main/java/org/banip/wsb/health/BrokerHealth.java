package org.banip.wsb.health;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.health.Metrics;
import org.banip.server.health.Readiness;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.LogIn;
import org.banip.wsb.host.HostsHealth;
import org.banip.wsb.relay.Broker;

/** Health of a broker: the checks {@code host} and {@code clock}, and the meters {@code banip.wsb.…}. */
public final class BrokerHealth {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private static final String BROKEN =
            "relayed requests that ended because a connection broke, or the host sent nothing for"
                    + " host-silence-millis, by the side that broke";

    private BrokerHealth() {}

    /** Starts the health server of a broker; empty if the port is in use and was not set explicitly. */
    public static Optional<HealthServer> serve(Broker broker, BrokerConfiguration configuration, HealthSettings where) {
        Readiness readiness = new Readiness()
                .check("host", () -> hostProblem(broker.hostsHealth(), broker, configuration.limits()))
                .clock(Instant::now);
        if (broker.isAudited()) {
            readiness.note("audit", broker::auditProblem);
        }
        if (!broker.hasOnlyHost()) {
            readiness.note("hosts", () -> hostsProblem(broker.hostsHealth()));
        }
        return HealthServer.start(where, readiness, metrics(new Metrics(), broker));
    }

    /** Whether MBUs can be served: the only host accepts connections, or at least one of several lives. */
    private static Optional<String> hostProblem(HostsHealth hosts, Broker broker, BrokerLimits limits) {
        if (broker.hasOnlyHost()) {
            return hostProblem(broker.knownHosts().get(0).base(), limits);
        }
        if (hosts.known() == 0) {
            return Optional.of("no surrogate host is known");
        }
        return hosts.usable() > 0 ? Optional.empty() : hostsProblem(hosts);
    }

    /** What is wrong with some of several hosts, while others may serve their MBUs. */
    private static Optional<String> hostsProblem(HostsHealth hosts) {
        return hosts.problems().isEmpty()
                ? Optional.empty()
                : Optional.of(hosts.usable() + " of " + Counted.of(hosts.known(), "surrogate host") + " can be used: "
                        + String.join("; ", hosts.problems()));
    }

    private static Optional<String> hostProblem(URI host, BrokerLimits limits) {
        int byScheme = "https".equals(host.getScheme()) ? HTTPS : HTTP;
        int port = host.getPort() < 0 ? byScheme : host.getPort();
        try (Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(host.getHost().replaceAll("[\\[\\]]", ""), port);
            socket.connect(address, (int) limits.connect().toMillis());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the surrogate host " + host + " cannot be reached: " + e.getMessage());
        }
    }

    private static Metrics metrics(Metrics metrics, Broker broker) {
        Supplier<BrokerCounters> counters = broker::counters;
        if (!broker.hasOnlyHost()) {
            metrics.gauge(
                            "banip.wsb.hosts.known",
                            "",
                            "surrogate hosts of the directory",
                            () -> broker.hostsHealth().known())
                    .gauge(
                            "banip.wsb.hosts.usable",
                            "",
                            "surrogate hosts that live and get registrations",
                            () -> broker.hostsHealth().usable());
        }
        metrics.gauge(
                        "banip.wsb.requests.active",
                        "",
                        "requests under way",
                        () -> counters.get().active())
                .counter(
                        "banip.wsb.requests",
                        "",
                        "requests that came in",
                        () -> counters.get().requests())
                .counter(
                        "banip.wsb.relayed",
                        "",
                        "requests that went on to the surrogate host",
                        () -> counters.get().relayed())
                .counter(
                        "banip.wsb.sent.host",
                        "bytes",
                        "body bytes passed to the host",
                        () -> counters.get().bytesUp())
                .counter(
                        "banip.wsb.sent.mbus",
                        "bytes",
                        "body bytes passed to MBUs",
                        () -> counters.get().bytesDown())
                .counter(
                        "banip.wsb.broken",
                        BROKEN,
                        "side",
                        "mbu",
                        () -> counters.get().brokenByMbu())
                .counter(
                        "banip.wsb.broken",
                        BROKEN,
                        "side",
                        "host",
                        () -> counters.get().brokenByHost())
                .counter(
                        "banip.wsb.silent",
                        "",
                        "relayed requests that ended in silence",
                        () -> counters.get().silent())
                .counter(
                        "banip.wsb.revoked",
                        "",
                        "streams that ended because their credentials or grants were revoked",
                        () -> counters.get().revoked());
        byOutcome(metrics, counters);
        return metrics;
    }

    private static void byOutcome(Metrics metrics, Supplier<BrokerCounters> counters) {
        for (ErrorCode code : ErrorCode.values()) {
            metrics.counter(
                    "banip.wsb.refused",
                    "requests that the broker itself refused, by error",
                    "error",
                    code.token(),
                    () -> counters.get().refusedFor(code));
        }
        for (LogIn outcome : LogIn.values()) {
            metrics.counter(
                    "banip.wsb.logins",
                    "requests by what became of their attempt to log in",
                    "outcome",
                    outcome.token(),
                    () -> counters.get().logIns(outcome));
        }
    }
}
