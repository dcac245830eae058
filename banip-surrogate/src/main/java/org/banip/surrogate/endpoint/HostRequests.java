package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.BufferPool;
import org.banip.server.request.Deadlines;
import org.banip.server.request.Refusals;

/** What all requests to a host share: their read buffers, their deadlines, and the one way in which they are refused. Any thread. */
public final class HostRequests {
    private static final int BUFFER_BYTES = 16_384;
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final BufferPool buffers = new BufferPool(BUFFER_BYTES);
    private final Map<ErrorCode, LongAdder> refused = new ConcurrentHashMap<>();
    private final Deadlines deadlines;
    private final Refusals refusals;

    /** No request yet. */
    public HostRequests(Deadlines deadlines) {
        this.deadlines = deadlines;
        refusals = new Refusals(code -> count(code), deadlines, LINGER, List.of("Bearer"));
    }

    /** Takes over a request; {@code label} begins its log lines. */
    public AsyncRequest open(HttpServletRequest request, HttpServletResponse response, String label) {
        return new AsyncRequest(request, response, label, buffers, deadlines);
    }

    /** Answers a request that was not yet taken over. */
    public void refuse(HttpServletRequest request, HttpServletResponse response, BanipException cause) {
        refuse(open(request, response, "-"), cause);
    }

    /** Answers with an error; if another answer has begun, breaks it off. */
    public void refuse(AsyncRequest call, BanipException cause) {
        call.executor().execute(() -> refusals.refuse(call, cause));
    }

    /** Ends what takes too long. */
    Deadlines deadlines() {
        return deadlines;
    }

    /** How many requests were refused, by reason; reasons that never occurred are left out. */
    public Map<ErrorCode, Long> refused() {
        Map<ErrorCode, Long> counts = new EnumMap<>(ErrorCode.class);
        refused.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    private void count(ErrorCode code) {
        refused.computeIfAbsent(code, unused -> new LongAdder()).increment();
    }
}
