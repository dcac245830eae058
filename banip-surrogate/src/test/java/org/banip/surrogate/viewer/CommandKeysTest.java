package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that come again with the same key (docs/control.md): the BAN gets them once. */
class CommandKeysTest {
    private static final CommandDeclaration SET_RATE =
            CommandDeclaration.of("set-rate", "Sets the rate", CommandArgument.number("rate", "mL/h", 0, 20));
    private static final CommandDeclaration BLINK =
            CommandDeclaration.of("blink", "Blinks").by(CommandRole.CLINICIAN, CommandRole.OPERATOR);

    @TempDir
    private Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private AlertedHost hosted;

    @BeforeEach
    void start() throws Exception {
        hosted = new AlertedHost(directory);
        hosted.mbu.declare(SET_RATE, BLINK);
    }

    @AfterEach
    void stop() {
        hosted.close();
    }

    private CompletableFuture<HttpResponse<String>> post(String person, String name, String arguments, String... keys) {
        return send(person, name, "arguments=" + URLEncoder.encode(arguments, StandardCharsets.UTF_8), keys);
    }

    private CompletableFuture<HttpResponse<String>> ask(String person, String name, String arguments, String key) {
        return send(person, name, "again=yes&arguments=" + URLEncoder.encode(arguments, StandardCharsets.UTF_8), key);
    }

