package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.AuditEvent;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.People;

/** {@code POST logout}: ends the log-in of a browser. Without one it does nothing. A page of another site, whose request comes without the cookie, ends none. */
final class LogOutServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HostRequests requests;
    private final transient Optional<People> people;

    LogOutServlet(HostRequests requests, Optional<People> people) {
        this.requests = requests;
        this.people = people;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requests.serve(request, response, this::serve);
    }

    private void serve(AsyncRequest call) {
        EarlyData.refuse(call.request());
        if (people.isEmpty() || !call.request().getMethod().equals("POST")) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "only POST is a method of this resource, if people are named");
        }
        OwnPage.checkOrigin(call.request()); // the answer would remove the cookie
        FormBody.read(call, requests, form -> logOut(call, Optional.ofNullable(form.get("key"))));
    }

    private void logOut(AsyncRequest call, Optional<String> shown) {
        People named = people.orElseThrow();
        Optional<String> cookie = LogInCookies.logIn(call.request());
        Optional<String> key = cookie.flatMap(named::formKey);
        if (key.isPresent()) {
            OwnPage.check(call.request(), shown, key);
            cookie.flatMap(value -> named.withCookie(value, false))
                    .ifPresent(admission ->
                            requests.kept(call.request(), admission.person().who(), AuditEvent.LOG_OUT));
            cookie.ifPresent(named::logOut);
        }
        if (cookie.isPresent()) {
            LogInCookies.removeLogIn(call.request(), call.response());
        }
        LogInResource.redirect(call, "/login");
    }
}
