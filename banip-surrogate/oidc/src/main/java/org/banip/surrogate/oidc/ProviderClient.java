package org.banip.surrogate.oidc;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.server.client.DocumentClient;

/** Asks a provider. It follows no redirect, and waits ten seconds for a whole answer. Any thread; blocks. */
final class ProviderClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DocumentClient client;

    ProviderClient(Optional<Path> authorities) {
        client = new DocumentClient("banip-host-oidc-http-", PATIENCE, authorities);
    }

    /**
     * Gets a document.
     *
     * @throws IOException with what is wrong and where, if the answer is not 200 or there is none
     */
    String get(URI url) throws IOException {
        return client.get(url);
    }

    /** Posts a form; {@code authorization} is the header's value, if there is one. */
    DocumentClient.Answer post(URI url, Map<String, String> fields, Optional<String> authorization) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(fields)));
        authorization.ifPresent(value -> request.header("Authorization", value));
        return client.ask(request);
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

    @Override
    public void close() {
        client.close();
    }
}
