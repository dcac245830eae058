package org.banip.server.request;

import java.io.IOException;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Writes one whole answer without blocking. If the client reads nothing of it for a while, the connection is closed. Owned by the request's serial
 * executor.
 */
public final class WholeAnswer implements Runnable {
    private static final Logger LOG = ServerLog.of(WholeAnswer.class);
    /** A client that reads so much within the limit goes on. */
    private static final int PIECE_BYTES = 16_384;

    private final AsyncRequest call;
    private final ResponseOutput out;
    private final byte[] document;
    private final Runnable whenSent;

    private int written;
    private boolean unflushed;
    private boolean timed;
    private boolean sent;

    private WholeAnswer(AsyncRequest call, byte[] document, Runnable whenSent) {
        this.call = call;
        this.out = call.output();
        this.document = document;
        this.whenSent = whenSent;
        unflushed = document.length == 0 || !out.isUnbuffered();
    }

    /** Answers with this document, which may be empty, and ends the request in order. Status and headers are set before. */
    public static void write(AsyncRequest call, byte[] document) {
        write(call, document, call::complete);
    }

    /** The same, but the request goes on; the action runs when the socket has taken the whole answer. */
    static void write(AsyncRequest call, byte[] document, Runnable whenSent) {
        call.answering();
        if (document.length > 0) {
            call.response().setContentLength(document.length);
        }
        call.output().writeWith(new WholeAnswer(call, document, whenSent));
    }

    @Override
    public void run() {
        try {
            while (!sent && out.isReady()) {
                step();
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
        if (!sent && !call.hasEnded() && !timed) {
            timed = true;
            limit();
        }
    }

    private void step() throws IOException {
        if (written < document.length) {
            int length = Math.min(PIECE_BYTES, document.length - written);
            int from = written;
            written += length;
            out.write(document, from, length);
            call.moved();
        } else if (unflushed) {
            unflushed = false;
            out.flush();
        } else {
            sent = true;
            whenSent.run();
        }
    }

    /** Not before a write had to wait: most answers are taken at once. */
    private void limit() {
        int before = written;
        call.after(call.unread(), () -> {
            if (sent) {
                return;
            }
            if (written > before) {
                limit();
                return;
            }
            LOG.debug(
                    "{} the client read nothing for {}, its connection is closed",
                    call.label(),
                    Counted.seconds(call.unread()));
            call.breakConnection();
        });
    }
}
