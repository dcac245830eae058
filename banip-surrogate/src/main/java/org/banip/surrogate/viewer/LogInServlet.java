package org.banip.surrogate.viewer;

import java.util.Map;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Who;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.LogInName;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.People;

/** {@code login}: the page with the form, and what it sends. It runs no script. */
final class LogInServlet extends LogInResource {
    private static final long serialVersionUID = 1L;
    private static final String HOW = "log-in";

    LogInServlet(HostRequests requests, Optional<People> people, LogInForm form) {
        super(requests, people, form);
    }

    @Override
    void serve(AsyncRequest call) {
        People named = people.orElseThrow(() -> new BanipException(
                ErrorCode.MALFORMED_REQUEST, "nobody can log in here: the host has no viewers' file"));
        EarlyData.refuse(call.request());
        switch (call.request().getMethod()) {
            case "GET", "HEAD" -> {
                try {
                    ViewerGate.checkSecure(call.request(), named);
                    if (call.request().getParameter("ended") == null) {
                        form.show(call, named, "");
                    } else {
                        form.showEnded(call, named);
                    }
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
        then(
                call,
                named.logIn(credentials, call.request().getRemoteAddr()),
                cookie -> goOn(call, shown, cookie),
                cause -> refuse(call, shown, cause));
    }

    private void refuse(AsyncRequest call, String name, BanipException cause) {
        refuse(call, name.isEmpty() ? Who.UNKNOWN : Who.of(name, HOW), name, cause);
    }

    /** To the live page, with the cookie. */
    private void goOn(AsyncRequest call, String name, String cookie) {
        accept(call, Who.of(name, HOW), cookie);
        LogInCookies.removeForm(call.request(), call.response());
        redirect(call, "/");
    }
}
