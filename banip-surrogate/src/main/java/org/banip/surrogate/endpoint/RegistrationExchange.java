package org.banip.surrogate.endpoint;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A registration: reads the document without blocking, within its limit and its time, and answers when the host has. */
final class RegistrationExchange extends Exchange implements ReadListener {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrationExchange.class);
    private static final long SHORTEST_TIMEOUT_MILLIS = 10_000;

    private final ServletInputStream in;
    private final Interconnects interconnects;
    private final Buffers buffers;
    private final int limit;
    private final ByteArrayOutputStream document = new ByteArrayOutputStream();
    private final AtomicBoolean bodyEnded = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    private String identity = "";

    RegistrationExchange(
            HttpServletRequest request,
            HttpServletResponse response,
            Interconnects interconnects,
            HostParts parts,
            Buffers buffers)
            throws IOException {
        super(
                request,
                response,
                Math.max(SHORTEST_TIMEOUT_MILLIS, parts.liveness().silentAfter().toMillis()));
        in = request.getInputStream();
        this.interconnects = interconnects;
        this.buffers = buffers;
        limit = parts.limits().documentBytes();
    }

    void begin(String who) {
        identity = who;
        listen();
        in.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        byte[] buffer = buffers.take();
        try {
            while (!in.isFinished() && in.isReady()) {
                int count = in.read(buffer);
                if (count > 0 && !answered.get()) {
                    document.write(buffer, 0, count);
                }
                if (document.size() > limit) {
                    document.reset();
                    answer(new BanipException(
                            ErrorCode.TOO_LONG, "the registration document exceeds limit " + limit + " bytes"));
                }
            }
        } finally {
            buffers.giveBack(buffer);
        }
        if (in.isFinished()) {
            onAllDataRead();
        }
    }

    @Override
    public void onAllDataRead() {
        if (!bodyEnded.compareAndSet(false, true)) {
            return;
        }
        if (answered.get()) {
            complete();
            return;
        }
        try {
            String text = Protocol.documentText(document.toByteArray());
            CompletableFuture<?> unused = interconnects
                    .register(RegistrationRequest.fromJson(text), identity)
                    .whenComplete(this::answer);
        } catch (BanipException e) {
            answer(e);
        }
    }

    private void answer(@Nullable RegistrationAnswer registered, @Nullable Throwable failure) {
        if (registered == null) {
            answer(causeOf(failure));
        } else if (answered.compareAndSet(false, true)) {
            try {
                Answers.json(response(), HttpServletResponse.SC_CREATED, registered.toJson());
            } catch (IOException | IllegalStateException e) {
                LOG.debug("the registration could not be answered", e);
            }
            complete();
        }
    }

    private static BanipException causeOf(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BanipException ours
                ? ours
                : new BanipException(ErrorCode.INTERNAL, "registration failed");
    }

    private void answer(BanipException cause) {
        if (!answered.compareAndSet(false, true)) {
            return;
        }
        LOG.warn("registration refused, {}: {}", cause.code().token(), cause.getMessage());
        try {
            if (!bodyEnded.get()) {
                response().setHeader("Connection", "close");
            }
            Answers.error(response(), cause);
            response().flushBuffer();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("the error could not be answered", e);
        }
        if (bodyEnded.get()) {
            complete();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        answer(
                bodyEnded.get()
                        ? new BanipException(ErrorCode.LIMIT_REACHED, "the host is too busy to register now")
                        : new BanipException(ErrorCode.SILENT, "the registration document does not come to its end"));
        complete();
    }

    @Override
    public void onError(Throwable cause) {
        LOG.debug("the connection of a registration broke", cause);
        complete();
    }

    @Override
    protected void ended() {}
}
