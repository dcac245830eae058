package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import org.banip.surrogate.api.CommandOutcome;

/**
 * A {@link CommandOutcome} on the wire.
 *
 * @param succeeded whether it was done
 * @param result bytes the command defines, or if it was not done a UTF-8 text that says why; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // made once, for one caller
public record RemoteOutcome(boolean succeeded, byte[] result) implements Serializable {
    private static final int MOST = 1 << 20;

    /** Checks the length. */
    public RemoteOutcome {
        Checks.length("result of a command", result.length, MOST);
    }

    /** The outcome. */
    public CommandOutcome outcome() {
        return new CommandOutcome(succeeded, result);
    }
}
