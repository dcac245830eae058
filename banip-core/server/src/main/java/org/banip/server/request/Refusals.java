package org.banip.server.request;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * How a server refuses a request. While a body still comes, the answer goes out at once; then the connection is closed, but not before the
 * client had a little time to read the answer: a socket closed with unread bytes in it is reset, and the answer is lost (RFC 9112, section
 * 9.6). This is a lingering close. In HTTP/2 it is the stream that is closed: some clients drop what they have not read yet of a stream that is reset. Called on requests' serial
 * executors.
 */
public final class Refusals {
    private static final long MOST_DISCARDED = 4L << 20;

    /** A request with such an error may not be what it was when it was sent: what follows it on its connection may not be a request. */
    private static final Set<ErrorCode> AT_FAULT = EnumSet.of(
            ErrorCode.MALFORMED_REQUEST,
            ErrorCode.TOO_LONG,
            ErrorCode.CHECKSUM_MISMATCH,
            ErrorCode.SILENT,
            ErrorCode.INTERNAL);

    private final Consumer<ErrorCode> onRefused;
    private final Duration linger;
    private final List<String> challenges;

    /**
     * Refusals.
     *
     * @param onRefused counts the errors
     * @param linger how long a refused request's body is still read
     * @param challenges what a 401 answer says in {@code WWW-Authenticate}
     */
    public Refusals(Consumer<ErrorCode> onRefused, Duration linger, List<String> challenges) {
        this.onRefused = onRefused;
        this.linger = linger;
        this.challenges = List.copyOf(challenges);
    }

    /** Answers with an error and ends the request; if another answer has begun, breaks it off. */
    public void refuse(AsyncRequest call, BanipException error) {
        if (call.hasEnded()) {
            return;
        }
        if (call.isAnswering()) {
            call.breakConnection();
            return;
        }
        call.answering();
        onRefused.accept(error.code());
        boolean unread = call.body().isUnread();
        byte[] document = ErrorHead.set(call.response(), error);
        if (unread || AT_FAULT.contains(error.code())) {
            call.closeAfterAnswer();
        }
        advise(call.response(), error.code());
        if (unread) {
            WholeAnswer.write(call, document, () -> linger(call));
        } else {
            WholeAnswer.write(call, document);
        }
    }

    /** What the client may do about it. */
    private void advise(HttpServletResponse response, ErrorCode code) {
        if (code == ErrorCode.UNAUTHENTICATED) {
            challenges.forEach(challenge -> response.addHeader("WWW-Authenticate", challenge));
        }
        if (code.isLimit()) {
            response.setHeader("Retry-After", "1");
        }
    }

    /** From here on what the client sends is discarded. */
    public void discard(AsyncRequest call) {
        call.body().readInto(new DiscardSink(MOST_DISCARDED, () -> {}, call::breakConnection));
    }

    /** Ends an answer that has begun, in order; what still comes of the body is discarded for a little while. */
    public void end(AsyncRequest call) {
        if (!call.body().isUnread()) {
            call.complete();
            return;
        }
        try {
            call.output().close();
            linger(call);
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    /** The answer is out: waits for the client to end its body, but not for long, and closes. */
    private void linger(AsyncRequest call) {
        if (!call.hasEnded()) {
            // That the client goes away now is what is wanted.
            call.onBroken(failure -> {});
            // A stream that is complete while its body still comes is reset without an error (RFC 9113, section 8.1).
            Runnable end = call.hasConnection() ? call::breakConnection : call::complete;
            call.after(linger, end);
            call.body().readInto(new DiscardSink(MOST_DISCARDED, call::complete, end));
        }
    }
}
