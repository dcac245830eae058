package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.json.JsonWriter;
import org.banip.server.request.AsyncRequest;
import org.banip.surrogate.alert.Alert;
import org.banip.surrogate.alert.AlertJson;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.alert.OpenList;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.people.Admission;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET alerts}. A request with {@code Prefer: wait=SECONDS} (RFC 7240) and the {@code ETag} of an earlier answer in {@code If-None-Match}
 * is answered when the list that this person may see is another one, and otherwise with 304 when the time is over. So many may wait: 16 of a person,
 * and the limit {@code viewers} of all; further ones are answered at once. Who may see what is asked again when the answer is given. Any thread.
 */
final class AlertLists {
    private static final int MOST_LISTED = 1000;
    private static final int MOST_BANS_TOLD = 100;
    private static final int MOST_OF_PERSON = 16;
    /** Short: a person who logs out or loses a grant has no open request after it. */
    private static final int LONGEST_SECONDS = 5;

    private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait\\s*=\\s*\"?(\\d{1,6})");

    private final HostParts parts;
    private final ViewerGate gate;
    private final Optional<Alerting> alerting;
    private final AlertsSeen audited;
    private final Set<Asked> waiting = ConcurrentHashMap.newKeySet();

    AlertLists(HostParts parts, ViewerGate gate, Optional<Alerting> alerting) {
        this.parts = parts;
        this.gate = gate;
        this.alerting = alerting;
        audited = new AlertsSeen(parts.audit(), System::nanoTime);
        alerting.ifPresent(book -> book.whenOpenChanges(() -> waiting.forEach(Asked::lookSoon)));
    }

    /** Answers a request, now or later; called on its serial executor. */
    void answer(AsyncRequest call, Admission admission) {
        int seconds = seconds(call.request());
        Asked asked = new Asked(call, admission, seconds);
        boolean waits = seconds > 0 && enter(asked);
        if (waits) {
            call.atEnd(() -> waiting.remove(asked));
            call.after(Duration.ofSeconds(seconds), () -> asked.look(true));
        }
        // After it waits: what changes from here on calls it.
        asked.look(!waits);
    }

    private static int seconds(HttpServletRequest request) {
        String preferred = request.getHeader("Prefer");
        Matcher wait = WAIT.matcher(preferred == null ? "" : preferred);
        return wait.find() ? Math.min(LONGEST_SECONDS, Integer.parseInt(wait.group(1))) : 0;
    }

    private synchronized boolean enter(Asked asked) {
        String name = asked.admission.person().name();
        long own = waiting.stream()
                .filter(other -> other.admission.person().name().equals(name))
                .count();
        return own < MOST_OF_PERSON && waiting.size() < parts.limits().viewers() && waiting.add(asked);
    }

    private OpenList shown(Person person) {
        return alerting.map(Alerting::openList)
                .orElse(new OpenList(List.of(), Map.of()))
                .of(ban -> person.may(Right.LIST, ban), MOST_LISTED);
    }

    private String document(OpenList shown, Person person) {
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("kept", alerting.isPresent())
                .field("total", shown.total())
                .beginList("alerts");
        shown.alerts().forEach(alert -> {
            out.beginObject();
            write(out, alert, person);
            out.endObject();
        });
        out.endList();
        Map<String, Long> missing = shown.missing();
        if (!missing.isEmpty()) {
            out.field("bansNotWhole", missing.size()).beginList("notShown");
            missing.entrySet().stream()
                    .limit(MOST_BANS_TOLD)
                    .forEach(ban -> out.beginObject()
                            .field("ban", ban.getKey())
                            .field("alerts", ban.getValue())
                            .endObject());
            out.endList();
        }
        return out.endObject().toString();
    }

    /** What was measured is for those who may see signals. */
    static void write(JsonWriter out, Alert alert, Person person) {
        out.field("id", alert.id().toString()).field("state", alert.state().token());
        if (alert.over()) {
            out.field("over", true);
        }
        AlertJson.fields(out, alert, person.may(Right.LIVE, alert.ban()));
        out.field("mayAcknowledge", person.may(Right.ACKNOWLEDGE, alert.ban()));
    }

    /** A request; on its serial executor, but for what says otherwise. */
    private final class Asked {
        final AsyncRequest call;
        final Admission admission;
        private final Optional<String> seen;

        private final int seconds;
        /** An answer waits for the audit log. */
        private boolean ends;

        Asked(AsyncRequest call, Admission admission, int seconds) {
            this.call = call;
            this.admission = admission;
            this.seconds = seconds;
            seen = Optional.ofNullable(call.request().getHeader("If-None-Match"));
        }

        /** Any thread. */
        void lookSoon() {
            parts.workers().soon(() -> call.executor().execute(() -> look(false)));
        }

        /**
         * Answers if the list is not the one that was seen.
         *
         * @param last whether to answer in any case
         */
        void look(boolean last) {
            if (ends || call.hasEnded() || call.isAnswering()) {
                return;
            }
            try {
                Person person = admission
                        .now()
                        .get()
                        .orElseThrow(() -> new BanipException(
                                ErrorCode.UNAUTHENTICATED, "the log-in has ended, or the credentials were taken away"));
                gate.require(person, Right.LIST);
                OpenList shown = shown(person);
                String document = document(shown, person);
                String tag = '"' + ContentDigest.of(document.getBytes(StandardCharsets.UTF_8)) + '"';
                boolean changed = !seen.equals(Optional.of(tag));
                if (changed || last) {
                    ends = true;
                    List<Alert> seenNow = changed ? shown.alerts() : List.of();
                    CompletableFuture<?> unused = audited.begin(
                                    person.who(), call.request().getRemoteAddr(), seenNow)
                            .whenComplete((kept, failure) ->
                                    call.executor().execute(() -> end(changed, document, tag, failure)));
                }
            } catch (BanipException e) {
                gate.refuse(call, e);
            }
        }

        private void end(boolean changed, String document, String tag, @Nullable Throwable failure) {
            if (call.hasEnded()) {
                return;
            }
            if (failure != null) {
                gate.refuse(call, failure);
                return;
            }
            if (waiting.contains(this)) {
                call.response().setHeader("Preference-Applied", "wait=" + seconds);
            }
            call.response().setHeader("ETag", tag);
            if (changed) {
                Answers.json(call, HttpServletResponse.SC_OK, document);
            } else {
                Answers.notModified(call);
            }
        }
    }
}
