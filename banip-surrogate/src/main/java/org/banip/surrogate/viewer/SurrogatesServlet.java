package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.people.Admission;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;

/** {@code GET surrogates}: the list; {@code GET surrogates/{session}/live}: one surrogate's live data; and its {@link CommandResource commands}. */
final class SurrogatesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_LISTED = 1000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Pattern EVENT_ID = Pattern.compile("\\d{1,18}(,\\d{1,18})*");

    private final transient Interconnects interconnects;
    private final transient HostParts parts;
    private final transient ViewerGate gate;
    private final transient Supplier<List<String>> extensions;
    private final transient CommandResource commands;
    private final transient LiveViews viewers;

    SurrogatesServlet(
            Interconnects interconnects,
            HostParts parts,
            ViewerGate gate,
            Supplier<List<String>> extensions,
            CommandResource commands) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.gate = gate;
        this.extensions = extensions;
        this.commands = commands;
        viewers = new LiveViews(parts.limits().viewers());
        parts.workers().deadlines().every(HEARTBEAT, viewers::heartbeat);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String[] segments = path.split("/", -1);
        String label = segments.length >= 3 ? segments[1] : "-";
        gate.serve(request, response, label, (call, admission) -> {
            EarlyData.refuse(request);
            route(call, admission, segments);
        });
    }

    private void route(AsyncRequest call, Admission admission, String[] segments) {
        HttpServletRequest request = call.request();
        boolean sends = segments.length == 4 && segments[2].equals("commands");
        if (!request.getMethod().equals(sends ? "POST" : "GET")) {
            throw malformed(request.getMethod() + " is not a method of this resource");
        }
        if (segments.length == 1) {
            list(call, admission.person());
        } else if (segments.length == 3 && segments[2].equals("live")) {
            live(call, admission, segments[1]);
        } else if (segments.length == 3 && segments[2].equals("commands")) {
            commands.list(call, admission.person(), segments[1]);
        } else if (sends) {
            commands.send(call, admission.person(), segments[1], segments[3]);
        } else {
            throw malformed("the path names neither the list, nor a surrogate's live data, nor its commands");
        }
    }

    private void list(AsyncRequest call, Person person) {
        gate.require(person, Right.LIST);
        List<SurrogateHandle> all = new ArrayList<>(interconnects.all());
        all.removeIf(
                handle -> !person.may(Right.LIST, handle.description().ban().id()));
        all.sort(Comparator.comparing(
                        (SurrogateHandle handle) -> handle.description().ban().id())
                .thenComparing(handle -> handle.description().session()));
        List<SurrogateHandle> shown = all.subList(0, Math.min(all.size(), MAX_LISTED));
        // Without a viewers' file there are no operators: every viewer sees the extensions.
        boolean operates = gate.people().isEmpty() || person.may(Right.OPERATE);
        String document = SurrogateJson.list(
                shown,
                all.size(),
                parts.clock().epochNanos(),
                Optional.of(person).filter(Person::isNamed),
                operates ? extensions.get() : List.of());
        Answers.json(call, HttpServletResponse.SC_OK, document);
    }

    private void live(AsyncRequest call, Admission admission, String name) {
        gate.require(admission.person(), Right.LIVE);
        SurrogateHandle surrogate = interconnects.named(name);
        BanDescription ban = surrogate.description().ban();
        gate.require(admission.person(), Right.LIVE, ban.id());
        Reduction wanted = LiveQuery.reduction(call.request());
        Optional<ReducedBan> reduced = wanted.isNone() ? Optional.empty() : Optional.of(ReducedBan.of(ban, wanted));
        Optional<long[]> seen = reduced.isPresent()
                ? Optional.empty()
                : seen(call.request(), ban.groups().size());
        boolean tail = reduced.isEmpty() && LiveQuery.tail(call.request());
        AuditedView view = new AuditedView(
                parts.audit(), admission.person().who(), call.request(), surrogate.description(), wanted);
        LiveResponse stream = new LiveResponse(
                call, parts, surrogate, reduced, () -> admission.stillMay(Right.LIVE, ban.id()), view, viewers::leave);
        viewers.enter(stream, admission.person(), call.request().getRemoteAddr());
        CompletableFuture<?> unused = view.begin().whenComplete((kept, failure) -> {
            if (failure == null) {
                stream.begin(seen, tail, () -> interconnects.all().contains(surrogate));
            } else {
                viewers.leave(stream);
                gate.refuse(call, failure);
            }
        });
    }

    /**
     * Where a viewer that was away goes on: the id of the last event it got, per group the next sequence number. It has seen nothing of groups that were
     * added since then.
     */
    private static Optional<long[]> seen(HttpServletRequest request, int groups) {
        String id = request.getHeader("Last-Event-ID");
        if (id == null || id.isEmpty()) {
            return Optional.empty();
        }
        String[] numbers = id.split(",", -1);
        if (numbers.length > groups || !EVENT_ID.matcher(id).matches()) {
            throw malformed("Last-Event-ID has not 1 to " + Counted.of(groups, "sequence number"));
        }
        return Optional.of(Arrays.stream(numbers).mapToLong(Long::parseLong).toArray());
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }
}
