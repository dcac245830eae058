package org.banip.server.connection;

import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.util.function.Function;
import org.banip.server.request.RequestBody;
import org.banip.server.request.ResponseOutput;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Tells each request what this server does for streams of small pieces: an answer is written at once, and a small piece of a body is taken by the
 * thread that selected its connection. So a piece wakes no other thread of Jetty. Any thread.
 */
final class StreamRequests implements HttpConfiguration.Customizer {
    private static final Function<RequestBody, ReadListener> LISTENER = SelectedListener::new;

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        request.setAttribute(ResponseOutput.UNBUFFERED, true);
        request.setAttribute(RequestBody.LISTENER, LISTENER);
        return request;
    }

    private static final class SelectedListener implements ReadListener, Invocable {
        private final RequestBody body;

        SelectedListener(RequestBody body) {
            this.body = body;
        }

        @Override
        public InvocationType getInvocationType() {
            return body.isBrief() ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING;
        }

        @Override
        public void onDataAvailable() throws IOException {
            body.onDataAvailable();
        }

        @Override
        public void onAllDataRead() throws IOException {
            body.onAllDataRead();
        }

        @Override
        public void onError(Throwable failure) {
            body.onError(failure);
        }
    }
}
