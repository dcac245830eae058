package org.banip.app.watch;

import java.net.ConnectException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandsJson;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;

/** Sends commands to BANs over a host's resources (docs/control.md). One thread at a time. */
public final class CommandClient {
    /** How much longer than a command's time-out the host may take to answer. */
    private static final Duration MORE = Duration.ofSeconds(15);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MOST_ATTEMPTS = 5;
    /** Answers with a status from 500 on that a host gives before it sends anything. */
    private static final Set<ErrorCode> REFUSALS = EnumSet.of(ErrorCode.LIMIT_REACHED, ErrorCode.STORAGE_UNAVAILABLE);

    private final HostViewer viewer;

    /** Commands of this person. */
    public CommandClient(HostViewer viewer) {
        this.viewer = viewer;
    }

    /**
     * A session of a BAN.
     *
     * @param id its UUID
     * @param commands what the BAN declares
     */
    public record Session(UUID id, List<CommandDeclaration> commands) {}

    /**
     * The session of a BAN that was activated last.
     *
     * @throws BanipException if the host has none, refuses, or cannot be reached
     */
    public Session session(String ban) throws InterruptedException {
        UUID id = viewer.surrogates().stream()
                .filter(surrogate -> surrogate.ban().equals(ban))
                .max(Comparator.comparingLong(SurrogateSummary::activatedNanos))
                .map(SurrogateSummary::session)
                .orElseThrow(() -> new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT,
                        viewer.host() + " has no BAN " + Quoted.of(ban) + " now that you may see"));
        return new Session(id, CommandsJson.read(viewer.document("surrogates/" + id + "/commands")));
    }

    /**
     * Sends a command, and waits until it is known what became of it. If the first answer does not say that, the host is asked, with the key of the
     * command, and sends nothing.
     *
     * @throws BanipException if the command was not sent: the host refuses, or nothing accepts the connection
     */
    public CommandAnswer send(Session session, String name, CommandArguments arguments) throws InterruptedException {
        CommandDeclaration command = session.commands().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
        String json = new String(arguments.toBytes(), StandardCharsets.UTF_8);
        Form form = new Form(
                "surrogates/" + session.id() + "/commands/" + name,
                UUID.randomUUID().toString(),
                "arguments=" + URLEncoder.encode(json, StandardCharsets.UTF_8),
                System.nanoTime() + command.timeout().plus(MORE).toNanos());
        try {
            return post(form, form.fields());
        } catch (BanipException e) {
            if (!mayBeSent(e)) {
                throw e;
            }
            return ask(form, e);
        }
    }

    /** A command as a form, and until when the host may answer. */
    private record Form(String path, String key, String fields, long endNanos) {
        Duration left() {
            return Duration.ofNanos(endNanos - System.nanoTime());
        }
    }

    private CommandAnswer post(Form form, String fields) throws InterruptedException {
        Duration left = form.left().compareTo(PAUSE) < 0 ? PAUSE : form.left();
        JsonObject answer = viewer.post(form.path(), form.key(), fields, left);
        return new CommandAnswer(state(answer.string("state")), answer.string("text"));
    }

    /** Asks for as long as the host says that the command is under way, and some times if it cannot be reached. */
    private CommandAnswer ask(Form form, BanipException first) throws InterruptedException {
        BanipException last = first;
        int attempts = 0;
        while (mayBeSent(last) || last instanceof HostAwayException) {
            attempts += last.code() == ErrorCode.UNDER_WAY ? 0 : 1;
            if (attempts > MOST_ATTEMPTS || form.left().compareTo(PAUSE) < 0) {
                break;
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            try {
                return post(form, form.fields() + "&again=yes");
            } catch (BanipException e) {
                last = e;
            }
        }
        return new CommandAnswer(
                CommandAnswer.State.UNKNOWN,
                last.getMessage() + "; the host may have sent the command, and its audit log has what became of it");
    }

    /** Whether the host may have sent a command that was answered like this. */
    private static boolean mayBeSent(BanipException answer) {
        if (answer.code() == ErrorCode.UNDER_WAY) {
            return true;
        }
        Throwable cause = answer.getCause();
        boolean refused = cause instanceof BanipException known && REFUSALS.contains(known.code());
        return answer instanceof HostAwayException && !refused && !(cause instanceof ConnectException);
    }

    /** What a host of a newer version says and this one does not know is not known. */
    private static CommandAnswer.State state(String token) {
        return Arrays.stream(CommandAnswer.State.values())
                .filter(state -> state.token().equals(token))
                .findFirst()
                .orElse(CommandAnswer.State.UNKNOWN);
    }
}
