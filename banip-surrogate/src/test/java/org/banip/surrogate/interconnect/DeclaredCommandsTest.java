package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandAnswer.State;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Commands that a BAN declares (docs/control.md; docs/protocol.md, section 3.7). */
class DeclaredCommandsTest extends CommandFixture {
    private static final CommandDeclaration SET_RATE = CommandDeclaration.of(
                    "set-rate",
                    "Sets the rate",
                    CommandArgument.number("rate", "mL/h", 0, 20),
                    CommandArgument.choice("mode", "day", "night").withDefault("day"))
            .within(Duration.ofSeconds(20));
    private static final Map<String, Object> RATE = Map.of("rate", 2.5);

    DeclaredCommandsTest() {
        super(2);
    }

    @Override
    void register(TestMbu of) throws IOException {
        of.declare(SET_RATE);
    }

    @Test
    void argumentsGoAsJsonWithDefaultsAndTheAnswerComesBack() throws Exception {
        assertThat(ban().commands()).containsExactly(SET_RATE);
        try (ReverseWire reverse = mbu.reverse()) {
            CompletableFuture<CommandAnswer> answer = ban().call("set-rate", RATE);
            Control.Command command = command(reverse);
            assertThat(command.name()).isEqualTo("set-rate");
            assertThat(command.argument())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("{\"rate\":2.5,\"mode\":\"day\"}");
            answer(command, true, "{\"running\":true}");
            assertThat(answer.get(1, TimeUnit.MINUTES))
                    .isEqualTo(new CommandAnswer(State.SUCCEEDED, "{\"running\":true}"));

            CompletableFuture<CommandAnswer> second = ban().call("set-rate", RATE);
            answer(command(reverse), false, "the motor is stuck");
            assertThat(second.get(1, TimeUnit.MINUTES))
                    .isEqualTo(new CommandAnswer(State.FAILED, "the motor is stuck"));
        }
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsSent() throws Exception {
        assertRefused("set-rate", Map.of("rate", 21), "argument rate is 21, allowed is a number from 0 to 20 mL/h");
        assertRefused("set-rate", Map.of(), "command set-rate needs argument rate");
        assertRefused("set-rate", Map.of("rate", 1, "speed", 2), "has no argument 'speed', it has rate, mode");
        assertRefused("blink", Map.of(), "BAN ban-17 does not declare a command 'blink', it declares set-rate");
        assertThat(mbu.send(new byte[0]).controls()).noneMatch(Control.Command.class::isInstance);
    }

    private void assertRefused(String name, Map<String, Object> arguments, String text) {
        assertThatThrownBy(() -> ban().call(name, arguments))
                .hasMessageContaining(text)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
    }

    @Test
    void commandThatCannotBeSentInTimeIsNeverSent() throws Exception {
        CompletableFuture<CommandAnswer> answer = ban().call("set-rate", RATE);
        assertEnds(answer, State.UNDELIVERED, "was not sent, and will not be");
        assertThat(mbu.send(0, 1).controls()).noneMatch(Control.Command.class::isInstance);
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(ban().call("set-rate", Map.of("rate", 3))).isNotDone();
            assertThat(command(reverse).argument())
                    .asString(StandardCharsets.UTF_8)
                    .contains("3.0");
        }
    }

    @Test
    void outcomeIsUnknownAfterTheTimeOutAndTheCommandIsNotRepeated() throws Exception {
        CompletableFuture<CommandAnswer> answer = ban().call("set-rate", RATE);
        try (ReverseWire reverse = mbu.reverse()) {
            command(reverse);
        }
        assertEnds(answer, State.UNKNOWN, "whether the BAN carried it out is not known");
        mbu.declare(SET_RATE);
        assertThat(mbu.send(0, 1).controls()).noneMatch(Control.Command.class::isInstance);
    }

    /** The MBU is heard meanwhile, so the interconnect does not end. */
    private void assertEnds(CompletableFuture<CommandAnswer> answer, State state, String text) throws Exception {
        Duration step = Duration.ofSeconds(5);
        for (Duration passed = step; passed.compareTo(SET_RATE.timeout()) < 0; passed = passed.plus(step)) {
            clock.pass(step);
            mbu.post("{}");
            assertThat(answer).isNotDone();
        }
        await().until(() -> {
            clock.pass(Duration.ofSeconds(1));
            return answer.isDone();
        });
        assertThat(answer.get().state()).isEqualTo(state);
        assertThat(answer.get().text()).contains(text);
    }

    @Test
    void endOfTheSessionTellsWhatWasSentFromWhatWasNot() throws Exception {
        CompletableFuture<CommandAnswer> sent = ban().call("set-rate", RATE);
        try (ReverseWire reverse = mbu.reverse()) {
            command(reverse);
        }
        await().until(() -> {
            clock.pass(Duration.ofMillis(100));
            return ban().statistics().openReverseChannels() == 0;
        });
        CompletableFuture<CommandAnswer> waiting = ban().call("set-rate", RATE);
        CompletableFuture<CommandAnswer> tooMany = ban().call("set-rate", RATE);
        assertThat(tooMany.get(1, TimeUnit.MINUTES).text()).contains("2 commands wait");
        assertThat(tooMany.get().state()).isEqualTo(State.UNDELIVERED);
        mbu.delete();
        assertThat(sent.get(1, TimeUnit.MINUTES).state()).isEqualTo(State.UNKNOWN);
        assertThat(waiting.get(1, TimeUnit.MINUTES).state()).isEqualTo(State.UNDELIVERED);
    }

    @Test
    void lastRegistrationCounts() throws Exception {
        CommandDeclaration beep = CommandDeclaration.of("beep", "Beeps");
        mbu.declare(beep);
        assertThat(ban().commands()).containsExactly(beep);
        assertRefused("set-rate", Map.of("rate", 1), "it declares beep");
    }

    @Test
    void reservedNamesThatTheHostDoesNotKnowAreNotOffered() throws Exception {
        CommandDeclaration stop = CommandDeclaration.of("banip.stop", "Stops a group");
        mbu.declare(
                CommandDeclaration.of("banip.alert", "x"),
                stop,
                CommandDeclaration.of("banip.of-a-later-version", "x"));
        assertThat(ban().commands()).containsExactly(stop);
        assertRefused("banip.alert", Map.of(), "does not declare a command 'banip.alert', it declares banip.stop");
    }

    @Test
    void mbuOfAnOlderVersionDeclaresNothingAndTakesBytesAsBefore() throws Exception {
        mbu.register();
        assertThat(ban().commands()).isEmpty();
        assertRefused("blink", Map.of(), "it declares none");
        assertThat(ban().sendCommand("blink", new byte[] {1})).isNotDone();
        assertThat(mbu.send(0, 1).controls())
                .filteredOn(Control.Command.class::isInstance)
                .singleElement()
                .satisfies(command ->
                        assertThat(((Control.Command) command).argument()).containsExactly(1));
    }

    @Test
    void declarationThatBreaksARuleIsRefused() throws Exception {
        String twice = mbu.registration()
                .toJson()
                .replaceFirst(
                        "\"ban\":", "\"commands\":[{\"name\":\"a b\",\"description\":\"x\",\"roles\":[]}],\"ban\":");
        assertThat(mbu.post(twice).text()).contains("invalid-description", "'a b'");
    }
}
