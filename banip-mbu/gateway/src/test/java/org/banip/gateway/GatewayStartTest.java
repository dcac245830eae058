package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.spi.DeviceLogIn;
import org.banip.mbu.MobileBaseUnit;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.Test;

/** A gateway that does not start leaves nothing open. */
class GatewayStartTest {
    private static final class CountedLogIn implements DeviceLogIn {
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public CompletionStage<Answer> logIn(Optional<String> authorization, String remoteAddress) {
            return CompletableFuture.completedFuture(new Answer.Refused("nobody may"));
        }

        @Override
        public boolean permits(String user, String ban) {
            return false;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private static void assertClosesTheLogInAsItFails(UnaryOperator<Gateway.Builder> wrong) {
        CountedLogIn logIn = new CountedLogIn();
        Gateway.Builder builder =
                wrong.apply(Gateway.builder(MobileBaseUnit::builder).devices(logIn));
        assertThatThrownBy(builder::start).isInstanceOf(RuntimeException.class);
        assertThat(logIn.closed).hasValue(1);
    }

    @Test
    void theLogInIsClosedWhateverIsWrong() throws Exception {
        assertClosesTheLogInAsItFails(builder -> builder);
        assertClosesTheLogInAsItFails(builder -> builder.mqtt(0).listen("no address"));
        assertClosesTheLogInAsItFails(builder -> builder.mqtt(0).listen("0.0.0.0"));
        assertClosesTheLogInAsItFails(
                builder -> builder.mqtt(0).tls(TlsFiles.pem(Path.of("missing.pem"), Path.of("missing.key"))));
        assertClosesTheLogInAsItFails(
                builder -> builder.mqtt(0).ban(DescribedBan.fromJson(GatewayFixture.BAN_17))); // its MBU has no broker
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertClosesTheLogInAsItFails(builder -> builder.http(taken.getLocalPort()));
        }
    }

    @Test
    void noMbuStartsWhereAPortIsTaken() throws Exception {
        AtomicInteger mbus = new AtomicInteger();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Gateway.Builder builder = Gateway.builder(() -> {
                        mbus.incrementAndGet();
                        return MobileBaseUnit.builder();
                    })
                    .ban(DescribedBan.fromJson(GatewayFixture.BAN_17))
                    .mqtt(taken.getLocalPort());
            assertThatThrownBy(builder::start).hasMessageContaining("the port is in use");
        }
        assertThat(mbus).hasValue(0);
    }
}
