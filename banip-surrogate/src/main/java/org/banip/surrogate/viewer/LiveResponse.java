package org.banip.surrogate.viewer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.ResponseStream;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.subscriber.LiveQueue;
import org.jspecify.annotations.Nullable;

/**
 * One surrogate's live data as server-sent events (HTML Living Standard, section 9.2): {@code appeared}, {@code data}, {@code gap}, {@code live},
 * {@code missed}, {@code silent}, {@code resumed}, {@code told}, {@code alert}, {@code disappeared}, and comments as heartbeat. Ends with the
 * surrogate.
 *
 * <p>The id of an event is, per group, the sequence number after it. A viewer that was away comes back with the last id it got:
 * what it has not seen is read from the store and written first, then what is live, each once. A viewer that has just come may get
 * the tail of each group first, without ids; {@code live} is then the event before what is live.
 */
final class LiveResponse implements ResponseStream.Source, SurrogateListener {
    private static final long QUEUE_BYTES = 2 << 20;
    /** About how many characters of events go into one write. */
    private static final int ENOUGH_CHARACTERS = 32_768;

    private final AsyncRequest call;
    private final ResponseStream stream;
    private final HostParts parts;
    private final SurrogateHandle surrogate;
    /** Whether the viewer may still see this. */
    private final BooleanSupplier allowed;

    private final AuditedView view;
    private final Consumer<LiveResponse> atEnd;
    /** Whether the viewer wants less than everything; then events have no id. */
    private final boolean reduced;
    /** Gets what is queued: this, or what reduces it first. */
    private final SurrogateListener taker;

    private final StringBuilder text = new StringBuilder();
    private @Nullable LiveQueue queue;
    private volatile boolean heartbeat;
    private volatile boolean over;
    /** What is to be written before what is queued; null: nothing. */
    private @Nullable Unseen unseen;

    /** Per group the number after what was written last. */
    private long[] position = {};

    private boolean shown;
    private boolean resumed;
    private boolean ending;

    /** A viewer who wants all of this surrogate's data, or what a reduction leaves of them. */
    LiveResponse(
            AsyncRequest call,
            HostParts parts,
            SurrogateHandle surrogate,
            Optional<ReducedBan> reduction,
            BooleanSupplier allowed,
            AuditedView view,
            Consumer<LiveResponse> atEnd) {
        this.call = call;
        this.parts = parts;
        this.surrogate = surrogate;
        this.allowed = allowed;
        this.view = view;
        this.atEnd = atEnd;
        reduced = reduction.isPresent();
        taker = reduction
                .<SurrogateListener>map(ban -> new ReducingListener(ban, this))
                .orElse(this);
        stream = new ResponseStream(call, this);
    }

    /**
     * Begins.
     *
     * @param seen what the viewer has seen: it goes on there
     * @param tail whether a viewer that has seen nothing begins with the tail of each group
     * @param present whether the surrogate is still there; it may go before the viewer is attached to it
     */
    void begin(Optional<long[]> seen, boolean tail, BooleanSupplier present) {
        call.executor().execute(() -> {
            // First: whatever fails from here on, the queue and the viewer's place are given back.
            call.atEnd(this::ended);
            if (over) {
                return;
            }
            call.response().setContentType("text/event-stream;charset=utf-8");
            call.response().setHeader("Cache-Control", "no-store");
            // Sent at once, so that the viewer knows that it is served.
            heartbeat = true;
            UUID session = surrogate.description().session();
            position = Unseen.received(surrogate);
            queue = parts.subscribers().attach(Optional.of(session), QUEUE_BYTES, this::wakeSoon);
            if (tail || seen.isPresent()) {
                catchUpFrom(seen);
            }
            ending = !present.getAsBoolean();
            stream.begin();
        });
    }

    private void wakeSoon() {
        parts.workers().soon(stream::wake);
    }

