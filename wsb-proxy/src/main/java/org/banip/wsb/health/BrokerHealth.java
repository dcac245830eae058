package org.banip.wsb.health;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.error.ErrorCode;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.health.Metrics;
import org.banip.server.health.Readiness;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.LogIn;
import org.banip.wsb.relay.Broker;
import org.banip.wsb.spi.KnownHost;

/** Health of a broker: the checks {@code host} and {@code clock}, and the meters {@code banip.wsb.…}. */
public final class BrokerHealth {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private BrokerHealth() {}

    /** Starts the health server of a broker; empty if the port is in use and was not set explicitly. */
    public static Optional<HealthServer> serve(Broker broker, BrokerConfiguration configuration, HealthSettings where) {
        Readiness readiness = new Readiness()
                .check("host", () -> hostProblem(broker.knownHosts(), configuration.limits()))
                .clock(Instant::now);
        return HealthServer.start(where, readiness, metrics(new Metrics(), broker::counters));
    }

    /** Whether a surrogate host accepts connections; one of several is enough. */
    private static Optional<String> hostProblem(List<KnownHost> hosts, BrokerLimits limits) {
        List<String> problems = new ArrayList<>();
        for (KnownHost host : hosts) {
            Optional<String> problem = hostProblem(host.base(), limits);
            if (problem.isEmpty()) {
                return problem;
            }
            problems.add(problem.get());
        }
        return Optional.of(problems.isEmpty() ? "no surrogate host is known" : String.join("; ", problems));
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

    private static Metrics metrics(Metrics metrics, Supplier<BrokerCounters> counters) {
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
                        "relayed requests that ended because a connection broke, by the side that broke",
                        "side",
                        "mbu",
                        () -> counters.get().brokenByMbu())
                .counter(
                        "banip.wsb.broken",
                        "relayed requests that ended because a connection broke, by the side that broke",
                        "side",
                        "host",
                        () -> counters.get().brokenByHost())
                .counter(
                        "banip.wsb.silent",
                        "",
                        "relayed requests that ended in silence",
                        () -> counters.get().silent());
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
