package org.banip.surrogate.download;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.error.BanipException;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;
import org.banip.server.client.OwnClient;
import org.banip.surrogate.settings.JarOrigin;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.jspecify.annotations.Nullable;

/**
 * Fetches jars by HTTP or HTTPS, within a size and a time, and only from the allowed origins. A redirect within the same origin is followed, up
 * to three times; one to another origin is refused. Any thread; a fetch blocks its caller.
 */
final class JarClient implements AutoCloseable {
    private static final int MOST_REDIRECTS = 3;
    private static final int OK = 200;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final List<Integer> REDIRECTS = List.of(301, 302, 303, 307, 308);

    private final SurrogateJarSettings settings;
    private final OwnClient client;

    JarClient(SurrogateJarSettings settings) {
        this.settings = settings;
        client = new OwnClient("banip-jar-client-", settings.time(), settings.authorities());
    }

    /**
     * The bytes at a URL whose origin is allowed.
     *
     * @param ended breaks off when it is complete: then nobody waits for the bytes
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} if it is refused, {@code HOST_UNAVAILABLE} if a later attempt may succeed
     */
    byte[] fetch(URI url, JarName name, CompletableFuture<?> ended) {
        long deadline = System.nanoTime() + settings.time().toNanos();
        JarOrigin origin = JarOrigin.of(url);
        URI at = url;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            HttpResponse<byte[]> answer = ask(at, name, deadline, ended);
            if (!REDIRECTS.contains(answer.statusCode())) {
                return body(answer, name);
            }
            at = redirected(at, origin, answer, name);
        }
        throw name.refused("is redirected more than " + MOST_REDIRECTS + " times");
    }

    private byte[] body(HttpResponse<byte[]> answer, JarName name) {
        int status = answer.statusCode();
        if (status == OK) {
            return answer.body();
        }
        String what = "cannot be fetched: its server answers " + status;
        boolean maybeLater = status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS || status >= SERVER_ERROR;
        throw maybeLater ? name.notNow(what) : name.refused(what);
    }

    private static URI redirected(URI from, JarOrigin origin, HttpResponse<?> answer, JarName name) {
        String location = answer.headers().firstValue("Location").orElse("");
        String shown = Quoted.of(JarName.withoutQuery(location));
        try {
            URI to = from.resolve(location);
            if (JarOrigin.of(to).equals(origin)) {
                return to;
            }
        } catch (IllegalArgumentException e) {
            throw name.refused("is redirected to " + shown + ", which is no URL of " + origin, e);
        }
        throw name.refused("is redirected to " + shown + ", allowed is a redirect within " + origin);
    }

    private HttpResponse<byte[]> ask(URI url, JarName name, long deadline, CompletableFuture<?> ended) {
        long left = Math.max(1, deadline - System.nanoTime());
        HttpRequest request =
                HttpRequest.newBuilder(url).timeout(Duration.ofNanos(left)).build();
        CompletableFuture<HttpResponse<byte[]>> answer = client.http()
                .sendAsync(
                        request,
                        head -> new BoundedBody(
                                settings.bytes(),
                                head.headers()
                                        .firstValueAsLong("Content-Length")
                                        .orElse(-1)));
        try {
            CompletableFuture<Object> first = CompletableFuture.anyOf(answer, ended);
            Object unused = first.get(left, TimeUnit.NANOSECONDS);
            return answer.get(0, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw tooLate(name, e);
        } catch (ExecutionException e) {
            throw failure(e.getCause(), name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw name.notNow("is not fetched, the host stops", e);
        } finally {
            // Closes the connection if the answer is not complete.
            answer.cancel(true);
        }
    }

    private BanipException failure(@Nullable Throwable failure, JarName name) {
        Throwable root = failure == null ? new IOException("no answer") : failure;
        for (Throwable cause = root; cause != null; cause = cause.getCause()) {
            if (cause instanceof BoundedBody.TooLongException tooLong) {
                return tooLong(String.valueOf(tooLong.getMessage()), name);
            }
        }
        if (root instanceof HttpTimeoutException) {
            return tooLate(name, root);
        }
        boolean none = root instanceof ConnectException;
        return name.notNow("cannot be fetched: " + (none ? "no connection to its server" : JarName.reason(root)), root);
    }

    private BanipException tooLong(String seen, JarName name) {
        String has = seen.isEmpty() ? "" : seen + " ";
        return name.refused(
                has + "is longer than the " + Counted.of(settings.bytes(), "byte") + " that this host allows");
    }

    private BanipException tooLate(JarName name, Throwable cause) {
        return name.notNow("was not fetched within " + Counted.seconds(settings.time()), cause);
    }

    @Override
    public void close() {
        client.close();
    }
}
