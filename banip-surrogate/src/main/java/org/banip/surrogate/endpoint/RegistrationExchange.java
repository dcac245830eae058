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
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A registration: reads the document without blocking, within its limit and its time, and answers when the host has. */
final class RegistrationExchange extends Exchange implements ReadListener {
    private static final Logger LOG = ServerLog.of(RegistrationExchange.class);
    private static final long SHORTEST_TIMEOUT_MILLIS = 10_000;
    private static final int SHORT_ID = 8;

    private final ServletInputStream in;
    private final Interconnects interconnects;
    private final Buffers buffers;
    private final int limit;
    private final @Nullable String digest;

    private volatile @Nullable RegistrationAnswer answer;
    private volatile @Nullable BanipException failure;
    private volatile boolean tooLate;

    private final ByteArrayOutputStream document = new ByteArrayOutputStream();
    private String identity = "";
    /** Begins the log lines, as soon as it is known. */
    private String session = "registration";

    private boolean bodyEnded;
    private boolean answered;

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
                Math.max(SHORTEST_TIMEOUT_MILLIS, parts.liveness().silentAfter().toMillis()),
                parts.workers());
        in = request.getInputStream();
        this.interconnects = interconnects;
        this.buffers = buffers;
        limit = parts.limits().documentBytes();
        digest = request.getHeader(ContentDigest.HEADER);
    }

    void begin(String who) {
        identity = who;
        listen();
        in.setReadListener(this);
        start();
    }

    @Override
    public void onDataAvailable() {
        go();
    }

    @Override
    public void onAllDataRead() {
        go();
    }

    @Override
    public void onError(Throwable cause) {
        breakOff();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        tooLate = true;
        go();
        super.onTimeout(event);
    }

    @Override
    protected void step() throws IOException {
        if (!bodyEnded) {
            read();
        }
        BanipException cause = tooLate && failure == null ? late() : failure;
        RegistrationAnswer registered = answer;
        if (!answered && cause != null) {
            answerError(cause);
        } else if (!answered && registered != null) {
            answered = true;
            Answers.json(response(), HttpServletResponse.SC_CREATED, registered.toJson());
        }
        if (answered && (bodyEnded || tooLate)) {
            complete();
        }
    }

    private void read() throws IOException {
        byte[] buffer = buffers.take();
        try {
            while (!in.isFinished() && in.isReady()) {
                int count = in.read(buffer);
                if (count > 0 && failure == null) {
                    append(buffer, count);
                }
            }
        } finally {
            buffers.giveBack(buffer);
        }
        if (in.isFinished()) {
            bodyEnded = true;
            if (failure == null) {
                register();
            }
        }
    }

    private void append(byte[] buffer, int count) {
        document.write(buffer, 0, count);
        if (document.size() > limit) {
            document.reset();
            failure = new BanipException(
                    ErrorCode.TOO_LONG, "the registration document exceeds limit " + limit + " bytes");
        }
    }

    private void register() {
        try {
            byte[] bytes = document.toByteArray();
            requireUndamaged(bytes);
            String text = Protocol.documentText(bytes);
            RegistrationRequest request = RegistrationRequest.fromJson(text);
            session = request.session().toString().substring(0, SHORT_ID);
            CompletableFuture<?> unused =
                    interconnects.register(request, identity).whenComplete(this::registered);
        } catch (BanipException e) {
            failure = e;
        }
    }

    private void requireUndamaged(byte[] bytes) {
        if (ContentDigest.contradicts(digest, bytes)) {
            throw new BanipException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the registration document does not match its " + ContentDigest.HEADER);
        }
    }

    private void registered(@Nullable RegistrationAnswer registered, @Nullable Throwable cause) {
        answer = registered;
        if (registered == null) {
            failure = causeOf(cause);
        }
        go();
    }

    private static BanipException causeOf(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BanipException ours
                ? ours
                : new BanipException(ErrorCode.INTERNAL, "registration failed");
    }

    private BanipException late() {
        return bodyEnded
                ? new BanipException(ErrorCode.LIMIT_REACHED, "the host is too busy to register now")
                : new BanipException(ErrorCode.SILENT, "the registration document does not come to its end");
    }

    private void answerError(BanipException cause) throws IOException {
        answered = true;
        LOG.warn("{}: registration refused, {}: {}", session, cause.code().token(), cause.getMessage());
        if (!bodyEnded) {
            response().setHeader("Connection", "close");
        }
        Answers.error(response(), cause);
        response().flushBuffer();
    }

    @Override
    protected void ended() {}
}