    /** Whatever is not queued now came before this. */
    private void catchUpFrom(Optional<long[]> seen) {
        Unseen reading = new Unseen(parts, surrogate, seen, () -> over, this::wakeSoon);
        position = reading.from();
        resumed = true;
        unseen = reading;
        reading.begin();
    }

    /** Says that it is still there; breaks off what the viewer may not see any more. */
    void heartbeat() {
        if (!allowed.getAsBoolean()) {
            call.executor().execute(() -> {
                if (!call.hasEnded()) {
                    view.revoked();
                    call.breakConnection();
                }
            });
            return;
        }
        heartbeat = true;
        wakeSoon();
    }

    @Override
    public void collect(ResponseStream to) {
        text.setLength(0);
        boolean more = true;
        while (more && !ending && text.length() < ENOUGH_CHARACTERS) {
            more = takeNext();
        }
        if (heartbeat) {
            heartbeat = false;
            text.append(text.length() == 0 ? ": still here\n\n" : "");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        to.write(bytes, bytes.length, ending);
        if (more && !ending) {
            to.wake();
        }
    }

    /** First who it is, then what the viewer has not seen, then what is queued; false if there is nothing now. */
    private boolean takeNext() {
        LiveQueue events = queue;
        Unseen before = unseen;
        if (shown && before != null) {
            return before.ready() && catchUp(before);
        }
        return events != null && events.next(taker);
    }

    private boolean catchUp(Unseen before) {
        before.takeMissed().ifPresent(document -> event("missed", document));
        Optional<UnseenGroup.Event> next = before.next();
        if (next.isPresent()) {
            UnseenGroup.Event event = next.get();
            event(event.name(), event.group(), event.place().nextSequence(), event.document());
            event.shown().ifPresent(view::shows);
        } else {
            // What of it was not written was told as missed.
            position = before.end();
            unseen = null;
            if (before.isTail()) {
                event("live" + id(), "{}");
            }
        }
        return true;
    }

    private void event(String name, String document) {
        text.append("event: ").append(name).append("\ndata: ").append(document).append("\n\n");
    }

    private void event(String name, int group, long nextSequence, String document) {
        position[group] = nextSequence;
        event(name + id(), document);
    }

    private boolean writesTail() {
        Unseen before = unseen;
        return before != null && before.isTail();
    }

    /** None within a tail: a viewer that comes back then gets all of it. */
    private String id() {
        return reduced || writesTail()
                ? ""
                : Arrays.stream(position).mapToObj(Long::toString).collect(Collectors.joining(",", "\nid: ", ""));
    }

    /** What was queued while the record was read may have been read there. */
    private boolean written(int group, long nextSequence) {
        return resumed && nextSequence <= position[group];
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        shown = true;
        event("appeared" + id(), SurrogateJson.appeared(surrogate, writesTail()));
    }

    /** The viewer hears that it appeared once more, with all of its groups. */
    @Override
    public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
        position = Arrays.copyOf(
                position, Math.max(position.length, now.ban().groups().size()));
        event("appeared" + id(), SurrogateJson.appeared(now, false));
    }

    @Override
    public void delivered(SensorData data) {
        long next = data.header().sequence() + 1;
        if (!written(data.header().group(), next)) {
            event("data", data.header().group(), next, SurrogateJson.data(data));
            view.shows(AuditedView.packet(data));
        }
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        if (!written(gap.group(), gap.nextSequence())) {
            event("gap", gap.group(), gap.nextSequence(), SurrogateJson.gap(surrogate, gap));
        }
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        event("missed", SurrogateJson.missed(packets, units));
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        event("silent", "{}");
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        event("resumed", "{}");
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        event("told", SurrogateJson.told(atNanos, text));
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        event("alert", step.json());
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        event("missed-alerts", "{\"steps\":" + steps + "}");
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        event("disappeared", "{\"reason\":\"" + reason.token() + "\"}");
        ending = true;
    }

    private void ended() {
        over = true;
        LiveQueue attached = queue;
        if (attached != null) {
            parts.subscribers().detach(attached);
        }
        view.end();
        atEnd.accept(this);
    }
}
