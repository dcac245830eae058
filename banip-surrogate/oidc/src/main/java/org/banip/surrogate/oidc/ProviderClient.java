package org.banip.surrogate.oidc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.banip.core.text.TlsFailure;
import org.banip.surrogate.client.OwnClient;

/** Asks a provider. It follows no redirect, and waits ten seconds for a whole answer. Any thread; blocks. */
final class ProviderClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final OwnClient client;

    ProviderClient(Optional<Path> authorities) {
        client = new OwnClient("banip-host-oidc-http-", PATIENCE, authorities);
    }

    /** What a provider answered to a post. */
    record Answer(int status, String body) {}

    /**
     * Gets a document.
     *
     * @throws IOException with what is wrong and where, if the answer is not 200 or there is none
     */
    String get(URI url) throws IOException {
        Answer answer = ask(HttpRequest.newBuilder(url).header("Accept", "application/json"));
        if (answer.status() != 200) {
            throw new IOException(url + " answered with status " + answer.status());
        }
        return answer.body();
    }

    /** Posts a form; {@code authorization} is the header's value, if there is one. */
    Answer post(URI url, Map<String, String> fields, Optional<String> authorization) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(fields)));
        authorization.ifPresent(value -> request.header("Authorization", value));
        return ask(request);
    }

    /** Fields as a form or a query has them. */
    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** A text as a form has it. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Answer ask(HttpRequest.Builder builder) throws IOException {
        HttpRequest request = builder.timeout(PATIENCE).build();
        CompletableFuture<HttpResponse<String>> sent = client.http().sendAsync(request, head -> new ShortBody());
        try {
            // The client's own time-out ends with the head of the answer.
            HttpResponse<String> answer = sent.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(answer.statusCode(), answer.body());
        } catch (TimeoutException e) {
            throw new IOException(request.uri() + " did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String what = TlsFailure.inWords(cause)
                    .orElseGet(() -> cause instanceof ConnectException
                            ? "nobody can be reached there"
                            : String.valueOf(cause.getMessage()));
            throw new IOException(request.uri() + " cannot be asked: " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the host ends").initCause(e);
        } finally {
            sent.cancel(true);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
