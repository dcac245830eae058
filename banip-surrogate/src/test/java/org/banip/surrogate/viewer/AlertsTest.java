package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.viewer.AlertedHost.PASSWORD;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.alerts.finding.Severity;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.alert.AlertState;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts over HTTP: who sees and who acknowledges which. */
class AlertsTest {
    private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");
    private static final String NONE = "00000000-0000-0000-0000-000000000000";

    @TempDir
    private Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private AlertedHost alerted;
    private UUID id;

    @BeforeEach
    void start() throws Exception {
        alerted = new AlertedHost(directory);
        id = alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
    }

    @AfterEach
    void stop() {
        alerted.close();
    }

    private static Map<String, String> basic(String name) {
        byte[] pair = (name + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(alerted.host.base().resolve(path));
        headers.forEach(request::header);
        return request;
    }

    private HttpResponse<String> get(String path, Map<String, String> headers) throws Exception {
        return client.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, Map<String, String> headers, String form) throws Exception {
        return client.send(
                request(path, headers)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String acknowledge() {
        return "alerts/" + id + "/acknowledge";
    }

    private AlertState state() throws Exception {
        return Patience.get(alerted.alerting().find(id)).orElseThrow().state();
    }

    @Test
    void eachRoleSeesAndAcknowledgesWhatItMay() throws Exception {
        Map<String, Map<String, String>> callers = new LinkedHashMap<>();
        callers.put("nobody", Map.of());
        callers.put("vera, viewer of this BAN", basic("vera"));
        callers.put("otto, viewer of others", basic("otto"));
        callers.put("emma, exporter", basic("emma"));
        callers.put("scraper, operator without grants", Map.of("Authorization", "Bearer " + alerted.operatorToken));
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, Map<String, String>> caller : callers.entrySet()) {
            HttpResponse<String> list = get("alerts", caller.getValue());
            int shown = list.statusCode() == 200
                    ? JsonObject.parse(list.body()).objects("alerts").size()
                    : 0;
            seen.append(caller.getKey() + " " + list.statusCode() + " " + shown + " "
                    + post(acknowledge(), caller.getValue(), "").statusCode() + "\n");
        }
        assertThat(seen).hasToString("""
                        nobody 401 0 401
                        vera, viewer of this BAN 200 1 403
                        otto, viewer of others 200 0 403
                        emma, exporter 403 0 403
                        scraper, operator without grants 200 0 403
                        """);
        assertThat(state()).isEqualTo(AlertState.RAISED);
    }

    @Test
    void theFirstWhoAcknowledgesIsNamedAndTheOperatorSeesNoMeasuredValue() throws Exception {
        assertThat(get("alerts", basic("clara")).body())
                .contains("\"value\":4.5", "\"mayAcknowledge\":true", "\"kept\":true");
        assertThat(get("alerts", basic("owen")).body())
                .contains("\"kind\":\"asystole\"", "\"mayAcknowledge\":true")
                .doesNotContain("4.5");
        assertThat(get("alerts", basic("vera")).body()).contains("\"value\":4.5", "\"mayAcknowledge\":false");
        HttpResponse<String> first = post(acknowledge(), basic("owen"), "");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body())
                .contains("\"state\":\"acknowledged\"", "\"acknowledgedBy\":\"owen\"")
                .doesNotContain("4.5");
        assertThat(post(acknowledge(), basic("clara"), "").body()).contains("\"acknowledgedBy\":\"owen\"");
        assertThat(post("alerts/" + id + "/end", basic("clara"), "").body()).contains("\"state\":\"ended\"");
        assertThat(JsonObject.parse(get("alerts", basic("clara")).body()).objects("alerts"))
                .isEmpty();
    }

    @Test
    void whatIsNoAlertIsRefused() throws Exception {
        for (String path : List.of(
                "alerts/" + NONE + "/acknowledge", "alerts/x/acknowledge", "alerts/" + id + "/begin", "alerts/" + id)) {
            int status = post(path, basic("clara"), "").statusCode();
            assertThat(status).as(path).isEqualTo(path.contains(NONE) ? 403 : 400);
        }
        assertThat(get(acknowledge(), basic("clara")).statusCode()).isEqualTo(400);
        assertThat(state()).isEqualTo(AlertState.RAISED);
    }

    /** A page of another site can make a browser send a post with the cookie, or with a password that the browser knows. */
    @Test
    void aPageOfAnotherSiteAcknowledgesNothing() throws Exception {
        String cookie = logIn();
        String key =
                JsonObject.parse(get("who", Map.of("Cookie", cookie)).body()).string("key");
        String form = "key=" + URLEncoder.encode(key, StandardCharsets.UTF_8);
        URI base = alerted.host.base();
        String own = "http://" + base.getAuthority();
        assertThat(post(acknowledge(), Map.of("Cookie", cookie), "").statusCode())
                .isEqualTo(403);
        assertThat(post(acknowledge(), Map.of("Cookie", cookie), "key=AAAA").statusCode())
                .isEqualTo(403);
        for (Map<String, String> foreign :
                List.of(Map.of("Origin", "https://evil.example"), Map.of("Sec-Fetch-Site", "cross-site"))) {
            Map<String, String> byCookie = new LinkedHashMap<>(foreign);
            byCookie.put("Cookie", cookie);
            assertThat(post(acknowledge(), byCookie, form).statusCode()).isEqualTo(403);
            Map<String, String> byPassword = new LinkedHashMap<>(foreign);
            byPassword.putAll(basic("clara"));
            assertThat(post(acknowledge(), byPassword, "").statusCode()).isEqualTo(403);
        }
        assertThat(state()).isEqualTo(AlertState.RAISED);
        assertThat(post(acknowledge(), Map.of("Cookie", cookie, "Origin", own), form)
                        .statusCode())
                .isEqualTo(200);
        assertThat(state()).isEqualTo(AlertState.ACKNOWLEDGED);
    }

    private String logIn() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        Matcher key = KEY.matcher(page.body());
        assertThat(key.find()).isTrue();
        String form = "name=clara&password=" + URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8) + "&key="
                + URLEncoder.encode(key.group(1), StandardCharsets.UTF_8);
        HttpResponse<String> logIn = post("login", Map.of("Cookie", cookie(page, "banip-form")), form);
        assertThat(logIn.statusCode()).isEqualTo(303);
        return cookie(logIn, "banip");
    }

    private static String cookie(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(header -> header.startsWith(name + "="))
                .map(header -> header.substring(0, header.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }
}
