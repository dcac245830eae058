package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.banip.core.error.BanipException;
import org.banip.core.text.Counted;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.WholeAnswer;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.spi.ExternalLogIn;

/** The page with the form of a log-in. It runs no script. Any thread. */
final class LogInForm {
    private final String page;
    private final String policy;

    LogInForm() {
        page = PagePolicy.text("login.html");
        policy = "default-src 'none'; style-src " + PagePolicy.hash(page, "style")
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }

    /**
     * Shows it.
     *
     * @param name stands in the form; has no characters that mean something in HTML
     */
    void show(AsyncRequest call, People people, String name) {
        show(call, people, HttpServletResponse.SC_OK, name, "");
    }

    /** Shows it to a person whose log-in has ended while the live page was open. */
    void showEnded(AsyncRequest call, People people) {
        show(
                call,
                people,
                HttpServletResponse.SC_OK,
                "",
                "Your log-in has ended: the host was restarted, or nobody used the page for "
                        + (people.idle().toSeconds() % 60 == 0
                                ? Counted.of(people.idle().toMinutes(), "minute")
                                : Counted.of(people.idle().toSeconds(), "second"))
                        + ", or your access was removed."
                        + " Alerts are not shown here.");
    }

    /** Shows it again, with what was wrong. */
    void show(AsyncRequest call, People people, String name, BanipException cause) {
        String text = String.valueOf(cause.getMessage());
        show(
                call,
                people,
                cause.code().httpStatus(),
                name,
                text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1));
    }

    private void show(AsyncRequest call, People people, int status, String name, String error) {
        String key = people.newFormKey();
        LogInCookies.setForm(call.request(), call.response(), key);
        call.response().setStatus(status);
        if (status == HttpServletResponse.SC_UNAUTHORIZED) {
            call.response().setHeader("WWW-Authenticate", "Bearer");
        }
        PagePolicy.set(call.response(), policy, "same-origin", "no-store");
        String elsewhere = people.external().map(ExternalLogIn::label).orElse("");
        String text = page.replace("{key}", key)
                .replace("{name}", name)
                .replace("{error}", escaped(error))
                .replace("{hidden}", error.isEmpty() ? "hidden" : "")
                .replace("{elsewhere}", escaped(elsewhere))
                .replace("{alone}", elsewhere.isEmpty() ? "hidden" : "");
        WholeAnswer.write(call, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
