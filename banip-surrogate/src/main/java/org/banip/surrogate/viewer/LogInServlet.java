package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
    private final transient LogInForm form;

    LogInServlet(HostRequests requests, Optional<People> people, LogInForm form) {
        this.requests = requests;
        this.people = people;
        this.form = form;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requests.serve(request, response, this::serve);
    }

    private void serve(AsyncRequest call) {
        People named = people.orElseThrow(() -> new BanipException(
                ErrorCode.MALFORMED_REQUEST, "nobody can log in here: the host has no viewers' file"));
        EarlyData.refuse(call.request());
        switch (call.request().getMethod()) {
            case "GET", "HEAD" -> {
                try {
                    ViewerGate.checkSecure(call.request(), named);
                    form.show(call, named, "");
                } catch (BanipException e) {
                    form.show(call, named, "", e);
                }
            }
            case "POST" -> FormBody.read(call, requests, fields -> logIn(call, named, fields));
            default ->
                throw new BanipException(
                        ErrorCode.MALFORMED_REQUEST, "only GET, HEAD and POST are methods of this page");
        }
    }

    private void logIn(AsyncRequest call, People named, Map<String, String> fields) {
        String name = fields.getOrDefault("name", "").trim();
        String shown = LogInName.is(name) ? name : "";
        try {
            ViewerGate.checkSecure(call.request(), named);
            OwnPage.check(call.request(), Optional.ofNullable(fields.get("key")), LogInCookies.form(call.request()));
        } catch (BanipException e) {
            refuse(call, shown, e);
            return;
        }
        String password = fields.getOrDefault("password", "");
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
        form.show(call, people.orElseThrow(), name, cause);
    }

    /** To the live page, with the cookie. */
    private void goOn(AsyncRequest call, String name, String cookie) {
        requests.kept(call.request(), Who.of(name, "log-in"), AuditEvent.LOG_IN_ACCEPTED);
        begin(call, people.orElseThrow(), cookie);
        LogInCookies.removeForm(call.request(), call.response());
        redirect(call, "/");
    }

    /**
     * Gives the browser the cookie of a log-in. One that it had before ends, if the browser sends its cookie; it does not where a page of another site
     * leads here. Then nobody has the former cookie any more, and that log-in ends when it has idled.
     */
    static void begin(AsyncRequest call, People people, String cookie) {
        LogInCookies.logIn(call.request()).ifPresent(people::logOut);
        LogInCookies.setLogIn(call.request(), call.response(), cookie);
    }

    /** Sends the browser to a page of this host. */
    static void redirect(AsyncRequest call, String path) {
        redirectTo(call, call.request().getServletContext().getContextPath() + path);
    }

    /** Sends the browser to any address. */
    static void redirectTo(AsyncRequest call, String address) {
        call.response().setStatus(HttpServletResponse.SC_SEE_OTHER);
        call.response().setHeader("Location", address);
        call.response().setHeader("Cache-Control", "no-store");
        call.response().setContentLength(0);
        WholeAnswer.write(call, new byte[0]);
    }
}
