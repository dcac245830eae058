package org.banip.surrogate.viewer;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;
import org.jspecify.annotations.Nullable;

/** A command that has a key, and its answer once that is there. Any thread. */
final class KeyedCommand {
    private final String ban;
    private final String session;
    private final String name;
    private final String argumentsDigest;

    private volatile @Nullable Answered answered;

    private record Answered(CommandAnswer answer, long nanos) {}

    /** A command to a session of a BAN, with its arguments as they came. */
    KeyedCommand(String ban, String session, String name, String arguments) {
        this.ban = ban;
        this.session = session;
        this.name = name;
        argumentsDigest = digest(arguments);
    }

    private static String digest(String arguments) {
        return ContentDigest.of(arguments.getBytes(StandardCharsets.UTF_8));
    }

    String ban() {
        return ban;
    }

    /** What became of it, at this instant of the host's monotonic clock. */
    void answered(CommandAnswer answer, long nanos) {
        answered = new Answered(answer, nanos);
    }

    Optional<CommandAnswer> answer() {
        return Optional.ofNullable(answered).map(Answered::answer);
    }

    OptionalLong answeredNanos() {
        Answered now = answered;
        return now == null ? OptionalLong.empty() : OptionalLong.of(now.nanos());
    }

    /**
     * The answer to this command, which came again.
     *
     * @throws BanipException {@code KEY_REUSED} if it is another one, {@code UNDER_WAY} if there is no answer yet
     */
    CommandAnswer again(String toSession, String toName, String withArguments) {
        boolean same = session.equals(toSession) && name.equals(toName);
        if (!same || !argumentsDigest.equals(digest(withArguments))) {
            throw new BanipException(
                    ErrorCode.KEY_REUSED,
                    "the key was given to command " + Quoted.of(name) + " of session " + session + " before"
                            + (same ? ", with other arguments" : "") + "; each command needs a key of its own");
        }
        return answer().orElseThrow(() -> new BanipException(
                ErrorCode.UNDER_WAY, "the command with this key has no answer yet; ask again later"));
    }
}
