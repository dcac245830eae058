package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Named viewers of a host, over HTTP: what each role gets, log-in and log-out, and exports. */
public abstract class PeopleContract {
    /** Everybody's password. */
    public static final String PASSWORD = "seven green apples";

    private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");
    private static final Pattern COOKIE =
            Pattern.compile("(banip|banip-form)=([^;]*); Path=/; HttpOnly; SameSite=Strict.*");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private TestMbu mbu;

    /** The base URL of a running host whose viewers' file is {@link #people}. */
    protected abstract URI base();

    /** The token of the person {@code scraper}, an operator. */
    protected abstract String token();

    /** Writes the viewers' file; returns the token of an operator. */
    public static String people(Path file) {
        PeopleFile people = new PeopleFile(file);
        add(people, "vera", "viewer", "ban-17");
        add(people, "otto", "viewer", "ward4-*");
        add(people, "clara", "clinician", "*");
        add(people, "owen", "operator", "*");
        add(people, "emma", "exporter", "ban-1*");
        return people.setToken("scraper", new PeopleFile.Rights(Optional.of("operator"), Optional.empty()));
    }

    private static void add(PeopleFile people, String name, String role, String bans) {
        people.setPassword(
                name, PASSWORD.toCharArray(), 4, new PeopleFile.Rights(Optional.of(role), Optional.of(bans)));
    }

    /** Starts the host of a test, where each has one of its own. */
    protected void open() throws IOException {}

    /** The MBU that is registered. */
    protected final TestMbu mbu() {
        return mbu;
    }

    @BeforeEach
    void register() throws IOException {
        open();
        mbu = new TestMbu(base());
        mbu.register();
        mbu.send(0, 5);
    }

