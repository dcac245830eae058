package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Commands to the BAN and their results (docs/protocol.md, "Commands"). */
class CommandsTest extends CommandFixture {
    private static final Duration KEEP_ALIVE = LivenessSettings.DEFAULT.keepAlive();
    private static final Duration SILENT =
            LivenessSettings.DEFAULT.silentAfter().plusMillis(1);

    CommandsTest() {
        super(3);
    }

    @Override
    void register(TestMbu of) throws IOException {
        of.register();
    }

    @Test
    void commandGoesOnTheReverseChannelAndItsResultComesWithData() throws Exception {
        try (ReverseWire reverse = mbu.reverse()) {
            reverse.next();
            CompletableFuture<CommandOutcome> outcome = send("blink", "twice");
            Control.Command command = command(reverse);
            assertThat(command.name()).isEqualTo("blink");
            assertThat(command.argument()).asString(StandardCharsets.UTF_8).isEqualTo("twice");
            assertThat(outcome).isNotDone();

            answer(command, true, "done");
            assertThat(outcome.get(1, TimeUnit.MINUTES).succeeded()).isTrue();
            assertThat(outcome.get().text()).isEqualTo("done");
        }
    }

    @Test
    void commandWaitsForAReverseChannelOrForADataAnswer() throws Exception {
        CompletableFuture<CommandOutcome> first = send("one", "");
        List<Control> answer = mbu.send(0, 1).controls();
        assertThat(answer).hasSize(2);
        Control.Command one = (Control.Command) answer.get(1);
        assertThat(one.name()).isEqualTo("one");

        assertThat(send("two", "")).isNotDone();
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(command(reverse).name()).isEqualTo("two");
            // Delivered at most once: it does not come again.
            assertThat(mbu.send(1, 2).controls()).hasSize(1);
        }
        answer(one, false, "no lamp");
        assertThat(first.get(1, TimeUnit.MINUTES)).satisfies(outcome -> {
            assertThat(outcome.succeeded()).isFalse();
            assertThat(outcome.text()).isEqualTo("no lamp");
        });
    }

    @Test
    void onlyTheNewestReverseChannelGetsACommand() throws Exception {
        try (ReverseWire old = mbu.reverse();
                ReverseWire newest = mbu.reverse()) {
            old.next();
            newest.next();
            assertThat(send("blink", "")).isNotDone();
            command(newest);
            mbu.send(0, 1);
            Control next = old.next();
            while (next instanceof Control.KeepAlive) {
                next = old.next();
            }
            assertThat(next).isInstanceOf(Control.Acknowledgement.class);
        }
    }

    @Test
    void aCommandThatNobodyWaitsForAnyMoreIsNotSent() throws Exception {
        for (int i = 0; i < 3; i++) { // as many as may wait
            assertThat(send("blink", "").cancel(false)).isTrue();
        }
        assertThat(send("two", "")).isNotDone();
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(command(reverse).name()).isEqualTo("two");
        }
    }

    @Test
    void commandFailsWhenTheInterconnectEnds() throws Exception {
        CompletableFuture<CommandOutcome> outcome = send("blink", "");
        mbu.delete();
        await().until(outcome::isDone);
        assertThatThrownBy(outcome::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_INTERCONNECT));
    }

    @Test
    void moreCommandsThanMayWaitAreRefused() {
        for (int i = 0; i < 3; i++) {
            assertThat(send("blink", "")).isNotDone();
        }
        assertThatThrownBy(() -> send("blink", "").get())
                .hasMessageContaining("3 commands wait")
                .cause()
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED));
    }

    /** The channel broke after the commands were sent: whether the MBU got them is not known, and they must not be sent again. */
    @Test
    void commandsWhoseResultsAreLostFailAndMakeRoomForOthers() throws Exception {
        List<CompletableFuture<CommandOutcome>> lost = new ArrayList<>();
        try (ReverseWire reverse = mbu.reverse()) {
            reverse.next();
            for (int i = 0; i < 3; i++) {
                lost.add(send("blink", ""));
                command(reverse);
            }
        }
        // The host sees that the channel is closed when it sends a keep-alive.
        await().until(() -> {
            pass(LivenessSettings.DEFAULT.keepAlive());
            return ban().statistics().openReverseChannels() == 0;
        });
        pass(LivenessSettings.DEFAULT.expiresAfter());
        for (CompletableFuture<CommandOutcome> each : lost) {
            assertFailsSilent(each);
        }
        assertThat(send("blink", "")).isNotDone();
    }

    @Test
    void commandInADataAnswerFailsIfItsResultDoesNotCome() throws Exception {
        CompletableFuture<CommandOutcome> outcome = send("blink", "");
        assertThat(mbu.send(new byte[0]).controls()).hasSize(2);
        pass(LivenessSettings.DEFAULT.expiresAfter());
        assertFailsSilent(outcome);
    }

    @Test
    void commandFailsIfItsResultDoesNotComeInAnHourOnAnOpenChannel() throws Exception {
        try (ReverseWire reverse = mbu.reverse()) {
            CompletableFuture<CommandOutcome> outcome = send("blink", "");
            command(reverse);
            pass(LivenessSettings.DEFAULT.expiresAfter());
            assertThat(outcome).isNotDone();
            pass(Duration.ofHours(1));
            assertFailsSilent(outcome);
        }
    }

    /** On the connection of a silent MBU it might be lost, and also on that of one whose system has yet to send what the MBU itself had given up. */
    @Test
    void commandForASilentBanWaitsUntilItsConnectionIsSureToGoOn() throws Exception {
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = fallSilent(data);
            CompletableFuture<CommandOutcome> outcome = send("blink", "");
            clock.pass(KEEP_ALIVE);
            List<Control> frames = new ArrayList<>();
            for (int i = 7; i < 10; i++) {
                data.chunk(Frames.of(new Control.TimeRequest(i)));
                do {
                    frames.add(reverse.next());
                } while (!(frames.get(frames.size() - 1) instanceof Control.TimeAnswer));
                clock.pass(KEEP_ALIVE);
            }
            assertThat(frames).doesNotHaveAnyElementsOfTypes(Control.Command.class);
            Control.Command command = command(reverse);
            data.chunk(Frames.of(new Control.CommandResult(command.id(), true, new byte[0])));
            await().until(outcome::isDone);
        }
    }

    @Test
    void commandForASilentBanGoesOnTheNewConnectionIfTheMbuHasClosedTheFormerOne() throws Exception {
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = fallSilent(data);
            CompletableFuture<CommandOutcome> outcome = send("blink", "");
            // The system of the MBU sends this, then that the MBU has closed the connection.
            data.chunk(Frames.of(new Control.TimeRequest(7)));
            reverse.next(Control.TimeAnswer.class, frame -> true);
            data.shutdownOutput();
            try (HttpWire next = mbu.beginDuplex()) {
                Control.Command command = command(new ReverseWire(next));
                next.chunk(Frames.of(new Control.CommandResult(command.id(), true, new byte[0])));
                await().until(outcome::isDone);
                assertThat(outcome.get().succeeded()).isTrue();
            }
        }
    }

    /** Its connection has not ended. */
    @Test
    void silenceDoesNotLimitTheTimeForTheResultOfACommand() throws Exception {
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            CompletableFuture<CommandOutcome> outcome = send("blink", "");
            Control.Command command = command(reverse);
            exchange(data, reverse, 5);
            clock.pass(SILENT);
            await().until(() -> ban().state() == SurrogateState.SILENT);
            Duration patience = LivenessSettings.DEFAULT.expiresAfter();
            for (int i = 6; KEEP_ALIVE.multipliedBy(i - 6).compareTo(patience) <= 0; i++) {
                exchange(data, reverse, i);
                clock.pass(KEEP_ALIVE);
            }
            exchange(data, reverse, 99);
            assertThat(outcome).isNotDone();
            data.chunk(Frames.of(new Control.CommandResult(command.id(), true, new byte[0])));
            await().until(outcome::isDone);
            assertThat(outcome.get().succeeded()).isTrue();
        }
    }

    private ReverseWire fallSilent(HttpWire data) throws IOException {
        ReverseWire reverse = new ReverseWire(data);
        exchange(data, reverse, 6);
        clock.pass(SILENT);
        await().until(() -> ban().state() == SurrogateState.SILENT);
        return reverse;
    }

    private static void exchange(HttpWire data, ReverseWire reverse, long time) throws IOException {
        data.chunk(Frames.of(new Control.TimeRequest(time)));
        reverse.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == time);
    }

    private static void assertFailsSilent(CompletableFuture<CommandOutcome> outcome) {
        await().until(outcome::isDone);
        assertThatThrownBy(outcome::get)
                .cause()
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SILENT));
    }

    /** Lets at least this time pass; the MBU is heard meanwhile, often enough. */
    private void pass(Duration time) throws IOException {
        Duration step = LivenessSettings.DEFAULT.silentAfter().dividedBy(2);
        for (Duration passed = Duration.ZERO; passed.compareTo(time) <= 0; passed = passed.plus(step)) {
            clock.pass(step);
            assertThat(mbu.send(new byte[0]).status()).isEqualTo(200);
        }
    }

    @Test
    void commandThatIsTooLongIsRefusedAtOnce() {
        assertThatThrownBy(() -> send("n".repeat(65), "")).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> send("blink", "x".repeat(16_385))).isInstanceOf(BanipException.class);
    }

    private CompletableFuture<CommandOutcome> send(String name, String argument) {
        return ban().sendCommand(name, bytes(argument));
    }
}
