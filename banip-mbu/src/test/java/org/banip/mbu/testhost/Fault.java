package org.banip.mbu.testhost;

import java.util.Optional;
import org.banip.core.error.ErrorCode;

/**
 * The fault of one request.
 *
 * @param cutAfter close the connection after this number of bytes of the body; −1 for not at all
 * @param answerDropped read the whole body, then close the connection instead of answering
 * @param error answer with this error
 * @param errorAfter after this number of bytes of the body
 * @param onReverse also report the error on the reverse channels
 * @param answering whether the request is answered with the error, or the error is only reported
 * @param stalled never read the body
 * @param silent answer, but send nothing after the first frame
 * @param raw answer with exactly these bytes
 */
public record Fault(
        int cutAfter,
        boolean answerDropped,
        Optional<ErrorCode> error,
        int errorAfter,
        boolean onReverse,
        boolean answering,
        boolean stalled,
        boolean silent,
        Optional<String> raw) {
    static final Fault NONE = new Fault(-1, false, Optional.empty(), 0, false, false, false, false, Optional.empty());

    /** The connection breaks after this number of bytes of the body. */
    public static Fault cutAfter(int bytes) {
        return new Fault(bytes, false, Optional.empty(), 0, false, false, false, false, Optional.empty());
    }

    /** The whole body is stored, and the connection breaks before the answer. */
    public static Fault dropAnswer() {
        return new Fault(-1, true, Optional.empty(), 0, false, false, false, false, Optional.empty());
    }

    /** The request is refused before its body is read. */
    public static Fault refuse(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, true, true, false, false, Optional.empty());
    }

    /** The same, but only in the answer. */
    public static Fault answer(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, false, true, false, false, Optional.empty());
    }

    /** The same, but only on the reverse channels. When the MBU has read it there, the connection is closed without an answer. */
    public static Fault report(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, true, false, false, false, Optional.empty());
    }

    /** The same, after this number of bytes. */
    public Fault after(int bytes) {
        return new Fault(cutAfter, answerDropped, error, bytes, onReverse, answering, stalled, silent, raw);
    }

    /** The body is not read. */
    public static Fault stall() {
        return new Fault(-1, false, Optional.empty(), 0, false, false, true, false, Optional.empty());
    }

    /** The reverse channel is silent after its first frame. */
    public static Fault silence() {
        return new Fault(-1, false, Optional.empty(), 0, false, false, false, true, Optional.empty());
    }

    /** A server that is no surrogate host answers. */
    public static Fault raw(String answer) {
        return new Fault(-1, false, Optional.empty(), 0, false, false, false, false, Optional.of(answer));
    }
}
