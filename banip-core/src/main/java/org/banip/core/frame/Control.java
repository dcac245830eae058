package org.banip.core.frame;

import java.util.Arrays;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;
import org.banip.core.text.Quoted;
import org.banip.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/** A frame that carries no sensor sets (docs/protocol.md, "Control frames"). */
public sealed interface Control {
    /** Maximum length of text in a control frame, in UTF-8 bytes. */
    int MAX_TEXT = 1024;
    /** Maximum length of a command's name, in UTF-8 bytes. */
    int MAX_NAME = 64;
    /** Maximum length of a command's argument or result, in bytes. */
    int MAX_COMMAND_BYTES = 16_384;

    /** A keep-alive without content; in both directions. */
    record KeepAlive() implements Control {}

    /**
     * All items before these sequence numbers are durably stored; host to MBU.
     *
     * @param nextSequences one for each group, in the order of the description; not copied, must not be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // not copied: a copy for each frame would be garbage
    record Acknowledgement(long[] nextSequences) implements Control {
        /** Checks the numbers. */
        public Acknowledgement {
            if (nextSequences.length > BanDescription.MAX_GROUPS) {
                throw malformed("acknowledges " + nextSequences.length + " groups, allowed are up to "
                        + BanDescription.MAX_GROUPS);
            }
            for (long next : nextSequences) {
                requireNumber("sequence number", next);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
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
     * A command to the BAN; host to MBU.
     *
     * @param id number that the result repeats
     * @param name the command's name, 1 to {@link #MAX_NAME} bytes in UTF-8
     * @param argument at most {@link #MAX_COMMAND_BYTES} bytes that the command defines; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // not copied: a copy for each frame would be garbage
    record Command(long id, String name, byte[] argument) implements Control {
        /** Checks number and lengths. */
        public Command {
            requireNumber("command id", id);
            requireText("command name", name, 1, MAX_NAME);
            requireLength("command argument", argument);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Command that
                    && id == that.id
                    && name.equals(that.name)
                    && Arrays.equals(argument, that.argument);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }

        @Override
        public String toString() {
            return "Command " + id + " " + Quoted.of(name) + " with " + argument.length + " bytes";
        }
    }

    /**
     * The result of a command; MBU to host.
     *
     * @param id the command's number
     * @param succeeded whether it succeeded
     * @param result at most {@link #MAX_COMMAND_BYTES} bytes that the command defines, or the reason of a failure as UTF-8 text; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // not copied: a copy for each frame would be garbage
    record CommandResult(long id, boolean succeeded, byte[] result) implements Control {
        /** Checks number and length, and that a reason is UTF-8. */
        public CommandResult {
            requireNumber("command id", id);
            requireLength("command result", result);
            if (!succeeded && !Utf8.decode(result, 0, result.length).isPresent()) {
                throw malformed("reason of a failed command is not UTF-8");
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof CommandResult that
                    && id == that.id
                    && succeeded == that.succeeded
                    && Arrays.equals(result, that.result);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }

        @Override
        public String toString() {
            return "CommandResult " + id + (succeeded ? " done" : " failed") + " with " + result.length + " bytes";
        }
    }

    /**
     * Requests the time of the host's clock; MBU to host (RFC 5905, section 8, timestamps t1 to t4).
     *
     * @param sentNanos MBU's clock when sent, nanoseconds since the epoch (t1)
     */
    record TimeRequest(long sentNanos) implements Control {}

    /**
     * The time of the host's clock; host to MBU.
     *
     * @param requestSentNanos t1, repeated
     * @param receivedNanos host's clock when the request arrived (t2)
     * @param sentNanos host's clock when this was sent (t3)
     */
    record TimeAnswer(long requestSentNanos, long receivedNanos, long sentNanos) implements Control {}

    /**
     * When the host should leave the path by which this comes; MBU to host.
     *
     * @param millis from its arrival on; {@link #NO_END_MILLIS} or more: no end is in sight
     */
    record PathEnd(long millis) implements Control {
        /** No end is in sight. */
        public static final long NO_END_MILLIS = 86_400_000;

        /** Checks the number. */
        public PathEnd {
            requireNumber("time until the end of a path", millis);
        }
    }

    /**
     * The error of a data request; host to MBU.
     *
     * @param codeNumber {@link ErrorCode#number()}
     * @param message for people, at most {@link #MAX_TEXT} bytes in UTF-8
     */
    record ErrorReport(int codeNumber, String message) implements Control {
        /** Checks number and text. */
        public ErrorReport {
            requireNumber("error number", codeNumber);
            requireText("error message", message, 0, MAX_TEXT);
        }

        /** A report of an exception. Its message is cut to the limit. A local error is reported as {@code INTERNAL}. */
        public static ErrorReport of(BanipException e) {
            String message = Quoted.line(String.valueOf(e.getMessage()), MAX_TEXT);
            return new ErrorReport(e.code().travelling().number(), Utf8.cut(message, MAX_TEXT));
        }

        /** The exception it reports; an unknown number counts as {@code INTERNAL}. */
        public BanipException toException() {
            ErrorCode code = ErrorCode.ofNumber(codeNumber).orElse(ErrorCode.INTERNAL);
            return new BanipException(code.travelling(), Quoted.line(message, MAX_TEXT));
        }
    }

    private static void requireNumber(String what, long value) {
        if (value < 0 || value > PacketHeader.MAX_NUMBER) {
            throw malformed(what + " " + value + " is outside 0 to " + PacketHeader.MAX_NUMBER);
        }
    }

    private static void requireText(String what, String text, int min, int max) {
        int length = Utf8.length(text);
        String message =
                what + " " + Quoted.of(text) + " must be " + min + " to " + max + " bytes of UTF-8, is " + length;
        if (length > max) {
            throw new BanipException(ErrorCode.TOO_LONG, message);
        }
        if (length < min || !Utf8.isWellFormed(text)) {
            throw malformed(message);
        }
    }

    private static void requireLength(String what, byte[] bytes) {
        if (bytes.length > MAX_COMMAND_BYTES) {
            throw new BanipException(
                    ErrorCode.TOO_LONG, what + " of " + bytes.length + " bytes exceeds limit " + MAX_COMMAND_BYTES);
        }
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_FRAME, message);
    }
}
