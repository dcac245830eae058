package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.viewer.AlertedHost.PASSWORD;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.wire.Patience;

/** Asks a host over HTTP/1.1, with a password as a program does, or with a cookie as a browser does. */
final class Caller {
    private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;

    Caller(URI base) {
        this.base = base;
    }

    /** The header of a person's password. */
    static Map<String, String> basic(String name) {
        byte[] pair = (name + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
        headers.forEach(request::header);
        return request;
    }

    HttpResponse<String> get(String path, Map<String, String> headers) throws Exception {
        return client.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Does not wait for the answer. */
    CompletableFuture<HttpResponse<String>> beginGet(String path, Map<String, String> headers) {
        return client.sendAsync(request(path, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, Map<String, String> headers, String form) throws Exception {
        return Patience.get(beginPost(path, headers, form));
    }

    /** Does not wait for the answer. */
    CompletableFuture<HttpResponse<String>> beginPost(String path, Map<String, String> headers, String form) {
        return client.sendAsync(
                request(path, headers)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Logs a person in. Returns the cookie. */
    String logIn(String name) throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        Matcher key = KEY.matcher(page.body());
        assertThat(key.find()).isTrue();
        String form = "name=" + name + "&password=" + encoded(PASSWORD) + "&key=" + encoded(key.group(1));
        HttpResponse<String> logIn = post("login", Map.of("Cookie", cookie(page, "banip-form")), form);
        assertThat(logIn.statusCode()).isEqualTo(303);
        return cookie(logIn, "banip");
    }

    /** The form with the key that a page has which was loaded with this cookie. */
    String formKey(String cookie) throws Exception {
        JsonObject who = JsonObject.parse(get("who", Map.of("Cookie", cookie)).body());
        return "key=" + encoded(who.string("key"));
    }

    /** The origin of the host's own pages. */
    String origin() {
        return "http://" + base.getAuthority();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String cookie(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(header -> header.startsWith(name + "="))
                .map(header -> header.substring(0, header.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }
}
