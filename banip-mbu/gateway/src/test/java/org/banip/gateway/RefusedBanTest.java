package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.gateway.session.DescribedBan;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says when the broker refuses a BAN. */
class RefusedBanTest {
    private static final int ENOUGH = 20;

    private final ListAppender<ILoggingEvent> heard = new ListAppender<>();
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer broker;
    private Logger logger;

    @BeforeEach
    void start() throws IOException {
        broker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        broker.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"wsb\"");
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        broker.start();
        logger = (Logger) LoggerFactory.getLogger("org.banip.gateway.session.BanLinks");
        heard.start();
        logger.addAppender(heard);
    }

    @AfterEach
    void end() {
        logger.detachAppender(heard);
        broker.stop(0);
    }

    @Test
    void aBanThatTheBrokerRefusesIsNamedWithItsUserOnceForAllPaths() {
        URI base = URI.create("http://127.0.0.1:" + broker.getAddress().getPort() + "/");
        ReconnectSettings often =
                new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(5), 3, Duration.ZERO, GivingUp.NEVER);
        Gateway gateway = Gateway.builder(() -> MobileBaseUnit.builder()
                        .broker(base)
                        .path(PathSettings.named("dsl"))
                        .path(PathSettings.named("lte"))
                        .reconnect(often)
                        .closeTimeout(Duration.ZERO))
                .logsIn("as user 'home-3'")
                .http(0)
                .ban(DescribedBan.fromJson(GatewayFixture.BAN_17))
                .start();
        try (gateway) {
            GatewayFixture.soon("the broker has refused often").until(() -> requests.get() >= ENOUGH);
            GatewayFixture.soon("the log has it").until(() -> !heard.list.isEmpty());
        }
        List<String> lines =
                heard.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0))
                .startsWith("- BAN ban-17 as user 'home-3': no link: ")
                .contains("unauthenticated");
    }
}
