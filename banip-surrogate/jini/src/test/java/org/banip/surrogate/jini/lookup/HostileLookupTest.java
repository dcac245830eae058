package org.banip.surrogate.jini.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.jini.discovery.Discovery;
import com.sun.jini.discovery.UnicastResponse;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.core.discovery.LookupLocator;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Classes that must not be read: by a lookup service in a call, by its clients in what others registered, and from a false lookup service. */
@Timeout(120)
class HostileLookupTest {
    /** No registration ends by itself in a test. */
    private static final long LONG = Duration.ofHours(1).toMillis();

    private static final AtomicInteger READ = new AtomicInteger();

    /** Not in a list; notes that its code ran. */
    static class Foreign implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            READ.incrementAndGet();
            in.defaultReadObject();
        }
    }

    /** As the comparator in known gadget chains: called while its queue is read. */
    static final class Calling implements Comparator<String>, InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(String a, String b) {
            READ.incrementAndGet();
            return a.compareTo(b);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            READ.incrementAndGet();
            return 0;
        }
    }

    @BeforeEach
    void filter() {
        JvmFilter.installForRiver();
        READ.set(0);
    }

    /** A class outside the lists, and the shapes of known chains. */
    private static List<Object> hostile() {
        PriorityQueue<String> queue = new PriorityQueue<>(2, new Calling());
        queue.add("a");
        queue.add("b");
        Object proxy = proxy(Comparable.class);
        Map<Object, Object> map = new HashMap<>();
        map.put(proxy, "value");
        Set<Object> set = new LinkedHashSet<>(List.of("templates", proxy));
        READ.set(0); // making them called them
        return List.of(new Foreign(), queue, map, set, proxy, nested());
    }

    private static Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(HostileLookupTest.class.getClassLoader(), new Class<?>[] {type}, new Calling());
    }

    /** Would take hours to read. */
    private static Object nested() {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int depth = 0; depth < 100; depth++) {
            Set<Object> nextOne = new HashSet<>();
            Set<Object> nextOther = new HashSet<>(Set.of("unequal"));
            one.add(nextOne);
            one.add(nextOther);
            other.add(nextOne);
            other.add(nextOther);
            one = nextOne;
            other = nextOther;
        }
        return new Object[] {root}; // its own hash code would take as long
    }

    private static LookupService open() {
        return LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofHours(1), 10));
    }

    @Test
    void callToTheLookupServiceIsRefusedBeforeItsCodeRuns() throws Exception {
        try (LookupService lookup = open()) {
            Object stub = stub(remote(lookup));
            InvocationHandler handler = Proxy.getInvocationHandler(stub);
            List<Method> calls = Stream.of(
                            Class.forName("com.sun.jini.reggie.Registrar").getMethods())
                    .filter(method -> Set.of("lookup", "register").contains(method.getName()))
                    .filter(method -> method.getParameterCount() == 2)
                    .toList();
            assertThat(calls).hasSize(2);
            for (Object value : hostile()) {
                for (Method call : calls) {
                    Object last = call.getName().equals("lookup") ? (Object) 1 : (Object) 1000L;
                    assertThatExceptionOfType(RefusedException.class)
                            .as("%s with %s", call.getName(), value.getClass())
                            .isThrownBy(() -> handler.invoke(stub, call, new Object[] {value, last}))
                            .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN));
                    assertThat(READ).hasValue(0);
                }
            }
            assertThat(lookup.services()).isZero();
        }
    }

    private static ServiceRegistrar remote(LookupService lookup) throws Exception {
        return JvmFilter.trusting(() -> new LookupLocator("127.0.0.1", lookup.port()).getRegistrar(60_000));
    }

    private static Object stub(ServiceRegistrar proxy) throws Exception {
        java.lang.reflect.Field server =
                Class.forName("com.sun.jini.reggie.RegistrarProxy").getDeclaredField("server");
        server.setAccessible(true);
        return server.get(proxy);
    }

    @Test
    void registeredObjectOfAnotherClassIsLeftOutBeforeItsCodeRuns() throws Exception {
        try (LookupService lookup = open()) {
            ServiceRegistrar remote = remote(lookup);
            SurrogateProxy good = new SurrogateProxy(new ObjectAddress("127.0.0.1", 9, UUID.randomUUID()));
            JvmFilter.trusting(() -> remote.register(item(good, "good"), LONG));
            JvmFilter.trusting(() -> remote.register(item(proxy(RemoteSurrogate.class), "evil"), LONG));
            assertThat(lookup.services()).isEqualTo(2);
            READ.set(0);

            List<FoundSurrogate> found = LookupClient.find(LookupAddress.parse(lookup.locator()), Transport.loopback())
                    .surrogates();

            assertThat(found).extracting(FoundSurrogate::ban).containsExactly("good");
            assertThat(READ).hasValue(0);
        }
    }

    private static ServiceItem item(Object service, String ban) {
        UUID random = UUID.randomUUID();
        return new ServiceItem(
                new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits()),
                service,
                new Entry[] {new Ban(ban, "host", "session", "standard", 1)});
    }

    @Test
    void falseLookupServiceCannotMakeItsClientReadOtherClasses() throws Exception {
        ServiceRegistrar registrar = (ServiceRegistrar) proxy(ServiceRegistrar.class);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answer(server, registrar));

            assertThatExceptionOfType(BanipException.class)
                    .isThrownBy(() -> LookupClient.find(
                            new LookupAddress("127.0.0.1", server.getLocalPort()), Transport.loopback()))
                    .withRootCauseInstanceOf(InvalidClassException.class);

            assertThat(READ).hasValue(0);
            answered.join();
        }
    }

    private static void answer(ServerSocket server, ServiceRegistrar registrar) {
        try (Socket client = server.accept()) {
            int version = new DataInputStream(client.getInputStream()).readInt();
            Discovery discovery = version == Discovery.PROTOCOL_VERSION_1
                    ? Discovery.getProtocol1()
                    : Discovery.getProtocol2(Discovery.class.getClassLoader());
            discovery.handleUnicastDiscovery(
                    new UnicastResponse("127.0.0.1", server.getLocalPort(), new String[] {"banip"}, registrar),
                    client,
                    InvocationConstraints.EMPTY,
                    null,
                    Collections.emptyList());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
