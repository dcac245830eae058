package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteAnswer;
import org.banip.surrogate.jini.remote.RemoteOutcome;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Surrogates of a host with Jini on, as a client finds and calls them. */
@Timeout(180)
class JiniServiceTest {
    private static final String TOKEN = "viewers-token-0123456789";

    @TempDir
    private Path directory;

    private RunningHost start(Optional<String> token, Map<String, String> more) {
        return JiniTestHost.start(directory.resolve("store.db"), token, more);
    }

    private static FoundSurrogate only(LookupAddress lookup) {
        await().untilAsserted(() -> assertThat(JiniTestHost.found(lookup)).hasSize(1));
        return JiniTestHost.found(lookup).get(0);
    }

    @Test
    void surrogateIsAServiceFromRegistrationToDeregistration() throws Exception {
        try (RunningHost host = start(Optional.empty(), Map.of("jini-host-name", "ward-3"))) {
            LookupAddress lookup = JiniTestHost.lookup(host.host());
            assertThat(JiniTestHost.found(lookup)).isEmpty();
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();

            FoundSurrogate found = only(lookup);
            assertThat(found.ban()).isEqualTo("ban-17");
            assertThat(found.host()).isEqualTo("ward-3");
            assertThat(found.session()).isEqualTo(mbu.session().toString());
            assertThat(found.sensors()).hasSameSizeAs(TestMbu.BAN.groups());
            assertThat(found.sensors().get(0).group())
                    .isEqualTo(TestMbu.BAN.groups().get(0).name());
            assertThat(found.surrogate().description(AccessToken.NONE).description())
                    .isEqualTo(host.surrogate(mbu.session()).description());

            mbu.send(0, 2);
            await().untilAsserted(() -> assertThat(found.surrogate()
                            .statistics(AccessToken.NONE)
                            .statistics()
                            .sum(group -> group.packets()))
                    .isEqualTo(2));
            assertThat(found.surrogate().statistics(AccessToken.NONE).surrogateState())
                    .isEqualTo(SurrogateState.ACTIVE);

            mbu.delete();
            await().untilAsserted(() -> assertThat(JiniTestHost.found(lookup)).isEmpty());
            await().untilAsserted(() -> assertThatExceptionOfType(java.rmi.RemoteException.class)
                    .isThrownBy(() -> found.surrogate().description(AccessToken.NONE)));
        }
    }

    @Test
    void listForViewersSaysWhereTheLookupServiceIs() throws Exception {
        try (RunningHost host = start(Optional.empty(), Map.of())) {
            new TestMbu(host.base()).register();
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest list = HttpRequest.newBuilder(host.base().resolve("surrogates"))
                    .timeout(Duration.ofSeconds(60))
                    .build();
            await().untilAsserted(() -> assertThat(client.send(list, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("\"extensions\":[\"Jini: 1 surrogate registered, lookup service at jini:"));
        }
    }

    @Test
    void viewersTokenOfTheLivePageIsDemandedHereAsWell() throws Exception {
        try (RunningHost host = start(Optional.of(TOKEN), Map.of())) {
            new TestMbu(host.base()).register();
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();

            assertRefused(ErrorCode.UNAUTHENTICATED, () -> surrogate.description(AccessToken.NONE));
            assertRefused(ErrorCode.UNAUTHENTICATED, () -> surrogate.statistics(new AccessToken(TOKEN + "x")));
            assertThat(surrogate.description(new AccessToken(TOKEN)).surrogateType())
                    .isEqualTo("standard");
        }
    }

    @Test
    void nobodySendsCommandsUnlessASettingGrantsIt() throws Exception {
        try (RunningHost host = start(Optional.empty(), Map.of())) {
            new TestMbu(host.base()).register();
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();

            assertRefused(ErrorCode.FORBIDDEN, () -> surrogate.sendCommand(AccessToken.NONE, "beep", new byte[0]));
        }
    }

    @Test
    void commandNeedsItsOwnToken() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "commands-token-0123456789");
        try (RunningHost host = start(Optional.of(TOKEN), Map.of("jini-command-token-file", file.toString()))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();
            byte[] argument = "x".getBytes(StandardCharsets.UTF_8);

            assertRefused(
                    ErrorCode.UNAUTHENTICATED, () -> surrogate.sendCommand(new AccessToken(TOKEN), "beep", argument));
            // With the right token the command reaches the interconnect, which refuses this one.
            assertRefused(
                    ErrorCode.MALFORMED_FRAME,
                    () -> surrogate.sendCommand(new AccessToken("commands-token-0123456789"), "", argument));
        }
    }

