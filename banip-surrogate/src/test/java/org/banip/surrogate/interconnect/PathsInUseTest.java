package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** An MBU with two paths: the host sends on those by which packets come (docs/protocol.md, section 4.3). Its clock stands still but where a test moves it. */
class PathsInUseTest extends ClockedHostTest {
    private static final Duration LONG_AGO = Duration.ofSeconds(3);

    /** A path with a data request whose answer is its reverse channel. */
    private final class NamedPath implements AutoCloseable {
        private final HttpWire data;
        private final ReverseWire reverse;

        NamedPath(String name) throws IOException {
            data = mbu.onPath(name).beginDuplex();
            reverse = new ReverseWire(data);
            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
        }

        void send(long packet) throws IOException {
            data.chunk(Frames.body(2, TestMbu.packets(0, packet, packet + 1)));
        }

        void sendAndAwait(long packet) throws IOException {
            send(packet);
            reverse.awaitAcknowledged(0, packet + 1);
        }

        /** All frames up to the answer of a time request that is sent now, which is the last of them. */
        List<Control> untilAnswer(long time) throws IOException {
            data.chunk(Frames.of(new Control.TimeRequest(time)));
            List<Control> frames = new ArrayList<>();
            do {
                frames.add(reverse.next());
            } while (!(frames.get(frames.size() - 1) instanceof Control.TimeAnswer));
            return frames;
        }

        @Override
        public void close() throws IOException {
            data.close();
        }
    }

    @Test
    void acknowledgementsAndTimeAnswersGoOnlyWherePacketsAndRequestsCome() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            for (long packet = 0; packet < 5; packet++) {
                wifi.sendAndAwait(packet);
            }

