package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The data requests of one interconnect of which the host reads nothing now, and for how long there were any. Owned by its serial executor. */
final class HeldUpRequests {
    private final Set<DataRequest> requests = new LinkedHashSet<>();
    private long sinceNanos;
    private long beforeNanos;

    int count() {
        return requests.size();
    }

    boolean has(DataRequest request) {
        return requests.contains(request);
    }

    void add(DataRequest request, long nowNanos) {
        if (requests.isEmpty()) {
            sinceNanos = nowNanos;
        }
        requests.add(request);
    }

    void remove(DataRequest request, long nowNanos) {
        if (requests.remove(request) && requests.isEmpty()) {
            beforeNanos += nowNanos - sinceNanos;
        }
    }

    List<DataRequest> takeAll(long nowNanos) {
        List<DataRequest> all = new ArrayList<>(requests);
        beforeNanos = nanos(nowNanos);
        requests.clear();
        return all;
    }

    /** For how long there was at least one, in all. */
    long nanos(long nowNanos) {
        return requests.isEmpty() ? beforeNanos : beforeNanos + nowNanos - sinceNanos;
    }
}
