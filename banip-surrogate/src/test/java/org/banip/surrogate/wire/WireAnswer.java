package org.banip.surrogate.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.ErrorAnswer;

/** An answer as it came. */
@SuppressWarnings("ArrayRecordComponent")
public record WireAnswer(int status, Map<String, String> headers, byte[] body) {
    /** A header, named in lower case; empty if it is not there. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The error token of the body. */
    public String error() {
        return ErrorAnswer.fromJson(text()).error();
    }

    /** The message of the body's error. */
    public String message() {
        return ErrorAnswer.fromJson(text()).message();
    }

    /** The control frames of the body. */
    public List<Control> controls() {
        return Frames.controls(body);
    }

    /** The sequence numbers of the body's acknowledgement. */
    public List<Long> acknowledged() {
        return controls().stream()
                .filter(Control.Acknowledgement.class::isInstance)
                .map(Control.Acknowledgement.class::cast)
                .findFirst()
                .map(frame -> Arrays.stream(frame.nextSequences()).boxed().toList())
                .orElseThrow();
    }
}
