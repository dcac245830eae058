package org.banip.server.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.text.Counted;
import org.banip.core.text.TlsFailure;

/**
 * Asks for documents of at most 1 MiB. It follows no redirect, and the whole answer must come in a given time, however slowly it drips. Any thread;
 * blocks.
 */
public final class DocumentClient implements AutoCloseable {
    private final OwnClient client;
    private final Duration patience;

    /**
     * A client that has asked nothing yet.
     *
     * @param threads begins the names of its threads
     * @param patience time for a whole answer
     * @param authorities by which https is verified, read again when the file changes; empty: those of this Java
     */
    public DocumentClient(String threads, Duration patience, Optional<Path> authorities) {
        client = new OwnClient(threads, patience, authorities);
        this.patience = patience;
    }

    /** What was answered, whatever its status is. */
    public record Answer(int status, String body) {}

    /**
     * Gets a document.
     *
     * @throws IOException with what is wrong and where, if the answer is not 200, or does not come in time
     */
    public String get(URI url) throws IOException {
        Answer answer = ask(HttpRequest.newBuilder(url).header("Accept", "application/json"));
        if (answer.status() != 200) {
            throw new IOException(url + " answered with status " + answer.status()
                    + (answer.status() / 100 == 3 ? "; redirects are not followed" : ""));
        }
        return answer.body();
    }

    /**
     * Sends a request.
     *
     * @throws IOException with what is wrong and where, if no whole answer comes in time
     */
    public Answer ask(HttpRequest.Builder builder) throws IOException {
        HttpRequest request = builder.timeout(patience).build();
        CompletableFuture<HttpResponse<String>> sent = client.http().sendAsync(request, head -> new ShortBody());
        try {
            // The client's own time-out ends with the head of the answer.
            HttpResponse<String> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(answer.statusCode(), answer.body());
        } catch (TimeoutException e) {
            throw new IOException(request.uri() + " did not answer within " + Counted.seconds(patience), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String what = TlsFailure.inWords(cause)
                    .orElseGet(() -> cause instanceof ConnectException
                            ? "nobody can be reached there"
                            : String.valueOf(cause.getMessage()));
            throw new IOException(request.uri() + " cannot be asked: " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the server ends").initCause(e);
        } finally {
            sent.cancel(true);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
