package org.banip.surrogate.jini.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.jeri.Endpoint;
import net.jini.jeri.OutboundRequest;
import net.jini.jeri.ServerEndpoint;
import net.jini.jeri.tcp.TcpServerEndpoint;
import org.banip.server.address.ClientNetwork;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that are under way at the same time, also on one connection. */
@Timeout(120)
class BoundedCallsTest {
    private static final int MOST = 3;

    /** Lasts as long as the test wants. */
    interface Waiting extends Remote {
        void call() throws RemoteException;
    }

    @Test
    void callBeyondTheBoundIsAbortedAndLaterOnesAreNot() throws Exception {
        CountDownLatch entered = new CountDownLatch(MOST);
        CountDownLatch release = new CountDownLatch(1);
        Waiting waiting = () -> {
            entered.countDown();
            try {
                Patience.await(release);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        ExecutorService callers = Executors.newCachedThreadPool();
        try (Transport few = new Transport("127.0.0.1", MOST, Optional.empty());
                RemoteObjects objects = RemoteObjects.listen(few)) {
            Waiting stub = objects.stub(Waiting.class, objects.export(waiting, CallFilters.toSurrogates()));
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < MOST; i++) {
                calls.add(callers.submit(() -> {
                    stub.call();
                    return true;
                }));
            }
            Patience.await(entered);

            assertThatExceptionOfType(RemoteException.class).isThrownBy(stub::call);

            release.countDown();
            for (Future<?> each : calls) {
                assertThat(Patience.get(each)).isEqualTo(true);
            }
            await().untilAsserted(stub::call);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void callWhoseEndDoesNotComeIsAborted() throws Exception {
        CallCounts counts = new CallCounts(1, 1);
        Transport transport = Transport.loopback();
        BoundedCalls bounded = new BoundedCalls(
                TcpServerEndpoint.getInstance("127.0.0.1", 0), counts, Duration.ofMillis(300), transport.deadlines());
        CompletableFuture<IOException> aborted = new CompletableFuture<>();
        AtomicReference<ServerEndpoint.ListenHandle> listens = new AtomicReference<>();
        Endpoint at = bounded.enumerateListenEndpoints(each -> {
            listens.set(each.listen(request -> {
                try {
                    request.getRequestInputStream().readAllBytes();
                } catch (IOException e) {
                    aborted.complete(e);
                }
            }));
            return listens.get().getCookie();
        });
        try (transport) {
            OutboundRequest request = at.newRequest(InvocationConstraints.EMPTY).next();
            request.getRequestOutputStream().write(new byte[20_000]); // more than JERI keeps back

            assertThat(Patience.get(aborted)).isNotNull();
            await().untilAsserted(() -> assertThat(counts.all()).isZero());
        } finally {
            listens.get().close();
        }
    }

    @Test
    void clientOfAnotherMachineHasOnlyItsShare() {
        CallCounts counts = new CallCounts(4, 2);
        ClientNetwork one = new ClientNetwork("192.0.2.1");
        ClientNetwork here = new ClientNetwork("127.0.0.1");
        assertThat(counts.begin(one, false)).isTrue();
        assertThat(counts.begin(one, false)).isTrue();
        assertThat(counts.begin(one, false)).isFalse();
        assertThat(counts.begin(here, true)).isTrue();
        assertThat(counts.begin(here, true)).isTrue();
        assertThat(counts.begin(here, true)).isFalse();
        counts.end(one);
        assertThat(counts.begin(one, false)).isTrue();
        assertThat(counts.all()).isEqualTo(4);
    }
}
