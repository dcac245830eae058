package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.viewer.Caller.basic;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
    private static final String NONE = "00000000-0000-0000-0000-000000000000";

    @TempDir
    private Path directory;

    private AlertedHost alerted;
    private Caller caller;
    private UUID id;

    @BeforeEach
    void start() throws Exception {
        alerted = new AlertedHost(directory);
        caller = new Caller(alerted.host.base());
        id = alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
    }

    @AfterEach
    void stop() {
        alerted.close();
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
        for (Map.Entry<String, Map<String, String>> each : callers.entrySet()) {
            HttpResponse<String> list = caller.get("alerts", each.getValue());
            int shown = list.statusCode() == 200
                    ? JsonObject.parse(list.body()).objects("alerts").size()
                    : 0;
            seen.append(each.getKey() + " " + list.statusCode() + " " + shown + " "
                    + caller.post(acknowledge(), each.getValue(), "").statusCode() + "\n");
        }
        assertThat(seen).hasToString("""
                        nobody 401 0 401
                        vera, viewer of this BAN 200 1 403
                        otto, viewer of others 200 0 403
                        emma, exporter 403 0 403
                        scraper, operator without grants 200 0 404
                        """);
        assertThat(state()).isEqualTo(AlertState.RAISED);
    }

    /** 17 BANs have more alerts than the list. */
    @Test
    void aListThatIsCutHasTheMostUrgentOfEachBanAndSaysOfWhichBansSomeAreMissing() throws Exception {
        alerted.crowd(17);
        alerted.raise("ban-18", "battery", "below", Severity.LOW);
        JsonObject list = JsonObject.parse(caller.get("alerts", basic("clara")).body());
        assertThat(list.number("total")).isEqualTo(17 * 64 + 2);
        assertThat(list.objects("alerts"))
                .hasSize(1000)
                .extracting(alert -> alert.string("ban"))
                .contains("ban-17", "ban-18", "crowd-0", "crowd-16");
        assertThat(list.objects("notShown"))
                .hasSize((int) list.number("bansNotWhole"))
                .allSatisfy(one -> assertThat(one.string("ban")).startsWith("crowd-"));
        assertThat(list.objects("notShown").stream()
                        .mapToDouble(one -> one.number("alerts"))
                        .sum())
                .isEqualTo(17 * 64 + 2 - 1000);
        JsonObject own = JsonObject.parse(caller.get("alerts", basic("vera")).body());
        assertThat(own.objects("alerts")).hasSize(1);
        assertThat(own.has("notShown")).isFalse();
    }

    @Test
    void theFirstWhoAcknowledgesIsNamedAndTheOperatorSeesNoMeasuredValue() throws Exception {
        assertThat(caller.get("alerts", basic("clara")).body())
                .contains("\"value\":104.5", "\"mayAcknowledge\":true", "\"kept\":true");
        assertThat(caller.get("alerts", basic("owen")).body())
                .contains("\"kind\":\"asystole\"", "\"mayAcknowledge\":true")
                .doesNotContain("104.5");
        assertThat(caller.get("alerts", basic("vera")).body()).contains("\"value\":104.5", "\"mayAcknowledge\":false");
        HttpResponse<String> first = caller.post(acknowledge(), basic("owen"), "");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body())
                .contains("\"state\":\"acknowledged\"", "\"acknowledgedBy\":\"owen\"")
                .doesNotContain("104.5");
        assertThat(caller.post(acknowledge(), basic("clara"), "").body()).contains("\"acknowledgedBy\":\"owen\"");
        assertThat(caller.post("alerts/" + id + "/end", basic("clara"), "").body())
                .contains("\"state\":\"ended\"");
        assertThat(JsonObject.parse(caller.get("alerts", basic("clara")).body()).objects("alerts"))
                .isEmpty();
    }

    @Test
    void whatIsNoAlertIsRefused() throws Exception {
        for (String path : List.of(
                "alerts/" + NONE + "/acknowledge", "alerts/x/acknowledge", "alerts/" + id + "/begin", "alerts/" + id)) {
            int status = caller.post(path, basic("clara"), "").statusCode();
            assertThat(status).as(path).isEqualTo(path.contains(NONE) || path.contains("/x/") ? 404 : 400);
        }
        assertThat(caller.post("alerts/1234/end", basic("clara"), "").body())
                .contains("unknown-alert", "there is no alert with this id of a BAN that was granted");
        assertThat(caller.post("alerts/1234/end", basic("vera"), "").statusCode())
                .as("who may acknowledge nothing learns nothing")
                .isEqualTo(403);
        assertThat(caller.get(acknowledge(), basic("clara")).statusCode()).isEqualTo(400);
        assertThat(state()).isEqualTo(AlertState.RAISED);
    }

    /** What has begun and is over cannot be seen from its state. */
    @Test
    void theListSaysThatAFallIsOverAndThatSomebodyMustAcknowledgeIt() throws Exception {
        UUID fall = alerted.raise("ban-17", "down", "fall", Severity.HIGH);
        assertThat(listed(fall)).contains("\"state\":\"raised\"").doesNotContain("\"over\"");
        CompletableFuture<HttpResponse<String>> waits = await(basic("clara"), tag(basic("clara")), 5);
        alerted.over("ban-17", "down", "fall", Severity.HIGH);
        assertThat(Patience.get(waits).statusCode()).isEqualTo(200);
        assertThat(listed(fall)).contains("\"state\":\"raised\"", "\"over\":true");
        assertThat(caller.post("alerts/" + fall + "/acknowledge", basic("clara"), "")
                        .body())
                .contains("\"state\":\"ended\"")
                .doesNotContain("\"over\"");
    }

    private String listed(UUID alert) throws Exception {
        String list = caller.get("alerts", basic("clara")).body();
        int from = list.indexOf(alert.toString());
        int next = list.indexOf("{", from);
        return list.substring(from, next < 0 ? list.length() : next);
    }

    private CompletableFuture<HttpResponse<String>> await(Map<String, String> who, String seen, int seconds) {
        Map<String, String> headers = new LinkedHashMap<>(who);
        headers.put("If-None-Match", seen);
        headers.put("Prefer", "wait=" + seconds);
        return caller.beginGet("alerts", headers);
    }

    private String tag(Map<String, String> who) throws Exception {
        return caller.get("alerts", who).headers().firstValue("ETag").orElseThrow();
    }

    @Test
    void whoWaitsIsAnsweredWhenTheListIsAnotherOne() throws Exception {
        CompletableFuture<HttpResponse<String>> clara = await(basic("clara"), tag(basic("clara")), 5);
        CompletableFuture<HttpResponse<String>> otto = await(basic("otto"), tag(basic("otto")), 5);
        UUID next = alerted.raise("ban-17", "pulse", "above", Severity.LOW);
        HttpResponse<String> answer = Patience.get(clara);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains(id.toString(), next.toString());
        assertThat(answer.headers().firstValue("Preference-Applied")).contains("wait=5");
        HttpResponse<String> same = Patience.get(otto);
        assertThat(same.statusCode())
                .as("nothing that otto may see has changed")
                .isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(same.headers().firstValue("ETag")).contains(tag(basic("otto")));
    }

    @Test
    void whoLogsOutWhileWaitingSeesNothing() throws Exception {
        String cookie = caller.logIn("clara");
        String form = caller.formKey(cookie);
        Map<String, String> claras = Map.of("Cookie", cookie);
        CompletableFuture<HttpResponse<String>> waits = await(claras, tag(claras), 5);
        assertThat(caller.post("logout", claras, form).statusCode()).isLessThan(400);
        UUID next = alerted.raise("ban-17", "pulse", "above", Severity.LOW);
        HttpResponse<String> answer = Patience.get(waits);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).doesNotContain(next.toString());
    }

    @Test
    void soManyOfAPersonWait() throws Exception {
        Map<String, String> claras = basic("clara");
        String tag = tag(claras);
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(await(claras, tag, 5));
        }
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> one : all) {
            answers.add(Patience.get(one));
        }
        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(304);
        assertThat(answers)
                .as("the others are answered at once")
                .anyMatch(answer ->
                        answer.headers().firstValue("Preference-Applied").isEmpty());
    }

    /** A page of another site can make a browser send a post with the cookie, or with a password that the browser knows. */
    @Test
    void aPageOfAnotherSiteAcknowledgesNothing() throws Exception {
        String cookie = caller.logIn("clara");
        String form = caller.formKey(cookie);
        String own = caller.origin();
        assertThat(caller.post(acknowledge(), Map.of("Cookie", cookie), "").statusCode())
                .isEqualTo(403);
        assertThat(caller.post(acknowledge(), Map.of("Cookie", cookie), "key=AAAA")
                        .statusCode())
                .isEqualTo(403);
        for (Map<String, String> foreign :
                List.of(Map.of("Origin", "https://evil.example"), Map.of("Sec-Fetch-Site", "cross-site"))) {
            Map<String, String> byCookie = new LinkedHashMap<>(foreign);
            byCookie.put("Cookie", cookie);
            assertThat(caller.post(acknowledge(), byCookie, form).statusCode()).isEqualTo(403);
            Map<String, String> byPassword = new LinkedHashMap<>(foreign);
            byPassword.putAll(basic("clara"));
            assertThat(caller.post(acknowledge(), byPassword, "").statusCode()).isEqualTo(403);
        }
        assertThat(state()).isEqualTo(AlertState.RAISED);
        assertThat(caller.post(acknowledge(), Map.of("Cookie", cookie, "Origin", own), form)
                        .statusCode())
                .isEqualTo(200);
        assertThat(state()).isEqualTo(AlertState.ACKNOWLEDGED);
    }
}
