package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Who;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.spi.ProvenPerson;

/**
 * {@code GET oidc}: sends a browser to the identity provider, and takes it when it comes back with an answer. The host keeps nothing of an attempt:
 * all of it follows from a random secret in a cookie of the browser.
 */
final class ExternalLogInServlet extends LogInResource {
    private static final long serialVersionUID = 1L;
    private static final String HOW = "oidc";

    ExternalLogInServlet(HostRequests requests, Optional<People> people, LogInForm form) {
        super(requests, people, form);
    }

    @Override
    void serve(AsyncRequest call) {
        People named = people.filter(some -> some.external().isPresent())
                .orElseThrow(() -> new BanipException(
                        ErrorCode.MALFORMED_REQUEST, "the host has no log-in at an identity provider (oidc-issuer)"));
        EarlyData.refuse(call.request());
        if (!call.request().getMethod().equals("GET")) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "only GET is a method of this resource");
        }
        Map<String, String> answer = parameters(call.request());
        try {
            ViewerGate.checkSecure(call.request(), named, "log-ins");
            if (answer.isEmpty()) {
                begin(call, named, named.newFormKey());
            } else {
                finish(call, named, answer);
            }
        } catch (BanipException e) {
            refuse(call, Who.UNKNOWN, e);
        }
    }

    /** A parameter that comes twice does not count: who sends that wants one part to read the first and another part the second. */
    private static Map<String, String> parameters(HttpServletRequest request) {
        return QueryParameters.of(request).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().length == 1 ? entry.getValue()[0] : ""));
    }

    private void begin(AsyncRequest call, People named, String secret) {
        then(
                call,
                named.begin(secret, call.request().getRemoteAddr()),
                address -> {
                    LogInCookies.setAttempt(call.request(), call.response(), secret);
                    call.response().setHeader("Referrer-Policy", "no-referrer");
                    redirectTo(call, address.toString());
                },
                cause -> refuse(call, Who.UNKNOWN, cause));
    }

    private void finish(AsyncRequest call, People named, Map<String, String> answer) {
        String secret = LogInCookies.attempt(call.request())
                .orElseThrow(() -> new BanipException(
                        ErrorCode.FORBIDDEN,
                        "the log-in took too long, was begun in another browser, or cookies are off: begin again"));
        LogInCookies.removeAttempt(call.request(), call.response());
        then(
                call,
                named.prove(secret, answer, call.request().getRemoteAddr()),
                proven -> goOn(call, named, proven),
                cause -> refuse(call, Who.UNKNOWN, cause));
    }

    private void goOn(AsyncRequest call, People named, ProvenPerson proven) {
        Who who = Who.of(proven.name(), HOW);
        try {
            String cookie = named.logIn(proven, call.request().getRemoteAddr());
            accept(call, who, cookie);
            redirect(call, "/");
        } catch (BanipException e) {
            refuse(call, who, e);
        }
    }

    private void refuse(AsyncRequest call, Who who, BanipException cause) {
        refuse(call, who, "", cause);
    }
}
