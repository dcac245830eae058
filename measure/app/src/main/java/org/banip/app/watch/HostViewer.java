package org.banip.app.watch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.banip.app.option.TrustOption;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.core.text.TlsFailure;
import org.banip.surrogate.api.reduction.Reduction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A viewer's client of a surrogate host. Any thread. */
public final class HostViewer {
    private static final Logger LOG = LoggerFactory.getLogger(HostViewer.class);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int LONGEST_ERROR = 65_536;
    private static final int LONGEST_REASON = 120;
    /** A host lists 1,000 surrogates at most. */
    private static final int LONGEST_LIST = 64 << 20;

    private static final int SERVER_ERRORS = 500;
    /** How the client says that the server has closed the connection and sent nothing. */
    private static final String NO_BYTES = "header parser received no bytes";

    private static final String UNANSWERED = "it closes the connection without an answer; is it https://?";

    private final URI host;
    /** The header that says who the viewer is. */
    private final Optional<String> authorization;

    private final Duration patience;
    private final HttpClient client;

    /**
     * A viewer of this host.
     *
     * @param host base URL
     * @param token the token that the host requires of viewers
     * @param tls the authorities that the viewer trusts; empty for those of Java
     */
    public HostViewer(URI host, Optional<String> token, Optional<SSLContext> tls) {
        this(host, token.map(secret -> "Bearer " + secret), tls, ANSWER);
    }

