package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.LogInName;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.server.request.WholeAnswer;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.People;

/** {@code login}: the page with the form, and what it sends. It runs no script. */
final class LogInServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HostRequests requests;
    private final transient Optional<People> people;
    private final String page;
    private final String policy;

    LogInServlet(HostRequests requests, Optional<People> people) {
        this.requests = requests;
        this.people = people;
        page = PagePolicy.text("login.html");
        policy = "default-src 'none'; style-src " + PagePolicy.hash(page, "style")
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        AsyncRequest call = requests.open(request, response, "-");
        call.executor().execute(() -> {
            try {
                serve(call);
            } catch (BanipException e) {
                requests.refuse(call, e);
            }
        });
    }

    private void serve(AsyncRequest call) {
        People named = people.orElseThrow(() -> new BanipException(
                ErrorCode.MALFORMED_REQUEST, "nobody can log in here: the host has no viewers' file"));
        EarlyData.refuse(call.request());
        switch (call.request().getMethod()) {
            case "GET", "HEAD" -> {
                try {
                    ViewerGate.checkSecure(call.request(), named);
                    show(call, HttpServletResponse.SC_OK, "", "");
                } catch (BanipException e) {
                    show(call, e.code().httpStatus(), "", capitalised(e));
                }
            }
            case "POST" -> FormBody.read(call, requests, form -> logIn(call, named, form));
            default ->
                throw new BanipException(
                        ErrorCode.MALFORMED_REQUEST, "only GET, HEAD and POST are methods of this page");
        }
    }

    private void logIn(AsyncRequest call, People named, Map<String, String> form) {
        String name = form.getOrDefault("name", "").trim();
        String shown = LogInName.is(name) ? name : "";
        try {
            ViewerGate.checkSecure(call.request(), named);
            OwnPage.check(call.request(), Optional.ofNullable(form.get("key")), LogInCookies.form(call.request()));
        } catch (BanipException e) {
            refuse(call, shown, e);
            return;
        }
        String password = form.getOrDefault("password", "");
        BasicCredentials credentials = new BasicCredentials(shown, password);
        if (shown.isEmpty() || credentials.passwordBytes().length > BasicCredentials.MAX_PASSWORD) {
            refuse(call, shown, new BanipException(ErrorCode.UNAUTHENTICATED, "wrong name or password"));
            return;
        }
        CompletionStage<?> unused = named.logIn(credentials, call.request().getRemoteAddr())
                .whenComplete((cookie, failure) -> call.executor().execute(() -> {
                    if (call.hasEnded()) {
                        return;
                    }
                    if (failure == null) {
                        goOn(call, shown, cookie);
                    } else {
                        refuse(call, shown, ViewerGate.causeOf(failure));
                    }
                }));
    }

    private void refuse(AsyncRequest call, String name, BanipException cause) {
        requests.logInRefused(call, name.isEmpty() ? Who.UNKNOWN : Who.of(name, "log-in"), cause);
        show(call, cause.code().httpStatus(), name, capitalised(cause));
    }

    /** To the live page, with the cookie; a log-in that this browser had before ends. */
    private void goOn(AsyncRequest call, String name, String cookie) {
        requests.kept(call.request(), Who.of(name, "log-in"), AuditEvent.LOG_IN_ACCEPTED);
        LogInCookies.logIn(call.request()).ifPresent(people.orElseThrow()::logOut);
        LogInCookies.setLogIn(call.request(), call.response(), cookie);
        LogInCookies.removeForm(call.request(), call.response());
        redirect(call, "/");
    }

    /** Sends the browser to a page of this host. */
    static void redirect(AsyncRequest call, String path) {
        call.response().setStatus(HttpServletResponse.SC_SEE_OTHER);
        call.response().setHeader("Location", call.request().getServletContext().getContextPath() + path);
        call.response().setHeader("Cache-Control", "no-store");
        call.response().setContentLength(0);
        WholeAnswer.write(call, new byte[0]);
    }

    private static String capitalised(BanipException e) {
        String text = String.valueOf(e.getMessage());
        return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1);
    }

    /** The name has no characters that mean something in HTML. */
    private void show(AsyncRequest call, int status, String name, String error) {
        String key = people.orElseThrow().newFormKey();
        LogInCookies.setForm(call.request(), call.response(), key);
        call.response().setStatus(status);
        if (status == HttpServletResponse.SC_UNAUTHORIZED) {
            call.response().setHeader("WWW-Authenticate", "Bearer");
        }
        PagePolicy.set(call.response(), policy, "same-origin", "no-store");
        String text = page.replace("{key}", key)
                .replace("{name}", name)
                .replace("{error}", escaped(error))
                .replace("{hidden}", error.isEmpty() ? "hidden" : "");
        WholeAnswer.write(call, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
