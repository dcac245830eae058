package org.banip.core.frame;

import java.util.Arrays;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** A frame that carries no sensor sets (docs/protocol.md, "Control frames"). */
public sealed interface Control {
    /** Longest text in a control frame, in UTF-8 bytes. */
    int MAX_TEXT = 1024;
    /** Longest argument or result of a command, in bytes. */
    int MAX_COMMAND_BYTES = 16_384;

    /** Nothing to say, still there; both ways. */
    record KeepAlive() implements Control {}

    /**
     * Everything before these sequence numbers is durably stored; host to MBU.
     *
     * @param nextSequences per group in the order of the description; not copied, nobody writes to it
     */
    @SuppressWarnings("ArrayRecordComponent") // a frame is read once; a copy per frame would be garbage
    record Acknowledgement(long[] nextSequences) implements Control {
        @Override
        public boolean equals(@org.jspecify.annotations.Nullable Object other) {
            return other instanceof Acknowledgement that && Arrays.equals(nextSequences, that.nextSequences);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(nextSequences);
        }

        @Override
        public String toString() {
            return "Acknowledgement" + Arrays.toString(nextSequences);
        }
    }

    /**
     * Something the BAN shall do; host to MBU.
     *
     * @param id number that the result repeats
     * @param name what to do, 1 to 64 characters
     * @param argument bytes the command defines; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // a frame is read once; a copy per frame would be garbage
    record Command(long id, String name, byte[] argument) implements Control {
        /** Checks the lengths. */
        public Command {
            if (name.isEmpty() || name.length() > 64 || argument.length > MAX_COMMAND_BYTES) {
                throw new BanipException(
                        ErrorCode.MALFORMED_FRAME,
                        "command name of " + name.length() + " characters (allowed 1 to 64), argument of "
                                + argument.length + " bytes (allowed up to " + MAX_COMMAND_BYTES + ")");
            }
        }
    }

    /**
     * What became of a command; MBU to host.
     *
     * @param id the command's number
     * @param succeeded whether it was done
     * @param result bytes the command defines, or a UTF-8 text that says why not; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // a frame is read once; a copy per frame would be garbage
    record CommandResult(long id, boolean succeeded, byte[] result) implements Control {}

    /**
     * Asks for the host's clock; MBU to host (RFC 5905, section 8, timestamps t1 to t4).
     *
     * @param sentNanos MBU's clock when sent, nanoseconds since the epoch (t1)
     */
    record TimeRequest(long sentNanos) implements Control {}

    /**
     * The host's clock; host to MBU.
     *
     * @param requestSentNanos t1, repeated
     * @param receivedNanos host's clock when the request came (t2)
     * @param sentNanos host's clock when this was sent (t3)
     */
    record TimeAnswer(long requestSentNanos, long receivedNanos, long sentNanos) implements Control {}

    /**
     * What went wrong with a data request; host to MBU.
     *
     * @param codeNumber {@link ErrorCode#number()}
     * @param message for people, at most {@link #MAX_TEXT} bytes in UTF-8
     */
    record ErrorReport(int codeNumber, String message) implements Control {
        /** The report of an exception, its message cut to what fits. */
        public static ErrorReport of(BanipException e) {
            String message = String.valueOf(e.getMessage());
            return new ErrorReport(e.code().number(), message.substring(0, Math.min(message.length(), MAX_TEXT / 4)));
        }
    }
}
