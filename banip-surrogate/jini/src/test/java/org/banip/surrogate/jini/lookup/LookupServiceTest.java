package org.banip.surrogate.jini.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import net.jini.admin.Administrable;
import net.jini.core.discovery.LookupLocator;
import net.jini.core.entry.Entry;
import net.jini.core.event.RemoteEventListener;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceRegistration;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.export.CallLimits;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lookup service as other JVMs see it. */
@Timeout(120)
class LookupServiceTest {
    /** No registration ends by itself in a test. */
    private static final long LONG = Duration.ofHours(1).toMillis();

    private static LookupSettings settings(Transport transport, int openTo) {
        return new LookupSettings(transport, 0, List.of("banip"), Duration.ofHours(1), openTo);
    }

    private static ServiceItem item() {
        UUID random = UUID.randomUUID();
        return new ServiceItem(
                new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits()),
                new SurrogateProxy(new ObjectAddress("127.0.0.1", 9, UUID.randomUUID())),
                new Entry[] {new Ban("ban-1", "host", "session", "standard", 1)});
    }

    private static ServiceRegistrar remote(LookupService lookup) throws Exception {
        return remote("127.0.0.1", lookup.port());
    }

    /** Trusting, because other tests of this JVM may have installed the filter. */
    private static ServiceRegistrar remote(String address, int port) throws Exception {
        return JvmFilter.trusting(() -> new LookupLocator(address, port).getRegistrar(60_000));
    }

    private static ServiceRegistration registered(ServiceRegistrar at) throws Exception {
        return registered(at, item());
    }

    private static ServiceRegistration registered(ServiceRegistrar at, ServiceItem item) throws Exception {
        return JvmFilter.trusting(() -> at.register(item, LONG));
    }

    private static int surrogates(ServiceRegistrar registrar) throws RemoteException {
        return registrar.lookup(new ServiceTemplate(null, new Class<?>[] {RemoteSurrogate.class}, null), 10)
                .totalMatches;
    }

    /** BANip's log has its start and its end already; a command would print them on standard error. */
    @Test
    void riverDoesNotLogThatItStartsAndEnds() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record.getLevel() + " " + record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger river = Logger.getLogger("com.sun.jini");
        river.addHandler(handler);
        try {
            LookupService.start(settings(Transport.loopback(), 0)).close();
        } finally {
            river.removeHandler(handler);
        }
        assertThat(logged).isEmpty();
    }

    @Test
    void onlyThisJvmRegistersInAClosedOne() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 0))) {
            ServiceRegistrar remote = remote(lookup);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> registered(remote));

            ServiceRegistration own = lookup.registrar().register(item(), LONG);

            assertThat(surrogates(remote)).isEqualTo(1);
            own.getLease().renew(LONG);
            own.getLease().cancel();
            assertThat(surrogates(remote)).isZero();
        }
    }

    @Test
    void anOpenOneTakesAsManyRegistrationsAsItIsSet() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 2))) {
            ServiceRegistrar remote = remote(lookup);
            ServiceRegistration first = registered(remote);
            registered(remote);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> registered(remote));

            first.getLease().renew(LONG);
            first.getLease().cancel();
            registered(remote);
            assertThat(surrogates(remote)).isEqualTo(2);
        }
    }

    @Test
    void aFullOneStillTakesAServiceThatItKnows() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 1))) {
            ServiceRegistrar remote = remote(lookup);
            ServiceItem known = item();
            registered(remote, known);
            registered(remote, known).getLease().renew(LONG);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> registered(remote));
            assertThat(surrogates(remote)).isEqualTo(1);
        }
    }

    @Test
    void manyAtOnceDoNotRegisterMoreThanTheBound() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 5))) {
            ServiceRegistrar remote = remote(lookup);
            AtomicInteger granted = new AtomicInteger();
            List<Thread> all = new ArrayList<>();
            for (int index = 0; index < 40; index++) {
                all.add(new Thread(() -> {
                    try {
                        registered(remote);
                        granted.incrementAndGet();
                    } catch (Exception e) {
                        assertThat(e).hasMessageContaining("as many as are allowed");
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread each : all) {
                each.join();
            }
            assertThat(granted).hasValue(5);
            assertThat(surrogates(remote)).isEqualTo(5);
        }
    }

    @Test
    void listOfManyServicesIsRead() throws Exception {
        JvmFilter.installForRiver();
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 5000))) {
            for (int index = 0; index < 1500; index++) { // more than an array may have elsewhere
                lookup.registrar().register(item(), LONG);
            }
            assertThat(LookupClient.find(LookupAddress.parse(lookup.locator()), Transport.loopback())
                            .surrogates())
                    .hasSize(1500);
        }
    }

    @Test
    void registrationThatIsTooLongIsRefused() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 5))) {
            ServiceRegistrar remote = remote(lookup);
            ServiceItem large = item();
            large.attributeSets = new Entry[] {new Ban("x".repeat(33 << 10), "host", "session", "standard", 1)};
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> registered(remote, large))
                    .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
            assertThat(surrogates(remote)).isZero();
        }
    }

    @Test
    void attributesOfARegistrationCannotGrow() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 5))) {
            ServiceRegistration own = registered(remote(lookup));
            Entry[] more = {new Ban("ban-1", "host", "session", "other", 2)};
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> own.addAttributes(more));
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> own.setAttributes(more));
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> own.modifyAttributes(more, more));
        }
    }

    @Test
    void nobodyAdministersItFromOutside() throws Exception {
        try (LookupService lookup = LookupService.start(settings(Transport.loopback(), 5))) {
            ServiceRegistrar remote = remote(lookup);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(((Administrable) remote)::getAdmin);
            assertThatExceptionOfType(RemoteException.class)
                    .isThrownBy(() -> remote.notify(
                            new ServiceTemplate(null, null, null), 1, (RemoteEventListener) event -> {}, null, 1000));
            // The admin interfaces of the stub itself, called past the proxy.
            Object stub = stub(remote);
            assertThatExceptionOfType(RemoteException.class)
                    .isThrownBy(((com.sun.jini.admin.DestroyAdmin) stub)::destroy);
            assertThatExceptionOfType(RemoteException.class)
                    .isThrownBy(() -> ((net.jini.lookup.DiscoveryAdmin) stub).setUnicastPort(0));

            assertThat(surrogates(remote)).isZero();
        }
    }

    @Test
    void callsCarryNoNestedAndNoLongArrays() {
        CallLimits limits = RegistrarCalls.limits();
        assertThat(limits.classes().test(Object[].class)).isTrue();
        assertThat(limits.classes().test(Object[][].class)).isFalse();
        assertThat(limits.longestArray().applyAsLong(Object[].class)).isEqualTo(512);
    }

    private static Object stub(ServiceRegistrar proxy) throws Exception {
        java.lang.reflect.Field server =
                Class.forName("com.sun.jini.reggie.RegistrarProxy").getDeclaredField("server");
        server.setAccessible(true);
        return server.get(proxy);
    }

    @Test
    void closesOnAnAddressThatTheMachinesNameDoesNotResolveTo() throws Exception {
        Transport elsewhere = new Transport("127.0.0.2", 8, java.util.Optional.empty());
        LookupService lookup = LookupService.start(settings(elsewhere, 0));
        int port = lookup.port();
        assertThat(remote("127.0.0.2", port)).isNotNull();
        lookup.close();
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(Thread::isAlive)
                        .map(Thread::getName))
                .doesNotContain("unicast request");
    }
}
