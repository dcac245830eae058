package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.banip.core.error.BanipException;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.TestTls;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls and discovery by TLS 1.3 with certificates on both sides, over real sockets. */
@Timeout(180)
class TlsBetweenJvmsTest {
    @TempDir
    private static Path directory;

    private static TestTls tls;

    private static final EventBatch BATCH = new EventBatch(new long[] {7}, new byte[0]);

    /** Who must not get in. */
    enum Stranger {
        PLAIN {
            @Override
            Transport transport() {
                return Transport.loopback();
            }
        },
        WITHOUT_CERTIFICATE {
            @Override
            Transport transport() throws Exception {
                return TestTls.transport(tls.withoutCertificate());
            }
        },
        WITH_A_FOREIGN_CERTIFICATE {
            @Override
            Transport transport() {
                return TestTls.transport(tls.contexts("foreign"));
            }
        };

        abstract Transport transport() throws Exception;
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        tls = new TestTls(directory);
    }

    @AfterEach
    void plainAgain() {
        Transport.loopback().connectReceived();
    }

    private static Transport host() {
        return TestTls.transport(tls.contexts("host"));
    }

    private static Transport client() {
        return TestTls.transport(tls.contexts("client"));
    }

    private static LookupService lookup() {
        return LookupService.start(new LookupSettings(host(), 0, List.of("banip"), Duration.ofSeconds(30), 10));
    }

    @Test
    void discoveryCallsAndSubscriptionsWorkWithCertificatesOnBothSides(@TempDir Path store) throws Exception {
        Map<String, String> options = Map.of(
                "jini-key-store", tls.keyStore("host").toString(),
                "jini-key-store-password-file", tls.passwordFile().toString(),
                "jini-trust-store", tls.trustStore().toString(),
                "jini-trust-store-password-file", tls.passwordFile().toString());
        try (RunningHost host = JiniTestHost.start(store.resolve("store.db"), Optional.empty(), options)) {
            LookupAddress lookup = JiniTestHost.lookup(host.host());
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            await().untilAsserted(() ->
                    assertThat(LookupClient.find(lookup, client()).surrogates()).hasSize(1));

            FoundSurrogate found =
                    LookupClient.find(lookup, client()).surrogates().get(0);
            assertThat(found.surrogate()
                            .description(AccessToken.NONE)
                            .description()
                            .ban())
                    .isEqualTo(TestMbu.BAN);

            AtomicLong units = new AtomicLong();
            BanSubscriber subscriber = BanSubscriber.builder(
                            new LookupDirectory(lookup, client()), client(), counting(units))
                    .start();
            try {
                mbu.send(0, 3);
                await().untilAsserted(() -> assertThat(units).hasPositiveValue());
            } finally {
                subscriber.close();
            }
        }
    }

    private static SurrogateInterest counting(AtomicLong units) {
        return new SurrogateInterest() {
            @Override
            public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
                return processed.map(StartPoint::at).orElse(StartPoint.beginning());
            }

            @Override
            public SurrogateListener listener(SurrogateDescription surrogate) {
                return new SurrogateListener() {
                    @Override
                    public void delivered(SensorData data) {
                        units.addAndGet(data.unitCount());
                    }
                };
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void strangerCallsNoObject(Stranger stranger) throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(host());
                HeardLog log = new HeardLog()) {
            AtomicInteger called = new AtomicInteger();
            ObjectAddress at = objects.export((RemoteSubscriber) batch -> called.incrementAndGet());
            caller(client()).stub(RemoteSubscriber.class, at).deliver(BATCH);
            assertThat(called).hasValue(1);
            assertThat(objects.refused().total()).isZero();

            RemoteSubscriber stub = caller(stranger.transport()).stub(RemoteSubscriber.class, at);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> stub.deliver(BATCH));

            await().untilAsserted(
                            () -> assertThat(objects.refused().withoutTls()).isPositive());
            await().untilAsserted(() ->
                    assertThat(log.messages()).anyMatch(line -> line.contains("refused a connection from 127.0.0.1")));
            caller(client()).stub(RemoteSubscriber.class, at).deliver(BATCH);
            assertThat(called).hasValue(2);
        }
    }

    private static RemoteObjects caller(Transport transport) throws Exception {
        RemoteObjects caller = RemoteObjects.listen(transport);
        caller.close(); // it listens for nobody; its stubs still call
        return caller;
    }

    @ParameterizedTest
    @EnumSource
    void strangerFindsNoLookupService(Stranger stranger) throws Exception {
        try (LookupService lookup = lookup()) {
            LookupAddress at = LookupAddress.parse(lookup.locator());
            assertThat(LookupClient.find(at, client()).surrogates()).isEmpty();
            Transport transport = stranger.transport();

            assertThatExceptionOfType(BanipException.class).isThrownBy(() -> LookupClient.find(at, transport));

            await().untilAsserted(() -> assertThat(lookup.refusedConnections()).isPositive());
            assertThat(LookupClient.find(at, client()).surrogates()).isEmpty();
        }
    }

    @Test
    void olderVersionsOfTlsAreRefused() throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(host());
                SSLSocket old = (SSLSocket) tls.sockets("client").createSocket("127.0.0.1", objects.port())) {
            old.setSoTimeout(60_000);
            old.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatExceptionOfType(SSLException.class).isThrownBy(old::startHandshake);
            await().untilAsserted(
                            () -> assertThat(objects.refused().withoutTls()).isPositive());
        }
    }

    @Test
    void serverWhoseCertificateIsForeignOrNamesAnotherAddressGetsNoCall() throws Exception {
        Transport elsewhere = new Transport("127.0.0.2", 8, Optional.of(tls.contexts("host")));
        for (Transport wrong :
                Stream.of(TestTls.transport(tls.contexts("foreign")), elsewhere).toList()) {
            try (RemoteObjects objects = RemoteObjects.listen(wrong)) {
                ObjectAddress at = objects.export((RemoteSubscriber) batch -> {
                    throw new AssertionError("was called");
                });
                assertThatExceptionOfType(RemoteException.class)
                        .isThrownBy(() -> caller(client())
                                .stub(RemoteSubscriber.class, at)
                                .deliver(BATCH))
                        .withStackTraceContaining(SSLHandshakeException.class.getName());
            }
        }
    }

    @Test
    void plainLookupServiceIsNotTalkedToWhereTlsIsWanted() throws Exception {
        LookupSettings plain =
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 10);
        try (LookupService lookup = LookupService.start(plain)) {
            LookupAddress at = LookupAddress.parse(lookup.locator());
            assertThatExceptionOfType(BanipException.class)
                    .isThrownBy(() -> LookupClient.find(at, client()))
                    .withCauseInstanceOf(IOException.class);
        }
    }
}
