package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.viewer.Caller.basic;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.frame.Control;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Gap;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over HTTP (docs/control.md): who may send which, and what the audit log has of it. */
class CommandsOverHttpTest {
    private static final CommandDeclaration SET_RATE = CommandDeclaration.of(
                    "set-rate", "Sets the rate", CommandArgument.number("rate", "mL/h", 0, 20))
            .actingOn("infusion pump")
            .within(Duration.ofSeconds(5));
    private static final CommandDeclaration BLINK =
            CommandDeclaration.of("blink", "Blinks").by(CommandRole.CLINICIAN, CommandRole.OPERATOR);

    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;
    private Caller caller;
    private String token;

    @BeforeEach
    void start() throws Exception {
        Path file = directory.resolve("viewers");
        token = PeopleContract.people(file);
        open(file);
        mbu = new TestMbu(host.base());
        mbu.declare(SET_RATE, BLINK);
    }

    private void open(Path file) {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.audit(AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host"))
                        .people(new People(new PeopleSettings(file, PeopleSettings.DEFAULT_IDLE, false))),
                HostServerSettings.loopback());
        caller = new Caller(host.base());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private String commands() {
        return "surrogates/" + mbu.session() + "/commands";
    }

    private static String rate(String value) {
        return "arguments=" + URLEncoder.encode("{\"rate\":" + value + "}", StandardCharsets.UTF_8);
    }

    @Test
    void aClinicianSeesTheDeclarationsAndSendsACommand() throws Exception {
        JsonObject list =
                JsonObject.parse(caller.get(commands(), basic("clara")).body());
        assertThat(list.string("ban")).isEqualTo("ban-17");
        assertThat(list.objects("commands"))
                .extracting(command -> command.string("name") + " " + command.bool("may"))
                .containsExactly("set-rate true", "blink true");
        assertThat(list.objects("commands").get(0).string("actuator")).isEqualTo("infusion pump");
        assertThat(caller.post(commands() + "/set-rate", basic("clara"), rate("3"))
                        .body())
                .contains("\"state\":\"undelivered\"");
        try (ReverseWire reverse = mbu.reverse()) {
            CompletableFuture<HttpResponse<String>> answer =
                    caller.beginPost(commands() + "/set-rate", basic("clara"), rate("7.3125"));
            Control.Command command = reverse.next(Control.Command.class, frame -> true);
            assertThat(command.argument()).asString(StandardCharsets.UTF_8).isEqualTo("{\"rate\":7.3125}");
            mbu.send(Frames.of(new Control.CommandResult(command.id(), true, new byte[] {'o', 'k'})));
            assertThat(Patience.get(answer).body()).isEqualTo("{\"state\":\"succeeded\",\"text\":\"ok\"}");

            CompletableFuture<HttpResponse<String>> lost =
                    caller.beginPost(commands() + "/set-rate", basic("clara"), rate("3"));
            reverse.next(Control.Command.class, frame -> true);
            assertThat(Patience.get(lost).body()).contains("\"state\":\"unknown\"");
        }
        List<JsonObject> lines = audit();
        assertThat(lines)
                .extracting(line -> line.string("event") + " " + line.string("who") + " by " + line.string("by")
                        + " from " + line.string("from") + " " + line.string("ban") + " " + line.string("command")
                        + (line.has("outcome") ? " " + line.string("outcome") : ""))
                .containsExactly(
                        "command-sent clara by password from 127.0.0.1 ban-17 set-rate",
                        "command-ended clara by password from 127.0.0.1 ban-17 set-rate undelivered",
                        "command-sent clara by password from 127.0.0.1 ban-17 set-rate",
                        "command-ended clara by password from 127.0.0.1 ban-17 set-rate succeeded",
                        "command-sent clara by password from 127.0.0.1 ban-17 set-rate",
                        "command-ended clara by password from 127.0.0.1 ban-17 set-rate unknown");
        assertThat(lines).allMatch(line -> !line.has("arguments"));
        assertThat(Files.readString(directory.resolve("audit/audit-000001.jsonl")))
                .doesNotContain("7.3125");
    }

    /** A stop is of the retirement that came with it only, whichever of the two the host hears of first. */
    @Test
    void theListSaysWhoStoppedAGroupUntilItIsBack() throws Exception {
        CommandDeclaration stop = CommandDeclaration.of(
                        "banip.stop", "Stops a group", CommandArgument.choice("group", "ecg", "motion"))
                .by(CommandRole.CLINICIAN);
        mbu.declare(stop);
        try (ReverseWire reverse = mbu.reverse()) {
            mbu.send(0, 5);
            retire(5);
            assertThat(ecg())
                    .as("put away by its app")
                    .contains("\"retired\":true")
                    .doesNotContain("stoppedBy");
            stop(reverse, false);
            assertThat(ecg()).as("the command has failed").doesNotContain("stoppedBy");
            stop(reverse, true);
            assertThat(ecg()).containsPattern("\"retired\":true,\"stoppedBy\":\"clara\",\"stopped\":\"20[^\"]+Z\"");
            mbu.send(6, 8);
            assertThat(ecg()).doesNotContain("retired", "stoppedBy");
            stop(reverse, true);
            assertThat(ecg()).as("its retirement has not come yet").doesNotContain("retired", "stoppedBy");
            retire(8);
            assertThat(ecg()).contains("\"retired\":true,\"stoppedBy\":\"clara\"");
            mbu.send(9, 11);
            retire(11);
            assertThat(ecg())
                    .as("put away by its app")
                    .contains("\"retired\":true")
                    .doesNotContain("stoppedBy");
        }
    }

    @Test
    void theNextHostKnowsWhoStoppedAGroup() throws Exception {
        CommandDeclaration stop = CommandDeclaration.of(
                        "banip.stop", "Stops a group", CommandArgument.choice("group", "ecg", "motion"))
                .by(CommandRole.CLINICIAN);
        mbu.declare(stop);
        try (ReverseWire reverse = mbu.reverse()) {
            mbu.send(0, 3);
            stop(reverse, true);
            mbu.send(3, 5);
            retire(5);
            assertThat(ecg()).contains("\"retired\":true,\"stoppedBy\":\"clara\"");
        }
        restart(stop);
        assertThat(ecg()).containsPattern("\"retired\":true,\"stoppedBy\":\"clara\",\"stopped\":\"20[^\"]+Z\"");
        mbu.send(6, 8);
        assertThat(ecg()).doesNotContain("retired", "stoppedBy");
        retire(8);
        restart(stop);
        assertThat(ecg()).as("put away by its app").contains("\"retired\":true").doesNotContain("stoppedBy");
        try (ReverseWire reverse = mbu.reverse()) {
            stop(reverse, true);
            assertThat(ecg()).contains("\"retired\":true,\"stoppedBy\":\"clara\"");
        }
        restart(stop);
        assertThat(ecg()).as("stopped while it was away").contains("\"retired\":true,\"stoppedBy\":\"clara\"");
    }

    private void restart(CommandDeclaration declared) throws Exception {
        host.close();
        open(directory.resolve("viewers"));
        mbu = mbu.at(host.base());
        mbu.declare(declared);
    }

    /** The app puts the sensors of the ECG away. */
    private void retire(long sequence) throws Exception {
        Gap gap = new Gap(0, sequence, 1, TestMbu.ORIGIN, sequence * TestMbu.UNITS, 1, Gap.Reason.RETIRED);
        mbu.send(Frames.body(2, List.of(gap)));
    }

    /** Clara stops the ECG. */
    private void stop(ReverseWire reverse, boolean succeeds) throws Exception {
        CompletableFuture<HttpResponse<String>> answer = caller.beginPost(
                commands() + "/banip.stop",
                basic("clara"),
                "arguments=" + URLEncoder.encode("{\"group\":\"ecg\"}", StandardCharsets.UTF_8));
        Control.Command command = reverse.next(Control.Command.class, frame -> true);
        mbu.send(Frames.of(new Control.CommandResult(command.id(), succeeds, new byte[0])));
        assertThat(Patience.get(answer).body()).contains(succeeds ? "succeeded" : "failed");
    }

    /** The group in the list of BANs. */
    private String ecg() throws Exception {
        String list = caller.get("surrogates", basic("vera")).body();
        return list.substring(list.indexOf("\"name\":\"ecg\""), list.indexOf("\"name\":\"temperature\""));
    }

    private List<JsonObject> audit() throws Exception {
        Path file = directory.resolve("audit/audit-000001.jsonl");
        return Patience.await().until(() -> commandLines(file), lines -> lines.size() == 6);
    }

    private static List<JsonObject> commandLines(Path file) throws Exception {
        List<JsonObject> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.contains("\"command-")) {
                lines.add(JsonObject.parse(line));
            }
        }
        return lines;
    }

    @Test
    void eachRoleSeesAndSendsWhatItMay() throws Exception {
        Map<String, Map<String, String>> callers = new LinkedHashMap<>();
        callers.put("nobody", Map.of());
        callers.put("vera, viewer of this BAN", basic("vera"));
        callers.put("otto, viewer of others", basic("otto"));
        callers.put("emma, exporter", basic("emma"));
        callers.put("owen, operator", basic("owen"));
        callers.put("scraper, operator without grants", Map.of("Authorization", "Bearer " + token));
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, Map<String, String>> each : callers.entrySet()) {
            HttpResponse<String> list = caller.get(commands(), each.getValue());
            String may = list.statusCode() == 200
                    ? JsonObject.parse(list.body()).objects("commands").stream()
                            .map(command -> command.bool("may") ? "+" : "-")
                            .reduce("", String::concat)
                    : "";
            seen.append(each.getKey() + " " + list.statusCode() + " " + may + " "
                    + caller.post(commands() + "/set-rate", each.getValue(), rate("2"))
                            .statusCode()
                    + "\n");
        }
        assertThat(seen).hasToString("""
                        nobody 401  401
                        vera, viewer of this BAN 200 -- 403
                        otto, viewer of others 403  403
                        emma, exporter 403  403
                        owen, operator 200 -+ 403
                        scraper, operator without grants 403  403
                        """);
        assertThat(caller.post(commands() + "/set-rate", basic("owen"), rate("2"))
                        .body())
                .contains("owen has no role that may send set-rate: allowed are clinician");
        assertThat(mbu.send(0, 1).controls()).noneMatch(Control.Command.class::isInstance);
    }

    @Test
    void whatDoesNotFitIsRefusedWithWhatIsAllowed() throws Exception {
        assertRefused("set-rate", rate("21"), 400, "argument rate is 21, allowed is a number from 0 to 20 mL/h");
        assertRefused("set-rate", "", 400, "needs argument rate");
        assertRefused("set-rate", "arguments=rate", 400, "JSON");
        assertRefused("beep", "", 400, "does not declare a command 'beep', it declares [set-rate, blink]");
        assertRefused("set-rate", "arguments=" + "x".repeat(60_000), 413, "exceeds limit");
        String other = "surrogates/00000000-0000-4000-8000-000000000000/commands";
        assertThat(caller.get(other, basic("clara")).statusCode()).isEqualTo(404);
        assertThat(caller.post(other + "/blink", basic("clara"), "").statusCode())
                .isEqualTo(404);
        assertThat(caller.post(commands(), basic("clara"), "").statusCode()).isEqualTo(400);
        assertThat(caller.get(commands() + "/blink", basic("clara")).statusCode())
                .isEqualTo(400);
    }

    private void assertRefused(String name, String form, int status, String text) throws Exception {
        HttpResponse<String> answer = caller.post(commands() + "/" + name, basic("clara"), form);
        assertThat(answer.body()).contains(text);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    /** A page of another site can make a browser send a post with the cookie, or with a password that the browser knows. */
    @Test
    void aPageOfAnotherSiteSendsNothing() throws Exception {
        String cookie = caller.logIn("clara");
        String form = caller.formKey(cookie);
        String own = caller.origin();
        for (Map<String, String> headers : List.of(
                Map.of("Cookie", cookie, "Origin", "http://elsewhere.example"),
                Map.of("Cookie", cookie, "Origin", own, "Sec-Fetch-Site", "cross-site"))) {
            assertThat(caller.post(commands() + "/blink", headers, form).statusCode())
                    .isEqualTo(403);
        }
        assertThat(caller.post(commands() + "/blink", Map.of("Cookie", cookie, "Origin", own), "")
                        .statusCode())
                .isEqualTo(403);
        assertThat(mbu.send(0, 1).controls()).noneMatch(Control.Command.class::isInstance);
        CompletableFuture<?> unused =
                caller.beginPost(commands() + "/blink", Map.of("Cookie", cookie, "Origin", own), form);
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(reverse.next(Control.Command.class, frame -> true).name())
                    .isEqualTo("blink");
        }
    }
}
