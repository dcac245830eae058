package org.banip.mbu.testhost;

import java.util.Optional;
import org.banip.core.error.ErrorCode;

/**
 * What shall go wrong with one request.
 *
 * @param cutAfter close the connection once so many bytes of the body were taken; −1 not at all
 * @param answerDropped take the whole body, then close the connection instead of answering
 * @param error answer with this error
 * @param errorAfter once so many bytes of the body were taken
 * @param onReverse report it on the reverse channels, too
 * @param answering whether the error is answered at all, or only reported
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

    /** The connection breaks after so many bytes of the body. */
    public static Fault cutAfter(int bytes) {
        return new Fault(bytes, false, Optional.empty(), 0, false, false, false, false, Optional.empty());
    }

    /** Everything is taken and stored, and the connection breaks before the answer. */
    public static Fault dropAnswer() {
        return new Fault(-1, true, Optional.empty(), 0, false, false, false, false, Optional.empty());
    }

    /** The request is refused before anything of its body is taken. */
    public static Fault refuse(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, true, true, false, false, Optional.empty());
    }

    /** The same, only in the answer. */
    public static Fault answer(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, false, true, false, false, Optional.empty());
    }

    /** The same, only on the reverse channels; the connection is closed without an answer, once the MBU has heard it there. */
    public static Fault report(ErrorCode code) {
        return new Fault(-1, false, Optional.of(code), 0, true, false, false, false, Optional.empty());
    }

    /** The same, once so many bytes were taken. */
    public Fault after(int bytes) {
        return new Fault(cutAfter, answerDropped, error, bytes, onReverse, answering, stalled, silent, raw);
    }

    /** The body is not read. */
    public static Fault stall() {
        return new Fault(-1, false, Optional.empty(), 0, false, false, true, false, Optional.empty());
    }

    /** The reverse channel says nothing after its first frame. */
    public static Fault silence() {
        return new Fault(-1, false, Optional.empty(), 0, false, false, false, true, Optional.empty());
    }

    /** Something that is no surrogate host answers. */
    public static Fault raw(String answer) {
        return new Fault(-1, false, Optional.empty(), 0, false, false, false, false, Optional.of(answer));
    }
}
