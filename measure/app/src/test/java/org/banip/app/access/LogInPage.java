package org.banip.app.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.banip.core.json.JsonObject;

/** The log-in page of a host without TLS, as a browser uses it. */
final class LogInPage {
    private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");
    private static final String LOG_IN = "banip";
    private static final String FORM = "banip-form";

    private final URI host;

    LogInPage(URI host) {
        this.host = host;
    }

    /**
     * A form that the host has just sent.
     *
     * @param cookie the pair that the browser shows with it
     * @param body what it sends if somebody logs in
     */
    record Form(String cookie, String body) {}

    /** The form, filled in. */
    Form filledIn(String name, String password) throws Exception {
        Exchange shown = ask("GET", "login", List.of(), "");
        Matcher key = KEY.matcher(shown.body());
        assertThat(key.find()).as(shown.head()).isTrue();
        return new Form(FORM + "=" + shown.cookie(FORM).orElseThrow(), body(name, password, key.group(1)));
    }

    private static String body(String name, String password, String key) {
        return "name=" + encoded(name) + "&password=" + encoded(password) + "&key=" + encoded(key);
    }

    /** Logs in; returns the pair that the browser shows from then on. */
    String logIn(String name, String password) throws Exception {
        Form form = filledIn(name, password);
        Exchange answer = ask("POST", "login", List.of("Cookie", form.cookie()), form.body());
        assertThat(answer.status()).as(answer.head()).isEqualTo(303);
        return LOG_IN + "=" + answer.cookie(LOG_IN).orElseThrow();
    }

    /** What the form of the log-out sends: a key, if this log-in has one. */
    String logOutForm(List<String> fields) throws Exception {
        int cookie = fields.indexOf("Cookie");
        if (cookie < 0) {
            return "";
        }
        Exchange answer = ask("GET", "who", List.of("Cookie", fields.get(cookie + 1)), "");
        String document = answer.body()
                .substring(answer.body().indexOf('{'), answer.body().lastIndexOf('}') + 1);
        JsonObject who = JsonObject.parse(document);
        return who.has("key") ? "key=" + encoded(who.string("key")) : "";
    }

    /** Logs out. */
    void logOut(String cookie) throws Exception {
        List<String> fields = List.of("Cookie", cookie);
        assertThat(ask("POST", "logout", fields, logOutForm(fields)).status()).isEqualTo(303);
    }

    private Exchange ask(String method, String path, List<String> fields, String body)
            throws IOException, NoSuchAlgorithmException {
        List<String> all = new ArrayList<>(fields);
        if (method.equals("POST")) {
            all.addAll(List.of("Content-Type", Endpoint.FORM_TYPE));
        }
        return Exchange.of(new Exchange.Request(host, method, path, all, body), SSLContext.getDefault(), true);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