    @Test
    void eachRoleGetsWhatItMayAndNothingElse() throws Exception {
        Map<String, Map<String, String>> callers = new LinkedHashMap<>();
        callers.put("nobody", Map.of());
        callers.put("vera with a wrong password", basic("vera", "seven red apples"));
        callers.put("an unknown name", basic("nora", PASSWORD));
        callers.put("an unknown token", Map.of("Authorization", "Bearer 0123456789abcdefghijklmn"));
        callers.put("vera, viewer of this BAN", basic("vera", PASSWORD));
        callers.put("otto, viewer of others", basic("otto", PASSWORD));
        callers.put("clara, clinician", basic("clara", PASSWORD));
        callers.put("owen, operator", basic("owen", PASSWORD));
        callers.put("emma, exporter", basic("emma", PASSWORD));
        callers.put("scraper, a token without grants", Map.of("Authorization", "Bearer " + token()));
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, Map<String, String>> caller : callers.entrySet()) {
            seen.append(caller.getKey());
            for (String path : new String[] {
                "",
                "who",
                "login",
                "surrogates",
                "surrogates/" + mbu.session() + "/live",
                "recordings",
                "recordings/ban-17"
            }) {
                seen.append(' ').append(status(path, caller.getValue()));
            }
            seen.append('\n');
        }
        //                                       page who log-in list live recordings recording
        assertThat(seen).hasToString("""
                        nobody 200 200 200 401 401 401 401
                        vera with a wrong password 200 200 200 401 401 401 401
                        an unknown name 200 200 200 401 401 401 401
                        an unknown token 200 200 200 401 401 401 401
                        vera, viewer of this BAN 200 200 200 200 200 403 403
                        otto, viewer of others 200 200 200 200 403 403 403
                        clara, clinician 200 200 200 200 200 200 200
                        owen, operator 200 200 200 200 403 403 403
                        emma, exporter 200 200 200 403 403 200 200
                        scraper, a token without grants 200 200 200 200 403 403 403
                        """);
    }

    @Test
    void theListHasOnlyWhatWasGranted() throws Exception {
        JsonObject vera = list(basic("vera", PASSWORD));
        assertThat(vera.objects("surrogates"))
                .extracting(one -> one.string("ban"))
                .contains("ban-17");
        assertThat(vera.string("viewer")).isEqualTo("vera");
        assertThat(vera.strings("granted")).containsExactly("ban-17");
        JsonObject otto = list(basic("otto", PASSWORD));
        assertThat(otto.objects("surrogates")).isEmpty();
        assertThat(otto.strings("granted")).containsExactly("ward4-*");
        JsonObject scraper = list(Map.of("Authorization", "Bearer " + token()));
        assertThat(scraper.objects("surrogates")).isEmpty();
        assertThat(scraper.strings("granted")).isEmpty();
    }

    private JsonObject list(Map<String, String> headers) throws Exception {
        return JsonObject.parse(get("surrogates", headers).body());
    }

    @Test
    protected void logInLastsUntilLogOut() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        Map<String, String> form = cookies(page);
        String key = key(page);
        HttpResponse<String> logIn =
                post("login", Map.of("Cookie", "banip-form=" + form.get("banip-form")), fields("vera", PASSWORD, key));
        assertThat(logIn.statusCode()).isEqualTo(303);
        assertThat(logIn.headers().firstValue("Location").orElseThrow()).isEqualTo(base().getPath());
        Map<String, String> cookie = Map.of("Cookie", "banip=" + cookies(logIn).get("banip"));
        assertThat(status("surrogates", cookie)).isEqualTo(200);
        JsonObject who = JsonObject.parse(get("who", cookie).body());
        assertThat(who.string("name")).isEqualTo("vera");
        assertThat(post("logout", cookie, "key=guessed").statusCode()).isEqualTo(403);
        assertThat(status("surrogates", cookie)).isEqualTo(200);
        HttpResponse<String> logOut = post("logout", cookie, "key=" + who.string("key"));
        assertThat(logOut.statusCode()).isEqualTo(303);
        assertThat(cookies(logOut)).containsEntry("banip", "");
        assertThat(status("surrogates", cookie)).isEqualTo(401);
        assertThat(JsonObject.parse(get("who", cookie).body()).has("name")).isFalse();
    }

    /** Its request has no cookie ({@code SameSite}), but the browser would take one from the answer, also an empty one. */
    @Test
    void aPageOfAnotherSiteLogsNobodyOut() throws Exception {
        for (Map<String, String> foreign : List.of(
                Map.of("Origin", "https://evil.example"),
                Map.of("Origin", "null"),
                Map.of("Sec-Fetch-Site", "cross-site"),
                Map.of("Sec-Fetch-Site", "same-site"))) {
            HttpResponse<String> answer = post("logout", foreign, "key=guessed");
            assertThat(answer.statusCode()).as(foreign.toString()).isEqualTo(403);
            assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        }
        HttpResponse<String> withoutLogIn = post("logout", Map.of(), "key=guessed");
        assertThat(withoutLogIn.statusCode()).isEqualTo(303);
        assertThat(withoutLogIn.headers().allValues("Set-Cookie")).isEmpty();
    }

    @Test
    protected void wrongPasswordsAreTold() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        Map<String, String> cookie =
                Map.of("Cookie", "banip-form=" + cookies(page).get("banip-form"));
        for (String[] pair :
                new String[][] {{"vera", "seven red apples"}, {"nora", PASSWORD}, {"scraper", PASSWORD}, {"\"<", ""}}) {
            HttpResponse<String> answer = post("login", cookie, fields(pair[0], pair[1], key(page)));
            assertThat(answer.statusCode()).as(pair[0]).isEqualTo(401);
            assertThat(answer.body()).contains("Wrong name or password").doesNotContain("\"<");
            assertThat(cookies(answer)).doesNotContainKey("banip");
        }
    }

    @Test
    protected void formsOfOtherSitesAreRefused() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        String cookie = "banip-form=" + cookies(page).get("banip-form");
        String fields = fields("vera", PASSWORD, key(page));
        for (Map<String, String> foreign : List.of(
                Map.<String, String>of(),
                Map.of("Cookie", "banip-form=another"),
                Map.of("Cookie", cookie, "Origin", "https://evil.example"),
                Map.of("Cookie", cookie, "Origin", "null"),
                Map.of("Cookie", cookie, "Sec-Fetch-Site", "cross-site"))) {
            HttpResponse<String> answer = post("login", foreign, fields);
            assertThat(answer.statusCode()).as(foreign.toString()).isEqualTo(403);
            assertThat(cookies(answer)).doesNotContainKey("banip");
        }
        Map<String, String> own =
                Map.of("Cookie", cookie, "Origin", "http://" + base().getAuthority(), "Sec-Fetch-Site", "same-origin");
        assertThat(post("login", own, fields).statusCode()).isEqualTo(303);
    }

    /** Some containers fail when they are asked for a type with a charset that Java does not know. */
    @Test
    void formsAreInUtf8() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        Map<String, String> cookie =
                Map.of("Cookie", "banip-form=" + cookies(page).get("banip-form"));
        String fields = fields("vera", PASSWORD, key(page));
        String form = "application/x-www-form-urlencoded";
        for (String type : List.of(
                form + ";charset=klingon",
                form + "; charset=ISO-8859-1",
                form + ";charset",
                form + "s",
                "text/plain")) {
            HttpResponse<String> answer = post("login", cookie, type, fields);
            assertThat(answer.statusCode()).as(type).isEqualTo(type.endsWith("charset") ? 303 : 400);
            assertThat(cookies(answer).containsKey("banip")).as(type).isEqualTo(type.endsWith("charset"));
        }
        for (String type : List.of(form, form + "; Charset=\"UTF-8\"", form.toUpperCase(Locale.ROOT) + " ; a=b")) {
            assertThat(post("login", cookie, type, fields).statusCode())
                    .as(type)
                    .isEqualTo(303);
        }
    }

    /** Browsers show the cookie also for pages of other ports and hosts of the same domain. */
    @Test
    void pagesOfOtherSitesGetNothingByTheCookie() throws Exception {
        HttpResponse<String> page = get("login", Map.of());
        HttpResponse<String> logIn = post(
                "login",
                Map.of("Cookie", "banip-form=" + cookies(page).get("banip-form")),
                fields("clara", PASSWORD, key(page)));
        String cookie = "banip=" + cookies(logIn).get("banip");
        for (Map<String, String> foreign : List.of(
                Map.of("Cookie", cookie, "Sec-Fetch-Site", "cross-site"),
                Map.of("Cookie", cookie, "Sec-Fetch-Site", "same-site"),
                Map.of("Cookie", cookie, "Origin", "http://evil.example"),
                Map.of("Cookie", cookie, "Origin", "null"))) {
            for (String path : List.of("surrogates", "surrogates/" + mbu.session() + "/live", "recordings/ban-17")) {
                assertThat(status(path, foreign)).as(path + " " + foreign).isEqualTo(403);
            }
        }
        for (Map<String, String> own : List.of(
                Map.of("Cookie", cookie, "Sec-Fetch-Site", "same-origin"),
                Map.of("Cookie", cookie, "Sec-Fetch-Site", "none"),
                Map.of("Cookie", cookie, "Origin", "http://" + base().getAuthority()))) {
            assertThat(status("recordings/ban-17", own)).as(own.toString()).isEqualTo(200);
        }
    }

    @Test
    protected void anExportHasTheRangeThatIsWanted() throws Exception {
        // Packets of 4 sensor sets at 360 Hz: units 4 to 15 are from 12 ms on, before 45 ms.
        Instant origin = Instant.ofEpochSecond(0, TestMbu.ORIGIN);
        String range = "?format=csv&session=" + mbu.session() + "&from=" + origin.plusMillis(11) + "&to="
                + origin.plusMillis(43);
        HttpRequest request =
                request("recordings/ban-17" + range, basic("emma", PASSWORD)).build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/zip");
        Map<String, String> files = unzip(answer.body());
        String name = "ban_17_" + mbu.session().toString().substring(0, 8);
        assertThat(files).containsOnlyKeys(name + "_ecg.csv", name + "_temperature.csv", "export.txt");
        // The head, and units 4 to 15.
        assertThat(files.get(name + "_ecg.csv").lines()).hasSize(1 + 12);
        assertThat(files.get(name + "_ecg.csv")).contains("2026-01-01T00:00:00.011111111Z");
        assertThat(files.get("export.txt")).contains("12 sensor sets, 0 events, 0 declared gaps, 0 damaged items");
    }

    @Test
    void aWfdbExportOfTheWholeSession() throws Exception {
        HttpRequest request = request("recordings/ban-17?session=" + mbu.session(), basic("clara", PASSWORD))
                .build();
        Map<String, String> files = unzip(
                client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
        assertThat(files.keySet()).anyMatch(name -> name.endsWith(".hea")).anyMatch(name -> name.endsWith(".dat"));
        assertThat(files.get("export.txt")).contains("20 sensor sets");
    }

    @Test
    void aSessionIsExportedByTheFirstFourCharactersOfItsId() throws Exception {
        String whole = "recordings/ban-17?session=" + mbu.session();
        assertThat(status(whole.substring(0, 30), basic("emma", PASSWORD))).isEqualTo(200);
        assertThat(get(whole.substring(0, 29), basic("emma", PASSWORD)).body())
                .contains("malformed-request", "must be a UUID, or its first characters, at least 4");
    }

    @Test
    protected void whatCannotBeExportedIsTold() throws Exception {
        Map<String, String> emma = basic("emma", PASSWORD);
        assertThat(get("recordings/ban-17?format=xlsx", emma).body()).contains("allowed are csv, wfdb");
        assertThat(get("recordings/ban-17?from=yesterday", emma).body()).contains("instant in UTC");
        assertThat(get("recordings/ban-17?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", emma)
                        .body())
                .contains("malformed-request", "must be before");
        assertThat(get("recordings/ban-17?form=csv", emma).body()).contains("is no parameter");
        assertThat(get("recordings/ban-17?format=csv&format=wfdb", emma).body())
                .contains("the query has format 2 times; once is allowed");
        HttpResponse<String> later = get("recordings/ban-17?from=2031-01-01T00:00:00Z", emma);
        assertThat(later.statusCode()).isEqualTo(404);
        assertThat(later.body()).contains("nothing is stored of BAN ban-17, in this range of time");
        assertThat(get("recordings/ban-18", emma).statusCode()).isEqualTo(404);
        assertThat(get("recordings/ward4-1", emma).body()).contains("forbidden", "emma has no grant for this BAN");
    }

    /** The texts of an archive, by name; fails if it is not whole. */
    protected static Map<String, String> unzip(byte[] archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static String fields(String name, String password, String key) {
        return "name=" + encoded(name) + "&password=" + encoded(password) + "&key=" + encoded(key);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String key(HttpResponse<String> page) {
        Matcher key = KEY.matcher(page.body());
        assertThat(key.find()).isTrue();
        return key.group(1);
    }

    /** The cookies that an answer sets, by name; on loopback without TLS. */
    private static Map<String, String> cookies(HttpResponse<String> answer) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String header : answer.headers().allValues("Set-Cookie")) {
            Matcher cookie = COOKIE.matcher(header);
            assertThat(cookie.matches()).as(header).isTrue();
            cookies.put(cookie.group(1), cookie.group(2));
        }
        return cookies;
    }

    /** The header with a name and a password. */
    public static Map<String, String> basic(String name, String password) {
        byte[] pair = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** The status of an answer that may not end. */
    private int status(String path, Map<String, String> headers) throws Exception {
        HttpResponse<InputStream> answer =
                client.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }

    /** An answer that ends. */
    protected final HttpResponse<String> get(String path, Map<String, String> headers) throws Exception {
        return client.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, Map<String, String> headers, String form) throws Exception {
        return post(path, headers, "application/x-www-form-urlencoded", form);
    }

    private HttpResponse<String> post(String path, Map<String, String> headers, String type, String form)
            throws Exception {
        return client.send(
                request(path, headers)
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path));
        headers.forEach(request::header);
        return request;
    }
}
