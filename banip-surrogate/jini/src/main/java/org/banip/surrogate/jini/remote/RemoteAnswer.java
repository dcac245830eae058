package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.banip.surrogate.api.CommandAnswer;

/**
 * A {@link CommandAnswer} on the wire.
 *
 * @param state the token of its state
 * @param text in UTF-8; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // made once, for one caller
public record RemoteAnswer(String state, byte[] text) implements Serializable {
    private static final int MOST = 1 << 20;

    /** Checks the length. */
    public RemoteAnswer {
        Checks.length("answer to a command", text.length, MOST);
    }

    /** This answer. */
    public static RemoteAnswer of(CommandAnswer answer) {
        return new RemoteAnswer(answer.state().token(), answer.text().getBytes(StandardCharsets.UTF_8));
    }

    /** The answer. A state that this version does not know is {@code UNKNOWN}. */
    public CommandAnswer answer() {
        CommandAnswer.State known = Arrays.stream(CommandAnswer.State.values())
                .filter(one -> one.token().equals(state))
                .findFirst()
                .orElse(CommandAnswer.State.UNKNOWN);
        return new CommandAnswer(known, new String(text, StandardCharsets.UTF_8));
    }
}
