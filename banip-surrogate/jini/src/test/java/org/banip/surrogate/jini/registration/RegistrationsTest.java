package org.banip.surrogate.jini.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.calls.LateAnswerException;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services that are kept registered with a lookup service over the network. */
@Timeout(180)
class RegistrationsTest {
    private final Transport transport = Transport.loopback();

    @AfterEach
    void closeTransport() {
        transport.close();
    }

    private static ServiceItem item() {
        UUID random = UUID.randomUUID();
        return new ServiceItem(
                new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits()),
                new SurrogateProxy(new ObjectAddress("127.0.0.1", 9, UUID.randomUUID())),
                new Entry[] {new Ban("ban-1", "host", "session", "standard", 1)});
    }

    private static int services(LookupService lookup) throws Exception {
        return lookup.registrar().lookup(new ServiceTemplate(null, null, null), 0).totalMatches - 1; // without itself
    }

    @Test
    void refusedServiceDoesNotStopTheOthers() throws Exception {
        LookupSettings settings = new LookupSettings(transport, 0, List.of("banip"), Duration.ofSeconds(2), 2);
        try (LookupService lookup = LookupService.start(settings)) {
            UnicastLookup at = new UnicastLookup(new LookupAddress("127.0.0.1", lookup.port()), transport);
            List<ServiceItem> items = List.of(item(), item(), item());
            try (Registrations registrations =
                    new Registrations(List.of(at), Duration.ofSeconds(2), transport.deadlines())) {
                items.forEach(registrations::add);
                await().untilAsserted(() -> {
                    LinkStatus status = registrations.status().get(0);
                    assertThat(status.registered()).isEqualTo(2);
                    assertThat(status.problem())
                            .startsWith("refuses 1 service: ")
                            .contains("as many as are allowed");
                });

                // Those that are registered are renewed and cancelled; then there is room.
                ServiceItem registered = await().until(
                                () -> items.stream()
                                        .filter(item -> isRegistered(lookup, item))
                                        .findFirst(),
                                Optional::isPresent)
                        .orElseThrow();
                registrations.remove(registered.serviceID);
                await().untilAsserted(() ->
                        assertThat(registrations.status().get(0).problem()).isEmpty());
                // A renewal that a busy machine makes too late is followed by a new registration.
                await().untilAsserted(() -> assertThat(services(lookup)).isEqualTo(2));
            }
            assertThat(services(lookup)).isZero();
        }
    }

    private static boolean isRegistered(LookupService lookup, ServiceItem item) {
        try {
            return lookup.registrar().lookup(new ServiceTemplate(item.serviceID, null, null)) != null;
        } catch (java.rmi.RemoteException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Accepts, and never answers; the stub came from a real lookup service. */
    @Test
    void callThatHasNoAnswerEndsWithItsConnections() throws Exception {
        LookupSettings settings = new LookupSettings(transport, 0, List.of("banip"), Duration.ofSeconds(30), 2);
        try (LookupService lookup = LookupService.start(settings);
                ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            UnicastLookup at = new UnicastLookup(new LookupAddress("127.0.0.1", lookup.port()), transport);
            LimitedCalls calls = new LimitedCalls(new Diverted(silent), Duration.ofMillis(300), transport.deadlines());
            Callable<ServiceRegistrar> find = () -> at.find(at.sockets());
            ServiceRegistrar found = RegistrarOverSockets.of(JvmFilter.trusting(find), calls.sockets());

            assertThatExceptionOfType(LateAnswerException.class)
                    .isThrownBy(() -> calls.limited("the silent one", () -> found.register(item(), 10_000)));
            calls.close();
        }
    }

    /** Connects to the silent one, whatever it is asked for. */
    private static final class Diverted extends javax.net.SocketFactory {
        private final ServerSocket to;

        Diverted(ServerSocket to) {
            this.to = to;
        }

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(java.net.SocketAddress address, int millis) throws java.io.IOException {
                    super.connect(to.getLocalSocketAddress(), millis);
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) throws java.io.IOException {
            return new Socket(to.getInetAddress(), to.getLocalPort());
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws java.io.IOException {
            return new Socket(to.getInetAddress(), to.getLocalPort());
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws java.io.IOException {
            return createSocket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
                throws java.io.IOException {
            return createSocket(host, port);
        }
    }
}
