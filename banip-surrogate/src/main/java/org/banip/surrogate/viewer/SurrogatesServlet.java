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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.audit.Who;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.endpoint.Access;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;

/** {@code GET surrogates}: the list; {@code GET surrogates/{session}/live}: one surrogate's live data. */
final class SurrogatesServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int MAX_LISTED = 1000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Pattern EVENT_ID = Pattern.compile("\\d{1,18}(,\\d{1,18})*");

    private final transient Interconnects interconnects;
    private final transient HostParts parts;
    private final transient HostRequests requests;
    private final transient Access access;
    private final transient Supplier<List<String>> extensions;
    private final transient Set<LiveResponse> viewers = ConcurrentHashMap.newKeySet();

    SurrogatesServlet(
            Interconnects interconnects,
            HostParts parts,
            HostRequests requests,
            Access access,
            Supplier<List<String>> extensions) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.requests = requests;
        this.access = access;
        this.extensions = extensions;
        parts.workers().deadlines().every(HEARTBEAT, () -> viewers.forEach(LiveResponse::heartbeat));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        try {
            Who who = access.checkViewer(request);
            requests.seenBy(request, who);
            EarlyData.refuse(request);
            checkAudit();
            route(request, response, who);
        } catch (BanipException e) {
            requests.refuse(request, response, e);
        }
    }

    /** What cannot be kept for audit is not shown. */
    private void checkAudit() {
        parts.audit().problem().ifPresent(why -> {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the audit log cannot be written, and nothing is shown without it: " + why);
        });
    }

    private void route(HttpServletRequest request, HttpServletResponse response, Who who) {
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String[] segments = path.split("/", -1);
        if (!request.getMethod().equals("GET")) {
            throw malformed(request.getMethod() + " is not a method of this resource");
        }
        if (segments.length == 1) {
            list(request, response);
        } else if (segments.length == 3 && segments[2].equals("live")) {
            live(request, response, segments[1], who);
        } else {
            throw malformed("the path names neither the list nor a surrogate's live data");
        }
    }

    private void list(HttpServletRequest request, HttpServletResponse response) {
        List<SurrogateHandle> all = new ArrayList<>(interconnects.all());
        all.sort(Comparator.comparing(
                        (SurrogateHandle handle) -> handle.description().ban().id())
                .thenComparing(handle -> handle.description().session()));
        List<SurrogateHandle> shown = all.subList(0, Math.min(all.size(), MAX_LISTED));
        String document = SurrogateJson.list(shown, all.size(), parts.clock().epochNanos(), extensions.get());
        AsyncRequest call = requests.open(request, response, "-");
        call.executor().execute(() -> Answers.json(call, HttpServletResponse.SC_OK, document));
    }

    private void live(HttpServletRequest request, HttpServletResponse response, String name, Who who) {
        SurrogateHandle surrogate = interconnects.all().stream()
                .filter(handle -> handle.description().session().toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "no such surrogate here"));
        if (viewers.size() >= parts.limits().viewers()) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    viewers.size() + " viewers watch already, limit "
                            + parts.limits().viewers());
        }
        BanDescription ban = surrogate.description().ban();
        Reduction wanted = LiveQuery.reduction(request);
        Optional<ReducedBan> reduced = wanted.isNone() ? Optional.empty() : Optional.of(ReducedBan.of(ban, wanted));
        Optional<long[]> seen = reduced.isPresent()
                ? Optional.empty()
                : seen(request, ban.groups().size());
        AuditedView view = new AuditedView(parts.audit(), who, request, surrogate.description(), reduced.isPresent());
        AsyncRequest call = requests.open(request, response, name);
        LiveResponse stream = new LiveResponse(call, parts, surrogate, reduced, view, viewers::remove);
        viewers.add(stream);
        CompletableFuture<?> unused = view.begin().whenComplete((kept, failure) -> {
            if (failure == null) {
                stream.begin(seen, () -> interconnects.all().contains(surrogate));
            } else {
                viewers.remove(stream);
                requests.refuse(call, refusal(failure));
            }
        });
    }

    private static BanipException refusal(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BanipException known
                ? known
                : new BanipException(ErrorCode.INTERNAL, "internal error", failure);
    }

    /** Where a viewer that was away goes on: the id of the last event it got, per group the next sequence number. */
    private static Optional<long[]> seen(HttpServletRequest request, int groups) {
        String id = request.getHeader("Last-Event-ID");
        if (id == null || id.isEmpty()) {
            return Optional.empty();
        }
        String[] numbers = id.split(",", -1);
        if (numbers.length != groups || !EVENT_ID.matcher(id).matches()) {
            throw malformed("Last-Event-ID has not " + Counted.of(groups, "sequence number"));
        }
        return Optional.of(Arrays.stream(numbers).mapToLong(Long::parseLong).toArray());
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }
}
