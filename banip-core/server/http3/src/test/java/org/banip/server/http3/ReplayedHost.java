package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import java.net.DatagramSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.banip.core.interconnect.Protocol;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host whose MBU has a session of TLS that it can resume, and an attacker who records the first flight and sends it again. The host's clock stands
 * until a test moves it, so that what may be a replay stays so.
 */
abstract class ReplayedHost {
    static final String[] FRAMES = {"content-type", Protocol.FRAMES_TYPE};
    static final String[] JSON = {"content-type", Protocol.JSON_TYPE};

    @TempDir
    private Path folder;

    final TestClock clock = new TestClock();
    final QuicSslContext sessions = Http3Client.context();
    RunningHost host;
    TestMbu mbu;
    int port;

    /** The limits of the host. */
    HostLimits limits() {
        return HostLimits.builder().build();
    }

    @BeforeEach
    void streamThreePackets() throws Exception {
        TlsFiles keys =
                TlsFiles.keyStore(TestKeys.make(folder.resolve("keys.p12"), "EC", "localhost"), TestKeys.PASSWORD);
        host = RunningHost.over(
                JdbcStore.open(folder.resolve("store.db")),
                builder -> builder.clock(clock).limits(limits()),
                HostServerSettings.builder().tls(keys).build());
        port = host.server().port();
        mbu = new TestMbu(host.base());
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange registration = client.open("POST", "/interconnects", JSON);
            registration.send(mbu.registration().toJson());
            registration.end();
            registration.awaitEnd();
            assertThat(registration.status()).isEqualTo(201);
            assertThat(post(client.confirmed(), Frames.body(2, TestMbu.packets(0, 0, 3)))
                            .status())
                    .isEqualTo(200);
        }
    }

    @AfterEach
    void stop() {
        host.close();
    }

    final Http3Exchange post(QuicChannel quic, byte[] body) throws Exception {
        Http3Exchange data =
                Http3Exchange.open(quic, "POST", "/" + mbu.dataPath(), FRAMES).get(60, TimeUnit.SECONDS);
        data.send(body);
        data.end();
        data.awaitEnd();
        return data;
    }

    /** Sequence numbers in the store. */
    final List<Long> stored() {
        List<Long> sequences = new ArrayList<>();
        host.host()
                .store()
                .read(host.host().store().interconnects().get(0), 0, 0, item -> sequences.add(item.sequence()));
        return sequences;
    }

    /** Replays until the host has met the two packets again. The server drops what comes before it has forgotten the connection. */
    final void replay(List<byte[]> flight) throws Exception {
        long before = host.host().statistics().duplicates();
        replayUntil(flight, () -> host.host().statistics().duplicates() >= before + 2);
    }

    final void replayUntil(List<byte[]> flight, BooleanSupplier happened) throws Exception {
        long sent = flight.stream().mapToLong(datagram -> datagram.length).sum();
        for (int attempt = 0; attempt < 120 && !happened.getAsBoolean(); attempt++) {
            try (DatagramSocket attacker = UdpRelay.replay(flight, port)) {
                // Not more than three bytes for one (RFC 9000, section 8).
                assertThat(UdpRelay.received(attacker, 500)).isLessThanOrEqualTo(3 * sent);
            }
        }
        assertThat(happened.getAsBoolean()).isTrue();
    }

    final long refused() {
        return host.host().statistics().refused().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    final SurrogateState state() {
        return host.surrogate(mbu.session()).state();
    }
}
