package org.banip.gateway.session;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** What became of a message. */
public sealed interface Taking {
    /**
     * The MBU has it, now or since before.
     *
     * @param safe completes when the device may be told; exceptionally if that will not happen. It belongs to the caller, who cancels it when the
     *     device does not wait any more
     * @param repeatAtNanos the time, nanoseconds since the epoch, that a repetition must have to be recognised; empty if it is recognised as it is
     */
    record Taken(CompletableFuture<Void> safe, OptionalLong repeatAtNanos) implements Taking {
        /** A message whose repetition is recognised as it is. */
        Taken(CompletableFuture<Void> safe) {
            this(safe, OptionalLong.empty());
        }
    }

    /** The spool has no room. Nothing was taken; offer the same again. */
    record NoRoom() implements Taking {}

    /**
     * Nothing was taken, and it will not be.
     *
     * @param reason kind of reason
     * @param message for the device; may have values
     * @param logged for the log: the same without values
     */
    record Refused(Reason reason, String message, String logged) implements Taking {
        /** A refusal whose message has no values. */
        Refused(Reason reason, String message) {
            this(reason, message, message);
        }
    }

    /** Why a message is refused. */
    enum Reason {
        /** Not a topic or path of a gateway, or a BAN or group that it does not have. */
        UNKNOWN,
        /** The device may not write this BAN. */
        FORBIDDEN,
        /** Not in the form of a message. */
        MALFORMED,
        /** In the right form, but not of this group. */
        INVALID,
        /** A description that breaks a rule, or is of another BAN. */
        DESCRIPTION,
        /** In conflict with what the gateway has: too old, or another description. */
        CONFLICT,
        /** There are as many BANs as are allowed. */
        TOO_MANY,
        /** The BAN's MBU has ended. */
        ENDED
    }
}
