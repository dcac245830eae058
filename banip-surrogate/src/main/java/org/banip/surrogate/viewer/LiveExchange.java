package org.banip.surrogate.viewer;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.banip.core.packet.Gap;
import org.banip.surrogate.endpoint.Exchange;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.subscriber.Disappearance;
import org.banip.surrogate.subscriber.LiveQueue;
import org.banip.surrogate.subscriber.SensorData;
import org.banip.surrogate.subscriber.SurrogateDescription;
import org.banip.surrogate.subscriber.SurrogateListener;
import org.jspecify.annotations.Nullable;

/**
 * One surrogate's live data as server-sent events (HTML Living Standard, section 9.2): {@code appeared}, {@code data}, {@code
 * gap}, {@code missed}, {@code silent}, {@code resumed}, {@code disappeared}, and comments as heartbeat. Ends with the surrogate.
 */
final class LiveExchange extends Exchange implements WriteListener, SurrogateListener {
    private static final long QUEUE_BYTES = 2 << 20;
    /** Events are put together up to about so many characters for one write. */
    private static final int ENOUGH_CHARACTERS = 32_768;

    private final ServletOutputStream out;
    private final HostParts parts;
    private final Consumer<LiveExchange> atEnd;
    private final StringBuilder text = new StringBuilder();
    private volatile @Nullable LiveQueue queue;
    private volatile boolean heartbeat;
    private boolean unflushed;
    private boolean ending;

    LiveExchange(
            HttpServletRequest request, HttpServletResponse response, HostParts parts, Consumer<LiveExchange> atEnd)
            throws IOException {
        super(request, response, 0, parts.workers());
        out = response.getOutputStream();
        this.parts = parts;
        this.atEnd = atEnd;
    }

    void begin(UUID session) {
        response().setContentType("text/event-stream;charset=utf-8");
        response().setHeader("Cache-Control", "no-store");
        // Sent at once, so that the viewer knows that it is served.
        heartbeat = true;
        listen();
        queue = parts.subscribers()
                .attach(Optional.of(session), QUEUE_BYTES, () -> parts.workers().soon(this::go));
        out.setWriteListener(this);
    }

    /** The surrogate was gone before the viewer was attached to it. */
    void stop() {
        breakOff();
    }

    /** Says that it is still there. */
    void heartbeat() {
        heartbeat = true;
        parts.workers().soon(this::go);
    }

    @Override
    public void onWritePossible() {
        start();
        go();
    }

    @Override
    public void onError(Throwable cause) {
        breakOff();
    }

    @Override
    protected void step() throws IOException {
        boolean more = true;
        while (more && !completed() && out.isReady()) {
            if (unflushed) {
                unflushed = false;
                out.flush();
            } else if (ending) {
                complete();
            } else {
                more = writeEvents();
            }
        }
    }

    private boolean writeEvents() throws IOException {
        text.setLength(0);
        LiveQueue events = queue;
        boolean more = events != null;
        while (more && !ending && text.length() < ENOUGH_CHARACTERS) {
            more = events != null && events.next(this);
        }
        if (heartbeat) {
            heartbeat = false;
            text.append(text.length() == 0 ? ": still here\n\n" : "");
        }
        if (text.length() > 0) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            unflushed = true;
        }
        return unflushed || ending;
    }

    private void event(String name, String document) {
        text.append("event: ").append(name).append("\ndata: ").append(document).append("\n\n");
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        event("appeared", SurrogateJson.appeared(surrogate));
    }

    @Override
    public void delivered(SensorData data) {
        event("data", SurrogateJson.data(data));
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        event("gap", SurrogateJson.gap(surrogate, gap));
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
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        event("disappeared", "{\"reason\":\"" + reason.token() + "\"}");
        ending = true;
    }

    @Override
    protected void ended() {
        LiveQueue attached = queue;
        if (attached != null) {
            parts.subscribers().detach(attached);
        }
        atEnd.accept(this);
    }
}