    private CompletableFuture<HttpResponse<String>> send(String person, String name, String form, String... keys) {
        byte[] pair = (person + ":" + AlertedHost.PASSWORD).getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        hosted.host.base().resolve("surrogates/" + hosted.mbu.session() + "/commands/" + name))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        for (String key : keys) {
            request.header("Idempotency-Key", key);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void assertAnswered(String person, String name, String arguments, String key, int status, String text)
            throws Exception {
        HttpResponse<String> answer = Patience.get(post(person, name, arguments, key));
        assertThat(answer.body()).contains(text);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    private static Control.Command next(ReverseWire reverse) throws Exception {
        return reverse.next(Control.Command.class, frame -> true);
    }

    private void answer(Control.Command command, String text) throws Exception {
        hosted.mbu.send(
                Frames.of(new Control.CommandResult(command.id(), true, text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aRequestThatComesAgainGetsTheFirstAnswerAndTheBanNothing() throws Exception {
        try (ReverseWire reverse = hosted.mbu.reverse()) {
            CompletableFuture<HttpResponse<String>> first = post("clara", "set-rate", "{\"rate\":3}", "\"one\"");
            Control.Command command = next(reverse);
            List<CompletableFuture<HttpResponse<String>>> repeats = IntStream.rangeClosed(0, KeyedCommand.MOST_WAITING)
                    .mapToObj(i -> post("clara", "set-rate", "{\"rate\":3}", "\"one\""))
                    .toList();
            HttpResponse<?> refused = Patience.get(CompletableFuture.anyOf(repeats.toArray(CompletableFuture[]::new))
                    .thenApply(answer -> (HttpResponse<?>) answer));
            assertThat(refused.statusCode()).as("one more than may wait").isEqualTo(409);
            assertThat(refused.body().toString()).contains("under-way", "may have been sent");
            assertThat(repeats.stream().filter(CompletableFuture::isDone)).hasSize(1);
            assertAnswered("clara", "set-rate", "{\"rate\":4}", "\"one\"", 422, "key-reused");
            assertThat(first).isNotDone();
            answer(command, "runs");
            String told = "{\"state\":\"succeeded\",\"text\":\"runs\"}";
            assertThat(Patience.get(first).body()).isEqualTo(told);
            int waited = 0;
            for (CompletableFuture<HttpResponse<String>> repeat : repeats) {
                waited += Patience.get(repeat).body().equals(told) ? 1 : 0;
            }
            assertThat(waited).as("repeats that got the answer of the first").isEqualTo(KeyedCommand.MOST_WAITING);
            assertAnswered("clara", "set-rate", "{\"rate\":3}", "\"one\"", 200, told);
            assertAnswered("clara", "set-rate", "{\"rate\":4}", "\"one\"", 422, "with other arguments");
            assertAnswered("clara", "blink", "{}", "\"one\"", 422, "was given to command 'set-rate'");
            CompletableFuture<?> other = post("owen", "blink", "{}", "\"one\"");
            Control.Command second = next(reverse);
            assertThat(second.name())
                    .as("the same key of somebody else, and nothing before it")
                    .isEqualTo("blink");
            answer(second, "");
            Patience.get(other);
        }
        hosted.mbu.delete();
        assertAnswered("clara", "set-rate", "{\"rate\":3}", "\"one\"", 200, "runs");
        assertAnswered("clara", "set-rate", "{\"rate\":3}", "\"two\"", 404, "unknown-interconnect");
        assertAnswered("vera", "set-rate", "{\"rate\":3}", "\"one\"", 403, "forbidden");
    }

    @Test
    void whatWasRefusedMayBeMendedAndSentWithTheSameKey() throws Exception {
        assertAnswered("clara", "set-rate", "{\"rate\":30}", "\"one\"", 400, "0 to 20");
        assertAnswered("owen", "set-rate", "{\"rate\":3}", "\"one\"", 403, "no role");
        try (ReverseWire reverse = hosted.mbu.reverse()) {
            CompletableFuture<HttpResponse<String>> first = post("clara", "set-rate", "{\"rate\":3}", "\"one\"");
            answer(next(reverse), "runs");
            assertThat(Patience.get(first).body()).contains("runs");
        }
    }

    @Test
    void whoAsksSendsNothing() throws Exception {
        try (ReverseWire reverse = hosted.mbu.reverse()) {
            HttpResponse<String> unheardOf = Patience.get(ask("clara", "blink", "{}", "\"one\""));
            assertThat(unheardOf.body()).contains("\"state\":\"unknown\"", "the host does not know this command");
            CompletableFuture<HttpResponse<String>> first = post("clara", "set-rate", "{\"rate\":3}", "\"two\"");
            Control.Command command = next(reverse);
            assertThat(command.name()).as("nothing before it").isEqualTo("set-rate");
            CompletableFuture<HttpResponse<String>> asked = ask("clara", "set-rate", "{\"rate\":3}", "\"two\"");
            answer(command, "runs");
            assertThat(Patience.get(asked).body())
                    .isEqualTo(Patience.get(first).body())
                    .contains("runs");
        }
    }

    /** Its sender was told that the host does not know it, so it must not be sent behind the sender's back. */
    @Test
    void whatWasAskedForBeforeItCameIsNeverSent() throws Exception {
        try (ReverseWire reverse = hosted.mbu.reverse()) {
            String unheardOf = Patience.get(ask("clara", "set-rate", "{\"rate\":3}", "\"one\""))
                    .body();
            assertThat(unheardOf).contains("\"state\":\"unknown\"", "and will not send it");
            assertAnswered("clara", "set-rate", "{\"rate\":3}", "\"one\"", 200, unheardOf);
            assertAnswered("clara", "set-rate", "{\"rate\":4}", "\"one\"", 422, "key-reused");
            assertThat(Patience.get(ask("clara", "set-rate", "{\"rate\":3}", "\"one\""))
                            .body())
                    .isEqualTo(unheardOf);
            CompletableFuture<HttpResponse<String>> other = post("clara", "set-rate", "{\"rate\":5}", "\"two\"");
            Control.Command command = next(reverse);
            assertThat(command.argument())
                    .as("nothing before it")
                    .asString(StandardCharsets.UTF_8)
                    .contains("5");
            answer(command, "runs");
            assertThat(Patience.get(other).body()).contains("runs");
        }
    }

    @Test
    void aKeyIsRefusedThatIsNone() throws Exception {
        for (String key : List.of("one", "\"\"", "\"a b\"", "\"a\"b\"", "\"one\";a=1", '"' + "k".repeat(65) + '"')) {
            assertAnswered("clara", "blink", "{}", key, 400, "1 to 64 visible characters");
        }
        assertThat(Patience.get(post("clara", "blink", "{}", "\"a\"", "\"b\"")).statusCode())
                .isEqualTo(400);
    }

    /** The two clocks of a host, at an instant that the test sets. */
    private static final class SetClock implements HostClock {
        private long nanos;

        @Override
        public long monotonicNanos() {
            return nanos;
        }

        @Override
        public long epochNanos() {
            return nanos;
        }
    }

    private static KeyedCommand command(int number) {
        return new KeyedCommand("ban-17", "session", "blink", "{\"n\":" + number + "}", Duration.ofSeconds(30));
    }

    @Test
    void keysAreBoundedInNumberAndTime() {
        SetClock clock = new SetClock();
        CommandKeys keys = new CommandKeys(clock);
        KeyedCommand second = command(1);
        for (int i = 0; i < CommandKeys.MOST; i++) {
            assertThat(keys.begin("clara", "k" + i, i == 1 ? second : command(i)))
                    .isEmpty();
        }
        assertThatThrownBy(() -> keys.begin("clara", "more", command(100)))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("64 commands with keys wait for an answer already");
        assertThat(keys.begin("owen", "k0", command(100))).as("another person").isEmpty();
        second.answered(new CommandAnswer(CommandAnswer.State.SUCCEEDED, "done"), clock.monotonicNanos());
        assertThat(keys.begin("clara", "more", command(100))).isEmpty();
        assertThat(keys.sent("clara", "k1")).as("the oldest with an answer").isEmpty();
        assertThat(keys.sent("clara", "k0")).isPresent();

        KeyedCommand last = keys.sent("clara", "k2").orElseThrow();
        last.answered(new CommandAnswer(CommandAnswer.State.UNKNOWN, "lost"), clock.monotonicNanos());
        clock.nanos += CommandKeys.KEPT.minus(Duration.ofNanos(1)).toNanos();
        assertThat(keys.sent("clara", "k2").orElseThrow().again("session", "blink", "{\"n\":2}"))
                .isCompletedWithValue(new CommandAnswer(CommandAnswer.State.UNKNOWN, "lost"));
        clock.nanos += 1;
        assertThat(keys.sent("clara", "k2")).isEmpty();
        assertThat(keys.sent("clara", "k3"))
                .as("one without an answer is not forgotten")
                .isPresent();
    }

    @Test
    void whatIsOverGoesWithTheNextKeyOfAnybody() {
        SetClock clock = new SetClock();
        CommandKeys keys = new CommandKeys(clock);
        KeyedCommand first = command(1);
        keys.begin("clara", "one", first);
        first.answered(new CommandAnswer(CommandAnswer.State.SUCCEEDED, "done"), clock.monotonicNanos());
        clock.nanos += CommandKeys.KEPT.toNanos();
        assertThat(keys.peopleKept()).isEqualTo(1);
        keys.begin("owen", "one", command(2));
        assertThat(keys.peopleKept()).isEqualTo(1);
        keys.refused("owen", "one");
        assertThat(keys.peopleKept()).isZero();
    }

    @Test
    void whoWaitsForWhatIsRefusedIsRefusedAndWhoLeavesMakesRoom() {
        KeyedCommand command = command(1);
        List<CompletableFuture<CommandAnswer>> waiting = IntStream.range(0, KeyedCommand.MOST_WAITING)
                .mapToObj(i -> command.again("session", "blink", "{\"n\":1}"))
                .toList();
        assertThatThrownBy(() -> command.again("session", "blink", "{\"n\":1}"))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("may have been sent");
        waiting.get(0).cancel(false);
        CompletableFuture<CommandAnswer> last = command.again("session", "blink", "{\"n\":1}");
        command.refused(new IllegalStateException("a bug"));
        assertThat(last).isCompletedExceptionally();
        assertThat(waiting).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(command.again("session", "blink", "{\"n\":1}"))
                .as("one that comes later")
                .isCompletedExceptionally();
    }
}