    /** A viewer who is named in the host's viewers' file and has a password. */
    public static HostViewer named(URI host, String user, String password, Optional<SSLContext> tls) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new HostViewer(host, Optional.of("Basic " + Base64.getEncoder().encodeToString(pair)), tls, ANSWER);
    }

    /** A viewer that trusts the authorities of this Java, and reports the host as away after this time without data. */
    HostViewer(URI host, Optional<String> token, Duration patience) {
        this(host, token.map(secret -> "Bearer " + secret), Optional.empty(), patience);
    }

    private HostViewer(URI host, Optional<String> authorization, Optional<SSLContext> tls, Duration patience) {
        boolean http = "http".equals(host.getScheme()) || "https".equals(host.getScheme());
        if (!http || host.getHost() == null) {
            throw new IllegalArgumentException("host '" + host + "' must be a URL such as http://127.0.0.1:8081/");
        }
        this.host = host.getPath().endsWith("/") ? host : URI.create(host + "/");
        this.authorization = authorization;
        this.patience = patience;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
        tls.ifPresent(builder::sslContext);
        client = builder.build();
    }

    /** The host. */
    public URI host() {
        return host;
    }

    /** Longest time without data. */
    Duration patience() {
        return patience;
    }

    /**
     * The surrogates that are active or silent now.
     *
     * @throws BanipException if the host refuses, is no surrogate host, or cannot be reached
     */
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        return list().surrogates();
    }

    /**
     * A host's list.
     *
     * @param surrogates those that are active or silent now, and granted to this viewer
     * @param granted what else this viewer might see; empty if nobody is named at that host
     */
    record Listing(List<SurrogateSummary> surrogates, Optional<Granted> granted) {}

    /** The surrogates, and what was granted; with the same errors. */
    Listing list() throws InterruptedException {
        String document;
        try (InputStream answer = send(request("surrogates"))) {
            document = text(answer, LONGEST_LIST);
        } catch (IOException e) {
            throw unreachable(e);
        }
        try {
            JsonObject list = JsonObject.parse(document);
            return new Listing(
                    list.objects("surrogates").stream()
                            .map(SurrogateSummary::of)
                            .toList(),
                    Granted.of(list));
        } catch (BanipException e) {
            throw noHost("answered with something else than a list of surrogates", e);
        }
    }

    /**
     * A document of the host.
     *
     * @param path relative to the base URL
     * @throws BanipException as {@link #surrogates} says
     */
    public JsonObject document(String path) throws InterruptedException {
        return parsed(request(path));
    }

    /**
     * Posts a form, and returns the document that answers it.
     *
     * @param key a key by which the host knows the form, if something on the way sends it again
     * @param longest how long the answer may take
     * @throws HostAwayException if no answer came: whether the host has taken the form is not known, unless nothing accepted the connection
     * @throws BanipException if the host refuses
     */
    public JsonObject post(String path, String key, String form, Duration longest) throws InterruptedException {
        return parsed(request(path)
                .timeout(longest)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Idempotency-Key", '"' + key + '"')
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private JsonObject parsed(HttpRequest.Builder request) throws InterruptedException {
        try (InputStream answer = send(request)) {
            return JsonObject.parse(text(answer, LONGEST_LIST));
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /**
     * One surrogate's events after the event with this id, without end; only live events if the id is empty, and the tail of each group before them if
     * it is {@link LiveSource#TAIL}.
     */
    InputStream live(UUID session, String lastId, Reduction wanted) throws InterruptedException {
        boolean tail = lastId.equals(LiveSource.TAIL);
        HttpRequest.Builder request = request("surrogates/" + session + "/live" + query(wanted, tail));
        return send(lastId.isEmpty() || tail ? request : request.header("Last-Event-ID", lastId));
    }

    private static String query(Reduction wanted, boolean tail) {
        List<String> parts = new ArrayList<>();
        if (tail) {
            parts.add("tail=true");
        }
        wanted.channels()
                .forEach(channel -> parts.add("channel=" + URLEncoder.encode(channel, StandardCharsets.UTF_8)));
        wanted.rate().ifPresent(rate -> parts.add("rate=" + URLEncoder.encode("" + rate, StandardCharsets.UTF_8)));
        if (wanted.numericsOnly()) {
            parts.add("numerics=true");
        }
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(host.resolve(path)).timeout(patience).GET();
        authorization.ifPresent(value -> request.header("Authorization", value));
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
            throw isUnanswered(e) ? away(UNANSWERED, e) : unreachable(e);
        }
    }

    /** Whether the host has closed the connection before the head of an answer, as one does that expects TLS. */
    private boolean isUnanswered(IOException e) {
        boolean closed = String.valueOf(e.getMessage()).contains(NO_BYTES);
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            boolean reset = cause instanceof SocketException && !(cause instanceof ConnectException);
            closed |= reset || cause instanceof EOFException;
        }
        return closed && "http".equals(host.getScheme());
    }

    private BanipException refused(HttpResponse<InputStream> answer) throws IOException {
        if (answer.headers().firstValue("WWW-Authenticate").orElse("").startsWith("Basic")) {
            answer.body().close();
            return new BanipException(
                    ErrorCode.UNAUTHENTICATED,
                    host + " asks for a user and a password: it is a broker. A viewer needs the surrogate host;"
                            + " give its URL with --host-url",
                    new ProtocolException("a challenge of the scheme Basic"));
        }
        try (InputStream body = answer.body()) {
            BanipException told =
                    ErrorAnswer.fromJson(text(body, LONGEST_ERROR)).toException();
            return answer.statusCode() < SERVER_ERRORS ? told : away(String.valueOf(told.getMessage()), told);
        } catch (BanipException e) {
            return answer.statusCode() < SERVER_ERRORS
                    ? noHost("answered " + answer.statusCode(), e)
                    : away("it answered " + answer.statusCode(), e);
        }
    }

    /** Reads a whole document; the request's own time limit only covers the head. */
    private String text(InputStream body, int most) throws IOException {
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, patience.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = late.thenAccept(is -> end(body));
        String text = new String(body.readNBytes(most), StandardCharsets.UTF_8);
        if (!late.complete(false)) {
            throw new HttpTimeoutException("the answer does not end");
        }
        return text;
    }

    private static void end(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            LOG.debug("the answer was broken already", e);
        }
    }

    private BanipException noHost(String what, Exception cause) {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, host + " " + what + "; is it a surrogate host?", cause);
    }

    private BanipException away(String why, Exception cause) {
        return new HostAwayException("cannot reach the surrogate host at " + host + ": " + why, cause);
    }

    private BanipException unreachable(IOException e) {
        Optional<String> tls = TlsFailure.inWords(e);
        if (tls.isPresent()) {
            return new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    TrustOption.advised("no TLS connection to the surrogate host at " + host + ": " + tls.get()),
                    e);
        }
        return isNoHost(e)
                ? noHost(
                        "does not speak " + host.getScheme() + ": "
                                + Quoted.line(String.valueOf(e.getMessage()), LONGEST_REASON),
                        e)
                : away(reason(e), e);
    }

    /** Whether the answer was not HTTP, or the certificate is not trusted; a broken connection is neither. */
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

    /** The error as text: the client's own exceptions often have no message. */
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
