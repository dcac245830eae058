package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.junit.jupiter.api.Test;

/** The only host of a directory refuses a connection, and the directory forgets it at this moment. */
class VanishingHostsTest extends StandaloneBroker {
    private static final Duration NEVER = Duration.ofDays(1);

    @Test
    void registrationIsAnsweredThoughTheDirectoryIsEmptyNow() throws IOException {
        host.goDown();
        KnownHost known = new KnownHost("one", host.uri(), OptionalLong.empty());
        // A request that finds another list reads it twice.
        AtomicInteger answers = new AtomicInteger();
        HostDirectory vanishing = () -> answers.getAndDecrement() > 0 ? List.of(known) : List.of();
        try (WirelessServiceBroker broker = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .hostDirectory(vanishing)
                        .token(new BearerToken("0123456789abcdef"))
                        .passwordFile(directory.resolve("passwords"))
                        .limits(BrokerLimits.builder().document(NEVER).build())
                        .build())
                .listen("127.0.0.1", 0)
                .start()) {
            // The broker's timer may read the list before the request does; not each time.
            HttpWire.await().until(() -> {
                answers.set(2);
                String answer = register(broker.uri());
                assertThat(answer).startsWith("502").contains("host-unavailable");
                return answer.contains("the broker cannot reach the surrogate host");
            });
        }
    }

    private static String register(URI broker) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(Mbu.newSession(), "alice", ALICE);
            HttpWire.Head head = mbu.readHead();
            return head.status() + mbu.readBody(head);
        }
    }
}
