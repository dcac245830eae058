package org.banip.measure.watch;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.json.JsonObject;

/** Asks a surrogate host as a viewer. Any thread. */
public final class HostViewer {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int LONGEST_ERROR = 65_536;

    private final URI host;
    private final Optional<String> token;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /**
     * A viewer of this host.
     *
     * @param host base URL
     * @param token what the host demands of viewers
     */
    public HostViewer(URI host, Optional<String> token) {
        boolean http = "http".equals(host.getScheme()) || "https".equals(host.getScheme());
        if (!http || host.getHost() == null) {
            throw new IllegalArgumentException("host '" + host + "' must be a URL such as http://127.0.0.1:8081/");
        }
        this.host = host.getPath().endsWith("/") ? host : URI.create(host + "/");
        this.token = token;
    }

    /** The surrogates that are active or silent now. */
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        try (InputStream answer = get("surrogates")) {
            String document = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return JsonObject.parse(document).objects("surrogates").stream()
                    .map(SurrogateSummary::of)
                    .toList();
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /** One surrogate's events, without end. */
    InputStream live(UUID session) throws InterruptedException {
        return get("surrogates/" + session + "/live");
    }

    private InputStream get(String path) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(host.resolve(path)).GET();
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                throw refused(answer);
            }
            return answer.body();
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private BanipException refused(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream body = answer.body()) {
            String text = new String(body.readNBytes(LONGEST_ERROR), StandardCharsets.UTF_8);
            return ErrorAnswer.fromJson(text).toException();
        } catch (BanipException e) {
            return new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    host + " answered " + answer.statusCode() + "; is it a surrogate host?",
                    e);
        }
    }

    private BanipException unreachable(IOException e) {
        return new BanipException(
                ErrorCode.HOST_UNAVAILABLE, "cannot reach the surrogate host at " + host + ": " + e, e);
    }
}
