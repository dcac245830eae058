package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonWriter;
import org.banip.recordings.export.ExportTarget;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.people.Admission;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;
import org.banip.surrogate.store.InterconnectRecord;
import org.slf4j.Logger;

/** {@code GET recordings}: what is stored of granted BANs; {@code GET recordings/{ban}}: its recording, as files in a ZIP archive. */
final class RecordingsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = ServerLog.of(RecordingsServlet.class);
    private static final int MOST_LISTED = 1000;
    private static final Pattern BAN = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final transient HostParts parts;
    private final transient HostRequests requests;
    private final transient ViewerGate gate;
    private final transient ExportPlaces places = new ExportPlaces();

    RecordingsServlet(HostParts parts, HostRequests requests, ViewerGate gate) {
        this.parts = parts;
        this.requests = requests;
        this.gate = gate;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        String path = request.getPathInfo() == null ? "/" : request.getPathInfo();
        String ban = path.substring(1);
        // A refusal is kept for audit with the label, so that it tells whose recordings were wanted.
        gate.serve(request, response, isBan(ban) ? ban : "-", (call, admission) -> {
            EarlyData.refuse(request);
            if (!request.getMethod().equals("GET")) {
                throw new BanipException(
                        ErrorCode.MALFORMED_REQUEST, request.getMethod() + " is not a method of this resource");
            }
            gate.require(admission.person(), Right.EXPORT);
            if (path.equals("/")) {
                aside(call, admission, place -> list(call, admission));
            } else {
                export(call, admission, ban);
            }
        });
    }

    private static boolean isBan(String text) {
        return BAN.matcher(text).matches();
    }

    /** Something that reads the store. What it throws is the answer, or breaks the answer off. */
    @FunctionalInterface
    private interface Reading {
        void run(ExportPlaces.Place place) throws InterruptedException;
    }

    private void aside(AsyncRequest call, Admission admission, Reading task) {
        ExportPlaces.Place place = places.take(admission.person().name());
        if (!parts.workers().exportAside(() -> run(call, place, task))) {
            place.close();
            throw new BanipException(ErrorCode.LIMIT_REACHED, "too many exports are under way, try again later");
        }
    }

    private void run(AsyncRequest call, ExportPlaces.Place place, Reading task) {
        try (place) {
            task.run(place);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            requests.refuse(call, new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops"));
        } catch (RuntimeException | Error e) {
            // A decoder, a driver or the class path: the client must not wait for ever.
            requests.refuse(call, ViewerGate.causeOf(e));
        }
    }

    private void list(AsyncRequest call, Admission admission) {
        // Asked now: it may have waited for a thread.
        Optional<Person> person = admission.now().get();
        List<InterconnectRecord> granted = parts.store().interconnects().stream()
                .filter(session -> person.filter(
                                still -> still.may(Right.EXPORT, session.ban().id()))
                        .isPresent())
                .collect(Collectors.toList());
        JsonWriter out =
                new JsonWriter().beginObject().field("total", granted.size()).beginList("recordings");
        granted.stream().limit(MOST_LISTED).forEach(session -> {
            out.beginObject()
                    .field("ban", session.ban().id())
                    .field("session", session.session().toString())
                    .field("registeredNanos", session.registeredNanos());
            Arrays.stream(parts.store().lastReceived(session))
                    .filter(nanos -> nanos >= 0)
                    .max()
                    .ifPresent(nanos -> out.field("lastReceivedNanos", nanos));
            out.beginList("groups");
            session.ban().groups().forEach(group -> out.element(group.name()));
            out.endList().endObject();
        });
        String document = out.endList().endObject().toString();
        call.executor().execute(() -> Answers.json(call, HttpServletResponse.SC_OK, document));
    }

    private void export(AsyncRequest call, Admission admission, String ban) {
        if (!isBan(ban)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "recordings/ must be followed by the id of a BAN: 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        gate.require(admission.person(), Right.EXPORT, ban);
        ExportQuery query = ExportQuery.of(call.request());
        // Made now: the request must not be touched when it has ended.
        AuditedExport audited =
                new AuditedExport(parts.audit(), admission.person().who(), call.request(), ban, query);
        aside(call, admission, place -> write(call, admission, new Wanted(ban, query), audited, place));
    }

    /** An export of a BAN as its request has it: the store was not asked yet. */
    private record Wanted(String ban, ExportQuery query) {}

    private Stream<UUID> sessions(String ban) {
        return parts.store().interconnects().stream()
                .filter(session -> session.ban().id().equals(ban))
                .map(InterconnectRecord::session);
    }

    private void write(
            AsyncRequest call, Admission admission, Wanted wanted, AuditedExport audited, ExportPlaces.Place place)
            throws InterruptedException {
        place.work();
        String who = admission.person().name();
        String ban = wanted.ban();
        if (!admission.stillMay(Right.EXPORT, ban)) {
            throw new BanipException(ErrorCode.FORBIDDEN, who + " may not get recordings of this BAN any more");
        }
        ExportQuery query = wanted.query().among(sessions(ban));
        RecordingExport export = new RecordingExport(parts.store(), parts.transcoders(), ban, query);
        RecordingExport.Found found =
                export.find(() -> !call.hasEnded() && !parts.workers().stopping());
        audited.begin(found.sessions());
        ExportStream stream = new ExportStream(
                call,
                place,
                parts.liveness().silentAfter(),
                () -> !parts.workers().stopping() && admission.stillMay(Right.EXPORT, ban));
        call.executor().execute(() -> begin(call, stream, ban));
        try {
            export.write(found, stream);
            stream.complete();
            LOG.info("- {} exported BAN {}", who, ban);
        } catch (IOException | BanipException e) {
            LOG.warn("- the export of BAN {} by {} broke off: {}", ban, who, e.getMessage());
            if (!admission.stillMay(Right.EXPORT, ban)) {
                audited.revoked();
            }
            call.executor().execute(() -> {
                if (!call.hasEnded()) {
                    call.breakConnection();
                }
            });
        }
    }

    private static void begin(AsyncRequest call, ExportStream stream, String ban) {
        if (call.hasEnded()) {
            stream.end();
            return;
        }
        call.response().setContentType("application/zip");
        call.response()
                .setHeader("Content-Disposition", "attachment; filename=\"" + ExportTarget.plain(ban) + ".zip\"");
        call.response().setHeader("Cache-Control", "no-store");
        call.response().setHeader("X-Content-Type-Options", "nosniff");
        stream.begin();
    }
}
