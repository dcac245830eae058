package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.WholeAnswer;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.People;

/** A resource at which a person logs in. What fails is told in the log-in form, and kept in the audit log. */
abstract class LogInResource extends HttpServlet {
    private static final long serialVersionUID = 1L;

    final transient HostRequests requests;
    final transient Optional<People> people;
    final transient LogInForm form;

    LogInResource(HostRequests requests, Optional<People> people, LogInForm form) {
        this.requests = requests;
        this.people = people;
        this.form = form;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requests.serve(request, response, this::serve);
    }

    abstract void serve(AsyncRequest call);

    /** Goes on with the value on the request's executor, unless the request has ended. */
    static <T> void then(
            AsyncRequest call, CompletionStage<T> stage, Consumer<T> next, Consumer<BanipException> refusal) {
        CompletionStage<?> unused =
                stage.whenComplete((value, failure) -> call.executor().execute(() -> {
                    if (call.hasEnded()) {
                        return;
                    }
                    if (failure == null) {
                        next.accept(value);
                    } else {
                        refusal.accept(ViewerGate.causeOf(failure));
                    }
                }));
    }

    /** Shows the form again, with this name in it. */
    final void refuse(AsyncRequest call, Who who, String name, BanipException cause) {
        requests.logInRefused(call, who, cause);
        form.show(call, people.orElseThrow(), name, cause);
    }

    /**
     * Gives the browser the cookie of a log-in. One that it had before ends, if the browser sends its cookie; it does not where a page of another site
     * leads here. Then nobody has the former cookie any more, and that log-in ends when it has idled.
     */
    final void accept(AsyncRequest call, Who who, String cookie) {
        requests.kept(call.request(), who, AuditEvent.LOG_IN_ACCEPTED);
        LogInCookies.logIn(call.request()).ifPresent(people.orElseThrow()::logOut);
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
