package org.banip.wsb.relay;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.Identity;
import org.banip.wsb.spi.KnownHost;
import org.eclipse.jetty.client.Request;
import org.junit.jupiter.api.Test;

class HostClientTest {
    private static final int MBUS = 4_000;
    private static final int ROUNDS = 50;

    /** An MBU's request in a container that shows no header fields: the Servlet API lets it answer with null. */
    private final HttpServletRequest original = (HttpServletRequest) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, arguments) -> method.getName().equals("getMethod") ? "GET" : null);

    private static BrokerConfiguration configuration(String host) {
        return BrokerConfiguration.builder()
                .surrogateHost(URI.create(host))
                .passwordFile(Path.of("passwords"))
                .build();
    }

    private static KnownHost at(int port) {
        return new KnownHost("", URI.create("http://127.0.0.1:" + port + "/"), OptionalLong.empty());
    }

    private Request request(HostClient host, KnownHost known, int mbu) {
        Resource resource = Resource.of("GET", "/interconnects/4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab/reverse", null)
                .orElseThrow();
        Route route = new Route(
                new Authentication.Accepted(new Identity("mbu-" + mbu)), resource, Optional.empty(), Optional.empty());
        return host.request(known, route, original);
    }

    private Object pool(HostClient host, int mbu) {
        return Optional.ofNullable(request(host, at(1), mbu).getTag()).orElse("one for all");
    }

    @Test
    void noRequestLooksAtTheConnectionsOfAllMbus() {
        try (HostClient host = new HostClient(configuration("http://127.0.0.1:1/"))) {
            Map<Object, Long> pools = IntStream.range(0, MBUS)
                    .boxed()
                    .collect(Collectors.groupingBy(mbu -> pool(host, mbu), Collectors.counting()));
            assertThat(pools.values()).allSatisfy(mbus -> assertThat(mbus).isLessThan(MBUS / 20));
            assertThat(pool(host, 17)).isEqualTo(pool(host, 17)); // a registration's connection serves what follows
        }
    }

    @Test
    void noThreadOutlivesTheClient() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, ROUNDS, InetAddress.getLoopbackAddress())) {
            for (int round = 0; round < ROUNDS; round++) {
                Set<Thread> before = Thread.getAllStackTraces().keySet();
                HostClient host = new HostClient(configuration("http://127.0.0.1:" + silent.getLocalPort() + "/"));
                request(host, at(silent.getLocalPort()), round)
                        .timeout(1, TimeUnit.HOURS)
                        .send(result -> {});
                silent.accept().close();
                List<Thread> its =
                        threads().filter(thread -> !before.contains(thread)).toList();
                assertThat(its).extracting(Thread::getName).contains(HostTimer.NAME);
                host.close();
                assertThat(its).noneMatch(Thread::isAlive);
            }
        }
    }

    private static Stream<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("banip-wsb-host")
                        || thread.getName().contains("-scheduler-"));
    }
}
