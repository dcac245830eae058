package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.Protocol;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is slow, full or broken: nothing is acknowledged before it is durable, nothing is lost, nothing piles up. */
class StoreFaultTest {
    @TempDir
    private Path directory;

    private final Recorded recorded = new Recorded();
    private FaultyStore store;
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        host = RunningHost.over(store);
        host.host().subscribe("test", recorded);
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        store.full(false);
        store.silent(false);
        host.close();
    }

    @Test
    void nothingIsAcknowledgedBeforeItIsDurable() throws IOException {
        store.silent(true);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.next()).isEqualTo(new Control.Acknowledgement(new long[] {0, 0}));
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            data.endBody();
            await().until(() -> store.unsaid() == 3);
            assertThat(host.surrogate(mbu.session())
                            .statistics()
                            .groups()
                            .get(0)
                            .nextSequence())
                    .isZero();

            store.silent(false);
            assertThat(data.answer().acknowledged()).containsExactly(3L, 0L);
            reverse.awaitAcknowledged(0, 3);
        }
    }

    @Test
    void fullStoreStopsTheReadingAndRoomLetsItGoOn() throws Exception {
        int count = 3000;
        byte[] body = Frames.body(2, bigPackets(count));
        store.full(true);
        AtomicLong written = new AtomicLong();
        Thread sender;
        try (Socket socket = new Socket(host.base().getHost(), host.base().getPort());
                ReverseWire reverse = mbu.reverse()) {
            // Otherwise the system may let it grow to a good part of the body.
            socket.setSendBufferSize(65_536);
            sender = new Thread(() -> send(socket, body, written), "sender");
            sender.start();
            // Nothing more leaves once all buffers on the way are full: bounded by them, far less than the body.
            AtomicLong before = new AtomicLong();
            await().pollInterval(Duration.ofMillis(300))
                    .until(() -> before.getAndSet(written.get()) == written.get() && written.get() > 0);
            assertThat(written.get()).isLessThan(body.length / 2);
            // Read before a decoder's own thread finds the store full: DecodeTurns.MOST_WAITING_BYTES and one piece.
            long read = host.surrogate(mbu.session()).statistics().bodyBytes();
            assertThat(read).isLessThanOrEqualTo((256 << 10) + 16_384);

            store.full(false);
            reverse.awaitAcknowledged(0, count);
            sender.join();
        }
        assertThat(host.host().store().statistics().packets()).isEqualTo(count);
    }

    private void send(Socket socket, byte[] body, AtomicLong written) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /" + mbu.dataPath()
                            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.banip.frames\r\n"
                            + "Content-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            for (int at = 0; at < body.length; at += 4096) {
                out.write(body, at, Math.min(4096, body.length - at));
                written.addAndGet(4096);
            }
            out.flush();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Packet> bigPackets(int count) {
        return java.util.stream.IntStream.range(0, count)
                .mapToObj(sequence -> Packet.of(
                        new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * 1000L, 1000, true), new byte[4000]))
                .toList();
    }

    @Test
    void slowStoreOfOneMbuDoesNotHoldAnotherUp() throws IOException {
        TestMbu other = new TestMbu(host.base());
        other.register();
        store.silent(true);
        try (HttpWire held = mbu.beginData()) {
            held.chunk(Frames.body(2, TestMbu.packets(0, 0, 5)));
            held.endBody();
            await().until(() -> store.unsaid() == 5);
            try (ReverseWire reverse = other.reverse()) {
                assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
                try (HttpWire data = other.beginData()) {
                    data.chunk(Frames.of(new Control.TimeRequest(1)));
                    reverse.next(Control.TimeAnswer.class, answer -> true);
                }
            }
            store.silent(false);
            assertThat(held.answer().acknowledged()).containsExactly(5L, 0L);
        }
    }

    @Test
    void brokenStoreIsToldAndTheResendIsTaken() throws IOException {
        mbu.send(0, 2);
        store.broken(true);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 2, 5)));
            WireAnswer answer = data.answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.error()).isEqualTo("storage-unavailable");
            assertThat(reverse.next(Control.ErrorReport.class, frame -> true).codeNumber())
                    .isEqualTo(18);
        }
        assertThat(mbu.send(2, 5).error()).isEqualTo("storage-unavailable");

        store.broken(false);
        await().until(() -> mbu.send(new byte[0]).status() == 200);
        assertThat(mbu.send(2, 6).acknowledged()).containsExactly(6L, 0L);
        // What went to live subscribers before the failure does not go again.
        await().untilAsserted(() -> assertThat(recorded.events())
                .containsExactly(
                        "appeared ban-17",
                        "delivered 0/0",
                        "delivered 0/1",
                        "delivered 0/2",
                        "delivered 0/3",
                        "delivered 0/4",
                        "delivered 0/5"));
    }

    @Test
    void storeThatFailsUnexpectedlyIsToldAndTheResendIsTaken() throws IOException {
        mbu.send(0, 2);
        store.failing(true);
        assertThat(mbu.send(2, 5).error()).isEqualTo("storage-unavailable");
        store.failing(false);
        await().until(() -> mbu.send(new byte[0]).status() == 200);
        assertThat(mbu.send(2, 6).acknowledged()).containsExactly(6L, 0L);
        assertThat(mbu.delete().status()).isEqualTo(204);
        assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(6);
    }

    @Test
    void registrationWithoutAStoreIsRefusedForNow() throws IOException {
        store.broken(true);
        WireAnswer answer = new TestMbu(host.base())
                .post(new TestMbu(host.base()).registration().toJson());
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.error()).isEqualTo("storage-unavailable");
    }

    @Test
    void newLifeOfASessionWaitsForWhatTheOldOneGaveToTheStore() throws Exception {
        store.silent(true);
        try (HttpWire data = mbu.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            await().until(() -> store.unsaid() == 3);
        }
        assertThat(mbu.delete().status()).isEqualTo(204);
        AtomicLong next = new AtomicLong(-1);
        Thread again = new Thread(
                () -> {
                    try {
                        next.set(mbu.register().groups().get(0).nextSequence());
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                },
                "registering");
        again.start();
        assertThat(next).hasValue(-1);
        store.silent(false);
        again.join();
        assertThat(next).hasValue(3);
    }

    @Test
    void sessionsThatWaitForAStalledStoreKeepNobodyFromRegistering() throws Exception {
        store.silent(true);
        List<HttpWire> waiting = new ArrayList<>();
        try {
            List<TestMbu> ends = new ArrayList<>();
            for (int i = 1; i <= 12; i++) {
                TestMbu ended = new TestMbu(host.base());
                ended.register();
                endWithUnsettledData(ended, i);
                ends.add(ended);
            }
            for (TestMbu ended : ends) { // all at once: none of them waits for longer than ten seconds
                HttpWire again = ended.connect();
                waiting.add(again);
                again.begin(
                        "POST",
                        "interconnects",
                        Protocol.JSON_TYPE,
                        ended.registration().toJson().getBytes(StandardCharsets.UTF_8));
            }
            new TestMbu(host.base()).register();
            store.silent(false);
            for (HttpWire again : waiting) {
                assertThat(again.answer().status()).isEqualTo(201);
            }
        } finally {
            for (HttpWire again : waiting) {
                again.close();
            }
        }
    }

    private void endWithUnsettledData(TestMbu ended, int unsettled) throws IOException {
        try (HttpWire data = ended.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            await().until(() -> store.unsaid() == unsettled);
        }
        assertThat(ended.delete().status()).isEqualTo(204);
    }
}
