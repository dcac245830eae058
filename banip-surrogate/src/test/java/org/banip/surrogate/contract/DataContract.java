package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.Protocol;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** Data comes in, is acknowledged and seen. */
public abstract class DataContract extends EndpointContract {
    @Test
    void dataRequestIsAnsweredWithAnAcknowledgementOfAllInIt() throws IOException {
        TestMbu mbu = registered();
        WireAnswer answer = mbu.send(0, 10);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo(Protocol.FRAMES_TYPE);
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.acknowledged()).containsExactly(10L, 0L);
    }

    @Test
    void emptyBodyIsAnsweredAtOnce() throws IOException {
        assertThat(registered().send(new byte[0]).acknowledged()).containsExactly(0L, 0L);
    }

    @Test
    void severalDataRequestsUseOneConnection() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire wire = mbu.connect()) {
            for (long sequence = 0; sequence < 5; sequence++) {
                byte[] body = Frames.body(2, TestMbu.packets(0, sequence, sequence + 1));
                assertThat(wire.exchange("POST", mbu.dataPath(), Protocol.FRAMES_TYPE, body)
                                .acknowledged())
                        .containsExactly(sequence + 1, 0L);
            }
        }
    }

    @Test
    void laterBodyMayReferToTheLastPacketWhenAllIsAcknowledged() throws IOException {
        TestMbu mbu = registered();
        List<PacketHeader> last = new ArrayList<>(Arrays.asList(null, null));
        for (long sequence = 0; sequence < 4; sequence++) {
            Packet packet = TestMbu.packet(0, sequence);
            byte[] body = Frames.bodyAfter(last, List.of(packet));
            if (sequence > 0) {
                assertThat(body).hasSize(6 + packet.payload().length);
            }
            assertThat(mbu.send(body).acknowledged()).containsExactly(sequence + 1, 0L);
            last.set(0, packet.header());
        }
    }

    @Test
    void bodyMayNotReferToAPacketBeforeAGap() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 1);
        mbu.send(Frames.body(2, List.of(TestMbu.gap(0, 1, 2))));
        List<PacketHeader> last = Arrays.asList(TestMbu.packet(0, 0).header(), null);

        refused(mbu.send(Frames.bodyAfter(last, List.of(TestMbu.packet(0, 3)))), 400, ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void framesMayBeCutAnywhere() throws IOException {
        TestMbu mbu = registered();
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 6));
        try (HttpWire wire = mbu.beginData()) {
            for (int at = 0; at < body.length; at += 3) {
                wire.chunk(Arrays.copyOfRange(body, at, Math.min(body.length, at + 3)));
            }
            wire.endBody();
            assertThat(wire.answer().acknowledged()).containsExactly(6L, 0L);
        }
    }

    @Test
    void endlessRequestIsAcknowledgedOnTheReverseChannelWhileItGoesOn() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.head().status()).isEqualTo(200);
            assertThat(reverse.next()).isEqualTo(new Control.Acknowledgement(new long[] {0, 0}));
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            reverse.awaitAcknowledged(0, 3);
            data.chunk(Frames.body(2, TestMbu.packets(1, 0, 2)));
            reverse.awaitAcknowledged(1, 2);
            data.endBody();
            assertThat(data.answer().acknowledged()).containsExactly(3L, 2L);
        }
    }

    @Test
    void secondReverseChannelGetsTheSameAcknowledgements() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire first = mbu.reverse();
                ReverseWire second = mbu.reverse()) {
            mbu.send(0, 4);
            first.awaitAcknowledged(0, 4);
            second.awaitAcknowledged(0, 4);
        }
    }

    @Test
    void longStreamArrivesWhole() throws IOException {
        TestMbu mbu = registered();
        int packets = 20_000;
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            List<Packet> all = TestMbu.packets(0, 0, packets);
            byte[] body = Frames.body(2, all);
            for (int at = 0; at < body.length; at += 5000) {
                data.chunk(Arrays.copyOfRange(body, at, Math.min(body.length, at + 5000)));
            }
            reverse.awaitAcknowledged(0, packets);
            data.endBody();
            assertThat(data.answer().acknowledged()).containsExactly((long) packets, 0L);
        }
    }

    @Test
    void packetsOfAGroupMayComeOnSeveralRequests() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire even = mbu.beginData();
                HttpWire odd = mbu.beginData()) {
            odd.chunk(Frames.body(2, List.of(TestMbu.packet(0, 1), TestMbu.packet(0, 3), TestMbu.packet(0, 5))));
            odd.endBody();
            even.chunk(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.packet(0, 2), TestMbu.packet(0, 4))));
            even.endBody();
            assertThat(odd.answer().acknowledged()).containsExactly(6L, 0L);
            assertThat(even.answer().acknowledged().get(0)).isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void duplicatesAreTakenWithoutComplaint() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 5);

        assertThat(mbu.send(2, 8).acknowledged()).containsExactly(8L, 0L);
    }

    @Test
    void gapsTakeTheirPlaceInTheSequence() throws IOException {
        TestMbu mbu = registered();
        List<Sequenced> items = List.of(TestMbu.packet(0, 0), TestMbu.gap(0, 1, 5), TestMbu.packet(0, 6));

        assertThat(mbu.send(Frames.body(2, items)).acknowledged()).containsExactly(7L, 0L);
    }

    @Test
    void timeRequestIsAnsweredOnTheReverseChannelOrInTheAnswer() throws IOException {
        TestMbu mbu = registered();
        Control.TimeRequest request = new Control.TimeRequest(1234);
        List<Control> inAnswer = mbu.send(Frames.of(request)).controls();
        assertThat(inAnswer.get(0)).isInstanceOf(Control.Acknowledgement.class);
        assertThat(inAnswer.get(1)).isInstanceOfSatisfying(Control.TimeAnswer.class, DataContract::isInOrder);
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(mbu.send(Frames.of(request)).controls()).hasSize(1);
            isInOrder(reverse.next(Control.TimeAnswer.class, frame -> true));
        }
    }

    /** An MBU opens both at once, and they may come in any order. Whether its body gets through, it learns from this answer. */
    @Test
    void timeRequestThatComesBeforeTheReverseChannelIsAnsweredThere() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginData()) {
            data.chunk(Frames.join(Frames.of(new Control.TimeRequest(1234)), Frames.body(2, TestMbu.packets(0, 0, 1))));
            Patience.await().until(() -> mbu.send(new byte[0]).acknowledged(), List.of(1L, 0L)::equals);
            try (ReverseWire reverse = mbu.reverse()) {
                isInOrder(reverse.next(Control.TimeAnswer.class, frame -> true));
                data.endBody();
                assertThat(data.answer().controls()).noneMatch(Control.TimeAnswer.class::isInstance);
            }
        }
    }

    @Test
    void duplexRequestIsAcknowledgedWhileItGoesOnAndToItsEnd() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            assertThat(reverse.head().status()).isEqualTo(200);
            assertThat(reverse.head().header("content-type")).isEqualTo(Protocol.FRAMES_TYPE);
            assertThat(reverse.head().header("cache-control")).isEqualTo("no-store");
            assertThat(reverse.next()).isEqualTo(new Control.Acknowledgement(new long[] {0, 0}));
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            reverse.awaitAcknowledged(0, 3);
            data.chunk(Frames.of(new Control.TimeRequest(1234)));
            isInOrder(reverse.next(Control.TimeAnswer.class, frame -> true));
            data.chunk(Frames.body(2, TestMbu.packets(1, 0, 2)));
            data.endBody();
            reverse.awaitAcknowledged(1, 2);
            reverse.awaitEnd();
            assertThat(data.exchange(
                                    "POST",
                                    mbu.dataPath(),
                                    Protocol.FRAMES_TYPE,
                                    Frames.body(2, TestMbu.packets(0, 3, 4)))
                            .acknowledged())
                    .containsExactly(4L, 2L);
        }
    }

    @Test
    void duplexRequestMayEndBeforeItsAnswerIsRead() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginDuplex()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 500)));
            data.endBody();
            List<Control> frames = data.answer().controls();
            assertThat(frames.get(frames.size() - 1)).isEqualTo(new Control.Acknowledgement(new long[] {500, 0}));
        }
    }

    @Test
    void duplexRequestsAndOthersShareASession() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginDuplex();
                ReverseWire other = mbu.reverse()) {
            ReverseWire reverse = new ReverseWire(data);
            data.chunk(Frames.body(2, TestMbu.packets(0, 1, 2)));
            assertThat(mbu.send(0, 1).acknowledged().get(0)).isPositive();
            reverse.awaitAcknowledged(0, 2);
            other.awaitAcknowledged(0, 2);
        }
    }

    private static void isInOrder(Control.TimeAnswer answer) {
        assertThat(answer.requestSentNanos()).isEqualTo(1234);
        assertThat(answer.receivedNanos()).isPositive();
        assertThat(answer.sentNanos()).isGreaterThanOrEqualTo(answer.receivedNanos());
    }

    @Test
    void viewersGetThePageTheListAndLiveEvents() throws IOException {
        TestMbu mbu = registered();
        assertThat(exchange("GET", "").header("content-security-policy")).contains("sha256-");
        assertThat(exchange("GET", "surrogates").text()).contains(mbu.session().toString());
        try (EventWire live = new EventWire(base(), "surrogates/" + mbu.session() + "/live", Map.of())) {
            live.next("appeared");
            mbu.send(0, 1);
            assertThat(live.next("data").integer("units", 0, 9)).isEqualTo(TestMbu.UNITS);
            mbu.delete();
            live.next("disappeared");
            live.awaitEnd();
        }
    }
}
