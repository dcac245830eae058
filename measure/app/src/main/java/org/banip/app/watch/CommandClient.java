package org.banip.app.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
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
     * Sends a command, and waits until it is known what became of it.
     *
     * @throws HostAwayException as {@link HostViewer#post} says
     * @throws BanipException if the host refuses
     */
    public CommandAnswer send(Session session, String name, CommandArguments arguments) throws InterruptedException {
        CommandDeclaration command = session.commands().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
        String json = new String(arguments.toBytes(), StandardCharsets.UTF_8);
        JsonObject answer = viewer.post(
                "surrogates/" + session.id() + "/commands/" + name,
                UUID.randomUUID().toString(),
                "arguments=" + URLEncoder.encode(json, StandardCharsets.UTF_8),
                command.timeout().plus(MORE));
        return new CommandAnswer(state(answer.string("state")), answer.string("text"));
    }

    /** What a host of a newer version says and this one does not know is not known. */
    private static CommandAnswer.State state(String token) {
        return Arrays.stream(CommandAnswer.State.values())
                .filter(state -> state.token().equals(token))
                .findFirst()
                .orElse(CommandAnswer.State.UNKNOWN);
    }
}
