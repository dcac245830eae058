package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.command.CommandsJson;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;
import org.banip.server.request.AsyncRequest;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;
import org.banip.surrogate.settings.HostClock;

/** {@code GET surrogates/{session}/commands}: what a BAN declares; {@code POST surrogates/{session}/commands/{name}}: sends a command. */
final class CommandResource {
    /** The arguments, each byte as {@code %XX}, and the rest of the form. */
    private static final int MOST_BYTES = 3 * Control.MAX_COMMAND_BYTES + FormBody.SHORT;

    private static final CommandAnswer UNHEARD_OF = new CommandAnswer(
            CommandAnswer.State.UNKNOWN,
            "the host does not know this command, and will not send it: the request did not reach it in time, or the host was"
                    + " restarted, or has forgotten the key");

    private final Interconnects interconnects;
    private final HostRequests requests;
    private final ViewerGate gate;
    private final HostClock clock;
    private final CommandKeys keys;

    CommandResource(Interconnects interconnects, HostRequests requests, ViewerGate gate, HostClock clock) {
        this.interconnects = interconnects;
        this.requests = requests;
        this.gate = gate;
        this.clock = clock;
        keys = new CommandKeys(clock);
    }

    /** The declarations, and which of them this person may send. */
    void list(AsyncRequest call, Person person, String session) {
        gate.require(person, Right.LIST);
        SurrogateHandle surrogate = interconnects.named(session);
        String ban = surrogate.description().ban().id();
        gate.require(person, Right.LIST, ban);
        JsonWriter out = new JsonWriter().beginObject().field("ban", ban).beginList("commands");
        for (CommandDeclaration command : surrogate.commands()) {
            out.beginObject();
            CommandsJson.fields(out, command);
            out.field("may", person.may(Right.COMMAND, ban) && hasRole(person, command))
                    .endObject();
        }
        Answers.json(call, HttpServletResponse.SC_OK, out.endList().endObject().toString());
    }

    /**
     * Sends a command; the answer comes when it is known what became of it. With a key that was sent before, it is the answer of then. A form with
     * the field {@code again} only asks, and is never sent.
     */
    void send(AsyncRequest call, Person person, String session, String name) {
        gate.require(person, Right.COMMAND);
        Optional<String> key = CommandKeys.of(call.request());
        if (key.flatMap(shown -> keys.sent(person.name(), shown)).isEmpty()) {
            surrogate(person, session); // refused before the form is read
        }
        FormBody.read(call, requests, MOST_BYTES, form -> {
            gate.checkPage(call.request(), person, Optional.ofNullable(form.get("key")));
            String arguments = form.getOrDefault("arguments", "");
            Optional<KeyedCommand> first = key.flatMap(shown -> keys.sent(person.name(), shown));
            if (first.isPresent()) {
                again(call, person, first.get(), session, name, arguments);
                return;
            }
            SurrogateHandle surrogate = surrogate(person, session);
            if (form.containsKey("again")) {
                String ban = surrogate.description().ban().id();
                first = key.flatMap(shown -> neverToBeSent(person, shown, ban, session, name, arguments));
                if (first.isPresent()) {
                    again(call, person, first.get(), session, name, arguments);
                } else {
                    answer(call, UNHEARD_OF);
                }
                return;
            }
            CommandDeclaration command = declared(surrogate, name);
            requireRole(person, command);
            Map<String, Object> values =
                    CommandArguments.parse(command, arguments).values();
            KeyedCommand sent =
                    new KeyedCommand(surrogate.description().ban().id(), session, name, arguments, command.timeout());
            first = key.flatMap(shown -> keys.begin(person.name(), shown, sent));
            if (first.isPresent()) {
                again(call, person, first.get(), session, name, arguments);
                return;
            }
            try {
                CommandSender sender = new CommandSender(
                        person.who().name(),
                        person.who().means(),
                        call.request().getRemoteAddr(),
                        true);
                CompletableFuture<?> unused = surrogate
                        .call(name, values, sender)
                        .thenAccept(answer -> {
                            sent.answered(answer, clock.monotonicNanos());
                            call.executor().execute(() -> answer(call, answer));
                        });
            } catch (RuntimeException e) {
                key.ifPresent(shown -> keys.refused(person.name(), shown));
                sent.refused(e);
                throw e;
            }
        });
    }

    /**
     * Keeps a command that somebody asks for and that is not known, so that its request is not sent if it comes after all.
     *
     * @return what came with this key meanwhile
     * @throws BanipException {@code UNDER_WAY} if there is no room
     */
    private Optional<KeyedCommand> neverToBeSent(
            Person person, String key, String ban, String session, String name, String arguments) {
        KeyedCommand never = new KeyedCommand(ban, session, name, arguments, CommandDeclaration.DEFAULT_TIMEOUT);
        never.answered(UNHEARD_OF, clock.monotonicNanos());
        try {
            return keys.begin(person.name(), key, never);
        } catch (BanipException full) { // LIMIT_REACHED would say that the command was not sent
            throw KeyedCommand.underWay();
        }
    }

    private SurrogateHandle surrogate(Person person, String session) {
        SurrogateHandle surrogate = interconnects.named(session);
        gate.require(person, Right.COMMAND, surrogate.description().ban().id());
        return surrogate;
    }

    /** Whoever has lost the grant since then gets no answer. */
    private void again(
            AsyncRequest call, Person person, KeyedCommand first, String session, String name, String arguments) {
        gate.require(person, Right.COMMAND, first.ban());
        CompletableFuture<CommandAnswer> outcome = first.again(session, name, arguments);
        call.after(first.timeout(), () -> outcome.completeExceptionally(KeyedCommand.underWay()));
        call.atEnd(() -> outcome.cancel(false));
        CompletableFuture<?> unused = outcome.whenComplete((answer, failure) -> {
            if (failure == null) {
                call.executor().execute(() -> answer(call, answer));
            } else if (!outcome.isCancelled()) {
                requests.refuse(call, refusal(failure));
            }
        });
    }

    private static BanipException refusal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof BanipException known
                ? known
                : new BanipException(ErrorCode.INTERNAL, "the command was not sent: internal error");
    }

    private static CommandDeclaration declared(SurrogateHandle surrogate, String name) {
        List<CommandDeclaration> declared = surrogate.commands();
        return declared.stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BanipException(
                        ErrorCode.MALFORMED_REQUEST,
                        "the BAN does not declare a command " + Quoted.of(name) + ", it declares "
                                + declared.stream()
                                        .map(CommandDeclaration::name)
                                        .toList()));
    }

    private static boolean hasRole(Person person, CommandDeclaration command) {
        return command.roles().stream()
                .anyMatch(named ->
                        person.roles().stream().anyMatch(role -> role.token().equals(named.token())));
    }

    private static void requireRole(Person person, CommandDeclaration command) {
        if (!hasRole(person, command)) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN,
                    person.name() + " has no role that may send " + command.name() + ": allowed are "
                            + command.roles().stream().map(CommandRole::token).collect(Collectors.joining(", ")));
        }
    }

    private static void answer(AsyncRequest call, CommandAnswer answer) {
        if (call.hasEnded()) {
            return; // the audit log has what became of it
        }
        String document = new JsonWriter()
                .beginObject()
                .field("state", answer.state().token())
                .field("text", answer.text())
                .endObject()
                .toString();
        Answers.json(call, HttpServletResponse.SC_OK, document);
    }
}
