package org.banip.surrogate.jini.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.jini.id.UuidFactory;
import net.jini.jeri.BasicObjectEndpoint;
import net.jini.jeri.tcp.TcpEndpoint;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a call to an exported object may carry. */
@Timeout(120)
class FilteredCallsTest {
    private static final AtomicInteger READ = new AtomicInteger();

    private final List<Object> taken = new CopyOnWriteArrayList<>();
    private RemoteObjects objects;
    private Loose stub;

    /** Takes anything, so that the filter alone decides. */
    interface Loose extends Remote {
        Object take(Object value) throws RemoteException;
    }

    /** Not in the list; notes that its code ran. */
    static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int number;

        Foreign(int number) {
            this.number = number;
        }

        private void readObject(ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
            READ.incrementAndGet();
            in.defaultReadObject();
            assertThat(number).isNotNegative();
        }
    }

    /** As the comparator in the best-known gadget chains: called while a collection is read, before anybody has the collection. */
    static final class CallingComparator implements Comparator<String>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(String a, String b) {
            READ.incrementAndGet();
            return a.compareTo(b);
        }
    }

    /** As the handler of an annotation in others: called by a dynamic proxy. */
    static final class CallingHandler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            READ.incrementAndGet();
            return 0;
        }
    }

    @BeforeEach
    void export() throws Exception {
        READ.set(0);
        objects = RemoteObjects.listen(Transport.loopback());
        stub = exported(CallFilters.toSurrogates());
    }

    private Loose exported(CallLimits limits) throws Exception {
        Loose taking = value -> {
            taken.add(value);
            return value instanceof Record ? "a record" : value;
        };
        return objects.stub(Loose.class, objects.export(taking, limits));
    }

    @AfterEach
    void close() {
        objects.close();
    }

    @Test
    void valuesOfTheListPass() throws Exception {
        stub.take(new AccessToken("a token"));
        assertThat(taken).containsExactly(new AccessToken("a token"));
        assertThat((byte[]) stub.take(new byte[16 << 10])).hasSize(16 << 10);
        Loose subscriber = exported(CallFilters.toSubscribers());
        EventBatch batch = new EventBatch(new long[EventBatch.MAX_NUMBERS], new byte[1 << 20]);
        assertThat(subscriber.take(batch)).isEqualTo("a record");
    }

    @Test
    void longArraysAreRefusedBeforeMemoryIsTakenForThem() throws Exception {
        refused(new byte[(16 << 10) + 1]);
        refused(new long[65]);
        refused(new String[Reduction.MOST_CHANNELS + 1]);
        refused(new Object[] {new Object[1]});
        refused(new EventBatch(new long[0], new byte[0]));
        stub = exported(CallFilters.toSubscribers());
        refused(new long[EventBatch.MAX_NUMBERS + 1]);
        refused(new AccessToken("a token"));
    }

    @Test
    void arrayIsRefusedThatIsAnnouncedButNotSent() throws Exception {
        // The length is in the head of the array: a filter must judge it, not the end of the stream.
        byte[] announced = serialised(new long[EventBatch.MAX_NUMBERS + 1]);
        byte[] head = java.util.Arrays.copyOf(announced, announced.length - 8 * (EventBatch.MAX_NUMBERS + 1));
        ObjectInputStream in = new ObjectInputStream(new java.io.ByteArrayInputStream(head));
        in.setObjectInputFilter(CallFilters.toSurrogates().filter());
        assertThatExceptionOfType(java.io.InvalidClassException.class).isThrownBy(in::readObject);
    }

    @Test
    void arraysOfOneCallAreBoundedTogether() throws Exception {
        CallLimits limits = new CallLimits(type -> true, type -> 100, 8, 100, 1000);
        ObjectInputStream in = new ObjectInputStream(
                new java.io.ByteArrayInputStream(serialised(new Object[] {new long[100], new long[100]})));
        in.setObjectInputFilter(limits.filter());
        assertThatExceptionOfType(java.io.InvalidClassException.class).isThrownBy(in::readObject);
    }

    private static byte[] serialised(Object value) throws java.io.IOException {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    @Test
    void longTextIsNotRead() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> stub.take("x".repeat(1 << 20)))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
        assertThat(taken).isEmpty();
    }

    @Test
    void classOutsideTheListIsRefusedBeforeItsCodeRuns() {
        refused(new Foreign(1));
        refused(new Foreign[] {new Foreign(1)});
        refused(new java.math.BigDecimal(1));
    }

    @Test
    void shapesOfKnownGadgetChainsAreRefusedBeforeTheirCodeRuns() {
        PriorityQueue<String> queue = new PriorityQueue<>(2, new CallingComparator());
        queue.add("a");
        queue.add("b");
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Comparable.class}, new CallingHandler());
        Map<Object, Object> map = new HashMap<>();
        map.put(proxy, "value");
        READ.set(0); // making them called them

        refused(queue);
        refused(map);
        refused(proxy);
    }

    @Test
    void stubWithDistributedGarbageCollectionMakesNoConnection() throws Exception {
        try (ServerSocket bait = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            refused(collecting(bait.getLocalPort()));
            assertThat(stub.take("later")).isEqualTo("later"); // the refused call is over
            // What connected before is accepted before this connection.
            try (Socket own = new Socket(InetAddress.getLoopbackAddress(), bait.getLocalPort());
                    Socket first = bait.accept()) {
                assertThat(first.getPort()).isEqualTo(own.getLocalPort());
            }
        }
    }

    /** Made so that this side does not connect, as it would if the constructor were told. */
    private static BasicObjectEndpoint collecting(int port) throws Exception {
        BasicObjectEndpoint endpoint =
                new BasicObjectEndpoint(TcpEndpoint.getInstance("127.0.0.1", port), UuidFactory.generate(), false);
        java.lang.reflect.Field collects = BasicObjectEndpoint.class.getDeclaredField("dgc");
        collects.setAccessible(true);
        collects.set(endpoint, true);
        assertThat(endpoint.getEnableDGC()).isTrue();
        return endpoint;
    }

    @Test
    void recordsAreCheckedWhenTheyAreRead() {
        // Names are not addresses: nothing is looked up between check and use.
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ObjectAddress("localhost", 1, UUID.randomUUID()));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ObjectAddress("127.0.0.1", 0, UUID.randomUUID()));
    }

    @Test
    void connectionsBeyondTheBoundAreClosed() throws Exception {
        try (RemoteObjects few = RemoteObjects.listen(new Transport("127.0.0.1", 2, java.util.Optional.empty()));
                java.net.Socket first = new java.net.Socket(InetAddress.getLoopbackAddress(), few.port());
                java.net.Socket second = new java.net.Socket(InetAddress.getLoopbackAddress(), few.port());
                java.net.Socket third = new java.net.Socket(InetAddress.getLoopbackAddress(), few.port())) {
            third.setSoTimeout(60_000);
            assertThat(third.getInputStream().read()).isEqualTo(-1);
            assertThat(first.isConnected() && second.isConnected()).isTrue();
        }
    }

    private void refused(Object value) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> stub.take(value))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN));
        assertThat(READ).hasValue(0);
        assertThat(taken).isEmpty();
    }
}
