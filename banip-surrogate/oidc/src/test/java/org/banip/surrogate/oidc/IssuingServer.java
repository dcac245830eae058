package org.banip.surrogate.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A provider that lets anybody in at once, checks what a provider must check, and can be made to issue tokens that are wrong. */
final class IssuingServer implements AutoCloseable {
    static final String CLIENT = "banip+host";
    static final String SECRET = "a secret: with % and +";

    private static final RSAKey KEY = key("key-1");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Map<String, String>> attempts = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile CompletableFuture<?> hold = CompletableFuture.completedFuture(null);
    private volatile boolean namesItself;
    private volatile UnaryOperator<JWTClaimsSet.Builder> claims = all -> all;
    private volatile Function<JWTClaimsSet, String> signer = this::signed;

    IssuingServer() throws IOException {
        this(0);
    }

    IssuingServer(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getAllByName("127.0.0.1")[0], port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Another key with this name. */
    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    URI issuer() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** How often somebody asked for a token. */
    int askedForTokens() {
        return asked.get();
    }

    /** From now on the server answers a request for a token only when this is complete. */
    void holding(CompletableFuture<?> until) {
        hold = until;
    }

    /** Its answers name it from now on, and its metadata says so. */
    void namingItself() {
        namesItself = true;
    }

    /** What tokens claim from now on. */
    void claiming(UnaryOperator<JWTClaimsSet.Builder> change) {
        claims = change;
    }

    /** How tokens are made from now on. */
    void signing(Function<JWTClaimsSet, String> other) {
        signer = other;
    }

    /** A token with the right signature. */
    String signed(JWTClaimsSet set) {
        return signed(set, KEY);
    }

    static String signed(JWTClaimsSet set, RSAKey by) {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(), set);
        try {
            token.sign(new RSASSASigner(by));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/.well-known/openid-configuration" -> send(exchange, 200, metadata());
                case "/keys" ->
                    send(exchange, 200, new JWKSet(KEY).toPublicJWKSet().toString());
                case "/auth" -> authorize(exchange);
                case "/token" -> exchange(exchange);
                default -> send(exchange, 404, "{}");
            }
        }
    }

    private String metadata() {
        return ("{'issuer':'I','authorization_endpoint':'I/auth?tenant=a','token_endpoint':'I/token','jwks_uri':'I/keys',"
                        + "'token_endpoint_auth_methods_supported':['client_secret_post','client_secret_basic'],"
                        + "'authorization_response_iss_parameter_supported':" + namesItself + "}")
                .replace('\'', '"')
                .replace("I", issuer().toString());
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
        boolean right = "code".equals(query.get("response_type"))
                && CLIENT.equals(query.get("client_id"))
                && "S256".equals(query.get("code_challenge_method"))
                && "a".equals(query.get("tenant"))
                && Arrays.asList(query.get("scope").split(" ")).contains("openid");
        if (!right) {
            send(exchange, 400, "{}");
            return;
        }
        String code = UUID.randomUUID().toString();
        attempts.put(code, query);
        String back = query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state");
        exchange.getResponseHeaders().add("Location", back + (namesItself ? "&iss=" + issuer() : ""));
        exchange.sendResponseHeaders(302, -1);
    }

    private void exchange(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        hold.join();
        Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String basic = "Basic "
                + Base64.getEncoder()
                        .encodeToString("banip%2Bhost:a+secret%3A+with+%25+and+%2B".getBytes(StandardCharsets.UTF_8));
        if (!basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        Map<String, String> attempt = attempts.remove(form.get("code"));
        boolean right = attempt != null
                && "authorization_code".equals(form.get("grant_type"))
                && attempt.get("redirect_uri").equals(form.get("redirect_uri"))
                && attempt.get("code_challenge").equals(challenge(form.get("code_verifier")));
        if (!right) {
            send(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        Instant now = Instant.now();
        JWTClaimsSet set = claims.apply(new JWTClaimsSet.Builder()
                        .issuer(issuer().toString())
                        .audience(CLIENT)
                        .subject("anna")
                        .claim("groups", List.of("staff", "cardiology"))
                        .claim("nonce", attempt.get("nonce"))
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plusSeconds(300))))
                .build();
        send(exchange, 200, "{\"token_type\":\"Bearer\",\"id_token\":\"" + signer.apply(set) + "\"}");
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    static Map<String, String> fields(String text) {
        return Arrays.stream(text.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
