package org.banip.wsb.relay;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.spi.Identity;
import org.eclipse.jetty.client.Request;
import org.junit.jupiter.api.Test;

class HostClientTest {
    private static final int MBUS = 4_000;

    /** An MBU's request without headers. */
    private final HttpServletRequest original = (HttpServletRequest) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, arguments) -> method.getName().equals("getMethod") ? "GET" : null);

    private Object pool(HostClient host, int mbu) {
        Resource resource = Resource.of("GET", "/interconnects/4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab/reverse", null)
                .orElseThrow();
        Route route = new Route(new Identity("mbu-" + mbu), resource, Optional.empty());
        Request request = host.request(route, original);
        return Optional.ofNullable(request.getTag()).orElse("one for all");
    }

    @Test
    void noRequestLooksAtTheConnectionsOfAllMbus() {
        BrokerConfiguration configuration = BrokerConfiguration.builder()
                .surrogateHost(URI.create("http://127.0.0.1:1/"))
                .passwordFile(Path.of("passwords"))
                .build();
        try (HostClient host = new HostClient(configuration)) {
            Map<Object, Long> pools = IntStream.range(0, MBUS)
                    .boxed()
                    .collect(Collectors.groupingBy(mbu -> pool(host, mbu), Collectors.counting()));
            assertThat(pools.values()).allSatisfy(mbus -> assertThat(mbus).isLessThan(MBUS / 20));
            assertThat(pool(host, 17)).isEqualTo(pool(host, 17)); // a registration's connection serves what follows
        }
    }
}