            assertThat(lte.untilAnswer(1)).hasSize(2).first().isEqualTo(acknowledged(5));
            wifi.sendAndAwait(5);
            assertThat(wifi.untilAnswer(2))
                    .last()
                    .isInstanceOfSatisfying(
                            Control.TimeAnswer.class,
                            answer -> assertThat(answer.requestSentNanos()).isEqualTo(2));
        }
    }

    /** The MBU learns from it whether a body on this path gets through. */
    @Test
    void timeAnswerOfAPathWithoutAChannelGoesOnTheOthersAndAgainOnItsNextOne() throws IOException {
        try (ReverseWire wifi = mbu.onPath("wifi").reverse();
                HttpWire data = mbu.onPath("lte").beginData()) {
            data.chunk(Frames.of(new Control.TimeRequest(7)));
            assertThat(wifi.next(Control.TimeAnswer.class, frame -> true).requestSentNanos())
                    .isEqualTo(7);
            try (ReverseWire lte = mbu.onPath("lte").reverse()) {
                assertThat(lte.next(Control.TimeAnswer.class, frame -> true).requestSentNanos())
                        .isEqualTo(7);
            }
        }
    }

    @Test
    void pathThatWasLeftGetsNoMoreAcknowledgements() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            lte.sendAndAwait(0);
            clock.pass(Duration.ofMillis(1));
            wifi.sendAndAwait(1);
            lte.reverse.awaitAcknowledged(0, 2); // still in use
            clock.pass(LONG_AGO);
            for (long packet = 2; packet < 6; packet++) {
                wifi.sendAndAwait(packet);
            }

            assertThat(lte.untilAnswer(1)).hasSize(2).first().isEqualTo(acknowledged(6));
        }
    }

    @Test
    void packetThatComesAgainByAnotherPathIsAcknowledgedThere() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            wifi.sendAndAwait(0);
            lte.send(0);
            assertThat(lte.reverse.next()).isEqualTo(acknowledged(1));

            clock.pass(LONG_AGO);
            wifi.sendAndAwait(1);
            lte.send(7); // has to wait
            lte.send(0);
            assertThat(lte.reverse.next()).isEqualTo(acknowledged(2));
        }
    }

    /** The registration lets acknowledgements wait for ten seconds; a path is in use for two after its last packet. */
    @Test
    void pathOfADuplicateGetsTheAcknowledgementThatWaitsThoughItIsNotInUseThen() throws IOException {
        assertThat(mbu.post(waitingForLong().toJson()).status()).isEqualTo(201);
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            lte.sendAndAwait(0); // the first one does not wait
            wifi.send(1);
            await().until(() ->
                    host.surrogate(mbu.session()).statistics().groups().get(0).nextSequence() == 2);
            // Whatever goes has it from the moment on from which it waits.
            await().until(() -> wifi.untilAnswer(1).contains(acknowledged(2)));
            long before = host.host().statistics().duplicates();
            lte.send(0);
            await().until(() -> host.host().statistics().duplicates() > before);
            clock.pass(LONG_AGO);
            wifi.data.chunk(Frames.body(2, TestMbu.packets(0, 2, 1300))); // so much that no acknowledgement waits
            wifi.reverse.awaitAcknowledged(0, 1300);

            assertThat(lte.reverse.next())
                    .isInstanceOfSatisfying(
                            Control.Acknowledgement.class,
                            frame -> assertThat(frame.nextSequences()[0]).isGreaterThan(1));
        }
    }

    private RegistrationRequest waitingForLong() {
        RegistrationRequest plain = mbu.registration();
        return plain.toBuilder()
                .acknowledgeWithin(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN)
                .build();
    }

    @Test
    void whatWasAcknowledgedOnAChannelThatEndedIsAcknowledgedOnAnother() throws IOException {
        try (NamedPath lte = new NamedPath("lte")) {
            try (NamedPath wifi = new NamedPath("wifi")) {
                wifi.sendAndAwait(0);
            }
            assertThat(lte.reverse.next()).isEqualTo(acknowledged(1));
        }
    }

    @Test
    void commandGoesOnThePathInUseAlthoughAnotherIsNewer() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            wifi.sendAndAwait(0);
            assertThat(host.surrogate(mbu.session()).sendCommand("blink", "".getBytes(StandardCharsets.UTF_8)))
                    .isNotDone();
            assertThat(wifi.reverse.next(Control.Command.class, command -> true).name())
                    .isEqualTo("blink");
            assertThat(lte.untilAnswer(1)).noneMatch(Control.Command.class::isInstance);
        }
    }

    @Test
    void keepAliveOfAnIdlePathBringsTheNewestAcknowledgement() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            wifi.sendAndAwait(0);
            clock.pass(LivenessSettings.DEFAULT.keepAlive());
            assertThat(lte.reverse.next()).isEqualTo(acknowledged(1));
        }
    }

    /** A path may be cut within a frame: that is no reason to break the others. */
    @Test
    void pathThatBringsNoFrameLeavesTheOthersAlone() throws IOException {
        try (NamedPath wifi = new NamedPath("wifi");
                NamedPath lte = new NamedPath("lte")) {
            wifi.data.chunk(new byte[] {Frames.body(2, TestMbu.packets(0, 0, 1))[0]});
            await().until(() -> host.surrogate(mbu.session()).statistics().bodyBytes() == 1);
            List<Control> onLte = new ArrayList<>();
            for (int i = 0; i <= LivenessSettings.DEFAULT.missedKeepAlives() + 1; i++) {
                clock.pass(LivenessSettings.DEFAULT.keepAlive());
                onLte.addAll(lte.untilAnswer(i));
            }

            Control.ErrorReport error = wifi.reverse.next(Control.ErrorReport.class, frame -> true);
            assertThat(error.message()).contains("no frame was completed");
            onLte.addAll(lte.untilAnswer(100));
            assertThat(onLte).noneMatch(Control.ErrorReport.class::isInstance);
            lte.sendAndAwait(0);
        }
    }

    private static Control acknowledged(long next) {
        return new Control.Acknowledgement(new long[] {next, 0});
    }
}
