package org.banip.surrogate.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.client.DocumentClient;
import org.banip.server.executor.OwnThreads;
import org.banip.server.file.ReloadingFile;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Secret;
import org.banip.surrogate.people.spi.ExternalLogIn;
import org.banip.surrogate.people.spi.ProvenPerson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The authorization code flow with PKCE. Sixteen threads ask the provider, and 32 attempts may wait for them, so that nobody makes the host flood
 * the provider. Any thread.
 */
final class OidcLogIn implements ExternalLogIn {
    private static final Logger LOG = ServerLog.of(OidcLogIn.class);
    private static final int THREADS = 16;
    private static final int WAITING = 32;
    private static final int UNPROVEN_LINES = 30;
    private static final int LONGEST_CODE = 4096;
    private static final Duration ENDING = Duration.ofSeconds(20);
    /** An error of RFC 6749, section 4.1.2.1 or 5.2, as far as it may be shown. */
    private static final Pattern ERROR = Pattern.compile("[a-z_]{1,64}");

    /** Anybody may come back from the provider with something that proves nobody. */
    private final PeerLog unproven = new PeerLog(System::nanoTime, UNPROVEN_LINES);

    private final OidcSettings settings;
    private final Optional<Supplier<Secret>> secret;
    private final ProviderClient client;
    private final Provider provider;
    /** With its token endpoint. */
    private final Trouble trouble;

    private final Claimed claimed;
    private final ThreadPoolExecutor threads;

    /**
     * A log-in that has asked nothing yet.
     *
     * @throws java.io.UncheckedIOException if the file of the client's secret cannot be read
     */
    OidcLogIn(OidcSettings settings) {
        this.settings = settings;
        secret = settings.secretFile()
                .map(file -> new ReloadingFile<>(
                        file, path -> Secret.read(path, 1, OidcSettings.MOST_SECRET), System::nanoTime));
        client = new ProviderClient(settings.authorities());
        provider = new Provider(settings, client, System::nanoTime);
        trouble = new Trouble(settings.issuer());
        claimed = new Claimed(settings);
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(WAITING),
                OwnThreads.numbered("banip-host-oidc-"));
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public String label() {
        return settings.label();
    }

    @Override
    public String inWords() {
        return settings.issuer().toString();
    }

    @Override
    public CompletionStage<URI> begin(String browserSecret) {
        return later(() -> address(new Attempt(browserSecret)));
    }

    private URI address(Attempt attempt) {
        URI place = provider.now().metadata().authorization();
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", settings.client());
        query.put("redirect_uri", settings.redirect().toString());
        query.put("scope", settings.scopes());
        query.put("state", attempt.state());
        query.put("nonce", attempt.nonce());
        query.put("code_challenge", attempt.challenge());
        query.put("code_challenge_method", "S256");
        settings.maxAge().ifPresent(age -> query.put("max_age", Long.toString(age.toSeconds())));
        return URI.create(place + (place.getRawQuery() == null ? "?" : "&") + ProviderClient.form(query));
    }

    @Override
    public CompletionStage<ProvenPerson> finish(String browserSecret, Map<String, String> answer) {
        Attempt attempt = new Attempt(browserSecret);
        try {
            String code = code(attempt, answer);
            boolean named = answer.containsKey("iss");
            return later(() -> person(attempt, code, named));
        } catch (BanipException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private ProvenPerson person(Attempt attempt, String code, boolean named) {
        try {
            if (!named && provider.now().metadata().namesItself()) {
                // "Clients [...] MUST reject authorization responses without the iss parameter from authorization
                // servers which do
                // support the parameter" (RFC 9207, section 2.4)
                throw new BanipException(
                        ErrorCode.FORBIDDEN,
                        "the answer does not name its identity provider (iss), and this one names itself");
            }
            return claimed.person(provider.now().tokens().verify(token(attempt, code), attempt.nonce()));
        } catch (BanipException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            unproven.happened(end ->
                    LOG.warn("- a log-in at {} proved nobody: {}{}", settings.issuer(), Trouble.reason(reason), end));
            throw e;
        }
    }

    private String code(Attempt attempt, Map<String, String> answer) {
        if (!attempt.hasState(answer.getOrDefault("state", ""))) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN, "the answer is not of the log-in that this browser began last: begin again");
        }
        // RFC 9207, section 2.4
        @Nullable String issuer = answer.get("iss");
        if (issuer != null && !issuer.equals(settings.issuer().toString())) {
            throw new BanipException(ErrorCode.FORBIDDEN, "the answer is of another identity provider (iss)");
        }
        @Nullable String error = answer.get("error");
        if (error != null) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED, "the identity provider did not log you in: " + shown(error));
        }
        String code = answer.getOrDefault("code", "");
        if (code.isEmpty() || code.length() > LONGEST_CODE) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "the answer of the identity provider has no code");
        }
        return code;
    }

    private String token(Attempt attempt, String code) {
        Metadata metadata = provider.now().metadata();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("redirect_uri", settings.redirect().toString());
        fields.put("code_verifier", attempt.verifier());
        Optional<String> shownSecret = secret.map(file -> file.get().value());
        Optional<String> basic =
                shownSecret.filter(value -> metadata.takesBasic()).map(this::basic);
        if (basic.isEmpty()) {
            fields.put("client_id", settings.client());
            shownSecret.ifPresent(value -> fields.put("client_secret", value));
        }
        try {
            String token = token(client.post(metadata.token(), fields, basic));
            trouble.isOver();
            return token;
        } catch (IOException e) {
            trouble.is(e);
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    "the identity provider does not answer as it should, the host's log says why",
                    e);
        }
    }

    /** RFC 6749, section 2.3.1: both are encoded as in a form before. */
    private String basic(String value) {
        String pair = ProviderClient.encoded(settings.client()) + ":" + ProviderClient.encoded(value);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private String token(DocumentClient.Answer answer) throws IOException {
        Map<String, Object> document;
        try {
            document = JSONObjectUtils.parse(answer.body());
        } catch (ParseException e) {
            throw new IOException("the token endpoint's answer, status " + answer.status() + ", is no JSON object", e);
        }
        if (answer.status() == 200 && document.get("id_token") instanceof String token) {
            return token;
        }
        String error = shown(String.valueOf(document.get("error")));
        if (answer.status() == 400 && error.equals("invalid_grant")) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED, "the identity provider does not take its code any more: begin again");
        }
        throw new IOException("the token endpoint answered with status " + answer.status() + ", error " + error
                + ", and without an ID token; check oidc-client-id, oidc-client-secret-file and oidc-redirect-url");
    }

    private static String shown(String error) {
        return ERROR.matcher(error).matches() ? error : "no reason that can be shown";
    }

    private <T> CompletionStage<T> later(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new BanipException(
                    ErrorCode.LIMIT_REACHED, "too many log-ins wait for the identity provider, try again later", e));
        }
    }

    /** Waits until what is under way has ended: a container counts a thread that is left behind as a leak. */
    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
        try {
            if (!threads.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("- {} is still being asked after the host was told to end", settings.issuer());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
