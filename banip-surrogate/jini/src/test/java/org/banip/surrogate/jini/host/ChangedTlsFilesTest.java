package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.rmi.RemoteException;
import java.security.cert.Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.banip.server.log.HeardLog;
import org.banip.server.tls.TestKeys;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.banip.surrogate.jini.transport.TestTls;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of TLS between JVMs change while objects are called, over real sockets. */
@Timeout(180)
class ChangedTlsFilesTest {
    private static final EventBatch BATCH = new EventBatch(new long[] {7}, new byte[0]);

    @TempDir
    private Path directory;

    private final AtomicInteger called = new AtomicInteger();
    private TestTls tls;
    private Path ownKeys;
    private Path ownTrust;

    @BeforeEach
    void makeFiles() throws Exception {
        tls = new TestTls(directory);
        ownKeys = Files.copy(tls.keyStore("host"), directory.resolve("own.p12"));
        ownTrust = Files.copy(tls.trustStore(), directory.resolve("own-trust.p12"));
    }

    /** Trusts both, until a test changes its files. */
    private Transport own() {
        return TestTls.transport(TlsContexts.of(ownKeys, TestKeys.PASSWORD, ownTrust, TestKeys.PASSWORD));
    }

    private ObjectAddress export(RemoteObjects objects) throws IOException {
        return objects.export((RemoteSubscriber) batch -> called.incrementAndGet());
    }

    private static RemoteSubscriber stub(Transport transport, ObjectAddress at) throws Exception {
        RemoteObjects caller = RemoteObjects.listen(transport);
        caller.close(); // it listens for nobody; its stubs still call
        return caller.stub(RemoteSubscriber.class, at);
    }

    private RemoteSubscriber client(ObjectAddress at) throws Exception {
        return stub(TestTls.transport(tls.contexts("client")), at);
    }

    /** As operators replace files, at once. */
    private void replace(Path file, Path by) throws IOException {
        Path whole = Files.copy(by, directory.resolve("whole"));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Certificate shown(RemoteObjects objects) throws IOException {
        try (SSLSocket socket = (SSLSocket) tls.sockets("client").createSocket("127.0.0.1", objects.port())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    @Test
    void newConnectionsAreShownTheNewCertificateAndTheOthersGoOn() throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(own())) {
            RemoteSubscriber stub = client(export(objects));
            stub.deliver(BATCH);
            assertThat(shown(objects)).isEqualTo(tls.certificate("host"));

            replace(ownKeys, tls.keyStore("client"));

            await().untilAsserted(() -> assertThat(shown(objects)).isEqualTo(tls.certificate("client")));
            stub.deliver(BATCH);
            assertThat(called).hasValue(2);
            assertThat(objects.refused().total()).isZero();
        }
    }

    @Test
    void callerThatIsNotTrustedAnyMoreIsOutUntilItIsTrustedAgain() throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(own());
                HeardLog log = new HeardLog()) {
            ObjectAddress at = export(objects);
            RemoteSubscriber stub = client(at);
            stub.deliver(BATCH); // the connection stays for the next call

            replace(ownTrust, tls.trustStoreOf("host"));

            await().untilAsserted(() ->
                    assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> stub.deliver(BATCH)));
            int before = called.get();
            RemoteSubscriber another = client(at);
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> another.deliver(BATCH));
            assertThat(called).hasValue(before);
            assertThat(objects.refused().withoutTls()).isPositive();
            assertThat(log.messages()).anyMatch(line -> line.contains("is not trusted any more"));

            replace(ownTrust, tls.trustStore());
            await().ignoreExceptions().untilAsserted(() -> another.deliver(BATCH));
        }
    }

    @Test
    void serverThatIsNotTrustedAnyMoreGetsNoCall() throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(TestTls.transport(tls.contexts("host")))) {
            RemoteSubscriber stub = stub(own(), export(objects));
            stub.deliver(BATCH);

            replace(ownTrust, tls.trustStoreOf("client"));

            await().untilAsserted(() ->
                    assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> stub.deliver(BATCH)));
            int before = called.get();
            assertThatExceptionOfType(RemoteException.class).isThrownBy(() -> stub.deliver(BATCH));
            assertThat(called).hasValue(before);

            replace(ownTrust, tls.trustStore());
            await().ignoreExceptions().untilAsserted(() -> stub.deliver(BATCH));
        }
    }

    @Test
    void filesThatCannotBeReadLeaveTheOthersInForce() throws Exception {
        try (RemoteObjects objects = RemoteObjects.listen(own());
                HeardLog log = new HeardLog()) {
            ObjectAddress at = export(objects);
            RemoteSubscriber stub = client(at);
            Files.writeString(ownTrust, "no store");
            await().untilAsserted(() -> {
                stub.deliver(BATCH);
                assertThat(log.messages()).anyMatch(line -> line.contains("stays in force"));
            });
            client(at).deliver(BATCH);
            assertThat(objects.refused().total()).isZero();
        }
    }
}
