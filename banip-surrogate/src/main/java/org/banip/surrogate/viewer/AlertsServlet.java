package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonWriter;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.alert.Alert;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;
import org.jspecify.annotations.Nullable;

/** {@code GET alerts}: those that have not ended; {@code POST alerts/{id}/acknowledge}, {@code POST alerts/{id}/end}. */
final class AlertsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final transient HostRequests requests;
    private final transient ViewerGate gate;
    private final transient Optional<Alerting> alerting;
    private final transient AlertLists lists;

    AlertsServlet(HostParts parts, HostRequests requests, ViewerGate gate, Optional<Alerting> alerting) {
        lists = new AlertLists(parts, gate, alerting);
        this.requests = requests;
        this.gate = gate;
        this.alerting = alerting;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        String path = request.getPathInfo() == null ? "/" : request.getPathInfo();
        gate.serve(request, response, "-", (call, admission) -> {
            EarlyData.refuse(request);
            if (path.equals("/") && request.getMethod().equals("GET")) {
                lists.answer(call, admission);
            } else {
                step(call, admission.person(), path.split("/", -1));
            }
        });
    }

    private void step(AsyncRequest call, Person person, String[] segments) {
        boolean known = segments.length == 3 && (segments[2].equals("acknowledge") || segments[2].equals("end"));
        if (!known || !call.request().getMethod().equals("POST")) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "allowed are GET alerts, POST alerts/{id}/acknowledge and POST alerts/{id}/end");
        }
        gate.require(person, Right.ACKNOWLEDGE);
        Alerting book = alerting.orElseThrow(AlertsServlet::unknown);
        if (!ID.matcher(segments[1]).matches()) {
            throw unknown();
        }
        UUID id = UUID.fromString(segments[1]);
        FormBody.read(call, requests, form -> {
            gate.checkPage(call.request(), person, Optional.ofNullable(form.get("key")));
            CompletableFuture<?> unused = book.find(id)
                    .thenCompose(found -> step(book, person, granted(person, found), segments[2]))
                    .thenApply(after -> after.orElseThrow(AlertsServlet::unknown))
                    .whenComplete(
                            (after, failure) -> call.executor().execute(() -> answer(call, person, after, failure)));
        });
    }

    /** Without a grant for its BAN an alert does not exist. */
    private static Alert granted(Person person, Optional<Alert> found) {
        return found.filter(alert -> person.may(Right.ACKNOWLEDGE, alert.ban())).orElseThrow(AlertsServlet::unknown);
    }

    private static CompletableFuture<Optional<Alert>> step(Alerting book, Person person, Alert alert, String step) {
        return step.equals("end") ? book.end(alert.id(), person.who()) : book.acknowledge(alert.id(), person.who());
    }

    private void answer(AsyncRequest call, Person person, @Nullable Alert after, @Nullable Throwable failure) {
        if (call.hasEnded()) {
            return;
        }
        if (after == null) {
            gate.refuse(call, failure == null ? unknown() : failure);
            return;
        }
        JsonWriter out = new JsonWriter().beginObject();
        AlertLists.write(out, after, person);
        Answers.json(call, HttpServletResponse.SC_OK, out.endObject().toString());
    }

    private static BanipException unknown() {
        return new BanipException(ErrorCode.UNKNOWN_ALERT, "there is no alert with this id of a BAN that was granted");
    }
}
