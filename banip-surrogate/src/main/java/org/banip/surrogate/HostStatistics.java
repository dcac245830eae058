package org.banip.surrogate;

import java.util.List;
import java.util.Map;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.PathSums;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.store.Store.StoreStatistics;

/**
 * What a host did since it was built.
 *
 * @param interconnects active or silent now
 * @param silent silent now
 * @param registered registered so far, re-attachments not counted
 * @param expired ended by expiry so far
 * @param deregistered ended by deregistration so far
 * @param openDataRequests data requests open now
 * @param faults data requests that ended with an error, of the present interconnects
 * @param duplicates packets and gaps that had come before, of all interconnects so far
 * @param paths what came by which paths, of all interconnects so far, by the name of the path
 * @param refused requests that were refused so far, by error; errors that never occurred are left out
 * @param heldBytes bytes in memory that MBUs make the host hold now, as {@code HostLimits.heldBytes} bounds them
 * @param subscribers live subscribers now
 * @param live what became of live data, over all subscribers so far
 * @param store what the store did
 */
public record HostStatistics(
        int interconnects,
        int silent,
        long registered,
        long expired,
        long deregistered,
        int openDataRequests,
        long faults,
        long duplicates,
        List<PathSums> paths,
        Map<ErrorCode, Long> refused,
        long heldBytes,
        int subscribers,
        SubscriberStatistics live,
        StoreStatistics store) {
    /** Copies list and map. */
    public HostStatistics {
        paths = List.copyOf(paths);
        refused = Map.copyOf(refused);
    }
}
