package org.banip.surrogate.api;

/**
 * What came by all paths of one name, of all interconnects since the host was started; {@link PathStatistics} has the same of one path.
 *
 * @param name of the paths
 * @param begun data requests
 * @param bodyBytes bytes of request bodies
 * @param packets packets and gaps that came, also twice
 * @param again of these, came by the same path before
 * @param redundant of these, had come by another path before
 * @param lost packets and gaps that came by another path instead
 * @param timeRequests time requests
 * @param delayNanos sum of their one-way delays above the smallest of their interconnect
 */
public record PathSums(
        String name,
        long begun,
        long bodyBytes,
        long packets,
        long again,
        long redundant,
        long lost,
        long timeRequests,
        long delayNanos) {
    /** The same by another name. */
    public PathSums named(String other) {
        return new PathSums(other, begun, bodyBytes, packets, again, redundant, lost, timeRequests, delayNanos);
    }

    /** These and others together, by the name of these. */
    public PathSums plus(PathSums more) {
        return new PathSums(
                name,
                begun + more.begun,
                bodyBytes + more.bodyBytes,
                packets + more.packets,
                again + more.again,
                redundant + more.redundant,
                lost + more.lost,
                timeRequests + more.timeRequests,
                delayNanos + more.delayNanos);
    }
}