    @Test
    void commandTokensChangeWithoutARestart() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "former-token-0123456789");
        try (RunningHost host = start(Optional.of(TOKEN), Map.of("jini-command-token-file", file.toString()))) {
            new TestMbu(host.base()).register();
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();

            Files.writeString(file, "next-token-0123456789\nformer-token-0123456789\n");
            awaitTaken(surrogate, "next-token-0123456789");
            // Both hold while callers change over. What is taken reaches the interconnect, which refuses this command.
            assertRefused(ErrorCode.MALFORMED_FRAME, () -> send(surrogate, "former-token-0123456789"));
            Files.writeString(file, "last-token-0123456789\n");
            awaitTaken(surrogate, "last-token-0123456789");
            assertRefused(ErrorCode.UNAUTHENTICATED, () -> send(surrogate, "former-token-0123456789"));
            assertRefused(ErrorCode.UNAUTHENTICATED, () -> send(surrogate, "next-token-0123456789"));
        }
    }

    private static Object send(RemoteSurrogate surrogate, String token) throws Exception {
        return surrogate.sendCommand(new AccessToken(token), "", new byte[0]);
    }

    private static void awaitTaken(RemoteSurrogate surrogate, String token) {
        await().untilAsserted(() -> assertRefused(ErrorCode.MALFORMED_FRAME, () -> send(surrogate, token)));
    }

    @Test
    void resultOfACommandComesBackFromTheBanAndTheAuditLogHasTheCaller() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "commands-token-0123456789");
        Path audit = directory.resolve("audit");
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (RunningHost host = JiniTestHost.start(
                directory.resolve("store.db"),
                Optional.empty(),
                Map.of("jini-command-token-file", file.toString()),
                builder -> builder.audit(AuditLog.open(AuditSettings.in(audit), "host")))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();
            AccessToken token = new AccessToken("commands-token-0123456789");
            try (ReverseWire reverse = mbu.reverse()) {
                for (boolean succeeds : new boolean[] {true, false}) {
                    Future<RemoteOutcome> sent = caller.submit(
                            () -> surrogate.sendCommand(token, "blink", "twice".getBytes(StandardCharsets.UTF_8)));
                    Control.Command command = reverse.next(Control.Command.class, frame -> true);
                    assertThat(command.name()).isEqualTo("blink");
                    assertThat(command.argument())
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo("twice");
                    byte[] result = (succeeds ? "done" : "no lamp").getBytes(StandardCharsets.UTF_8);
                    mbu.send(Frames.of(new Control.CommandResult(command.id(), succeeds, result)));

                    CommandOutcome outcome = Patience.get(sent).outcome();
                    assertThat(outcome.succeeded()).isEqualTo(succeeds);
                    assertThat(outcome.result()).isEqualTo(result);
                }
            }
            String sender = "\"who\":\"jini\",\"by\":\"command-token\",\"from\":\"";
            await().untilAsserted(() -> assertThat(Files.readAllLines(audit.resolve("audit-000001.jsonl")))
                    .filteredOn(line -> line.contains("\"event\":\"command-"))
                    .hasSize(4)
                    .allMatch(line -> line.contains(sender)));
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void declaredCommandsAreSeenByViewersAndSentWithTheTokenForCommands() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "commands-token-0123456789");
        CommandDeclaration declared = CommandDeclaration.of(
                        "set-rate", "Sets the rate", CommandArgument.number("rate", "mL/h", 0, 20))
                .within(Duration.ofSeconds(20));
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (RunningHost host = start(Optional.of(TOKEN), Map.of("jini-command-token-file", file.toString()))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.declare(declared);
            RemoteSurrogate surrogate = only(JiniTestHost.lookup(host.host())).surrogate();
            AccessToken viewer = new AccessToken(TOKEN);
            AccessToken token = new AccessToken("commands-token-0123456789");
            assertThat(surrogate.commands(viewer).declarations()).containsExactly(declared);
            assertRefused(ErrorCode.UNAUTHENTICATED, () -> surrogate.commands(AccessToken.NONE));
            assertRefused(ErrorCode.UNAUTHENTICATED, () -> surrogate.call(viewer, "set-rate", rate("2")));
            assertRefused(ErrorCode.MALFORMED_REQUEST, () -> surrogate.call(token, "set-rate", rate("21")));
            assertRefused(ErrorCode.MALFORMED_REQUEST, () -> surrogate.call(token, "beep", new byte[0]));
            assertRefused(ErrorCode.MALFORMED_REQUEST, () -> surrogate.sendCommand(token, "set-rate", rate("21")));
            assertRefused(ErrorCode.MALFORMED_REQUEST, () -> surrogate.sendCommand(token, "banip.alert", new byte[0]));
            try (ReverseWire reverse = mbu.reverse()) {
                Future<RemoteAnswer> sent = caller.submit(() -> surrogate.call(token, "set-rate", rate("2.5")));
                Control.Command command = reverse.next(Control.Command.class, frame -> true);
                assertThat(command.argument()).isEqualTo(rate("2.5"));
                mbu.send(Frames.of(new Control.CommandResult(command.id(), true, new byte[] {'o', 'k'})));
                assertThat(Patience.get(sent).answer())
                        .isEqualTo(new CommandAnswer(CommandAnswer.State.SUCCEEDED, "ok"));
            }
        } finally {
            caller.shutdownNow();
        }
    }

    private static byte[] rate(String value) {
        return ("{\"rate\":" + value + "}").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void jiniIsOffByDefault() {
        try (RunningHost host =
                RunningHost.over(org.banip.surrogate.store.JdbcStore.open(directory.resolve("store.db")))) {
            assertThat(host.host().extensionStatus()).isEmpty();
        }
    }

    private static void assertRefused(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code))
                .satisfies(refused -> assertThat(refused.getCause()).isNull());
    }
}
