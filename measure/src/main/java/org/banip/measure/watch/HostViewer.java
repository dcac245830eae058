package org.banip.measure.watch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.json.JsonObject;

/** Asks a surrogate host as a viewer. Any thread. */
public final class HostViewer {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int LONGEST_ERROR = 65_536;
    private static final int SERVER_ERRORS = 500;

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

    /** Whom it asks. */
    URI host() {
        return host;
    }

    /**
     * The surrogates that are active or silent now.
     *
     * @throws BanipException if the host refuses, is none, or cannot be reached
     */
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        String document;
        try (InputStream answer = send(request("surrogates").timeout(ANSWER))) {
            document = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreachable(e);
        }
        try {
            return JsonObject.parse(document).objects("surrogates").stream()
                    .map(SurrogateSummary::of)
                    .toList();
        } catch (BanipException e) {
            throw noHost("answered with something else than a list of surrogates", e);
        }
    }

    /** One surrogate's events, without end. */
    InputStream live(UUID session) throws InterruptedException {
        return send(request("surrogates/" + session + "/live"));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(host.resolve(path)).GET();
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private InputStream send(HttpRequest.Builder request) throws InterruptedException {
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
            BanipException told = ErrorAnswer.fromJson(text).toException();
            return answer.statusCode() < SERVER_ERRORS ? told : away(String.valueOf(told.getMessage()), told);
        } catch (BanipException e) {
            return answer.statusCode() < SERVER_ERRORS
                    ? noHost("answered " + answer.statusCode(), e)
                    : away("it answered " + answer.statusCode(), e);
        }
    }

    private BanipException noHost(String what, Exception cause) {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, host + " " + what + "; is it a surrogate host?", cause);
    }

    private BanipException away(String why, Exception cause) {
        return new HostAwayException("cannot reach the surrogate host at " + host + ": " + why, cause);
    }

    private BanipException unreachable(IOException e) {
        return isNoHost(e)
                ? noHost("does not speak " + host.getScheme() + ": " + e.getMessage(), e)
                : away(reason(e), e);
    }

    /** Something answered, but in another language, or with a certificate that is not trusted; unless it was only cut off. */
    private static boolean isNoHost(IOException e) {
        boolean other = false;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException || cause instanceof SocketException) {
                return false;
            }
            other |= cause instanceof SSLException || cause instanceof ProtocolException;
        }
        return other;
    }

    /** In words: the client's own exceptions often have none. */
    private static String reason(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return "it does not answer";
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "its name is not known";
            }
        }
        return e instanceof ConnectException ? "nothing accepts connections there" : "the connection broke";
    }
}
