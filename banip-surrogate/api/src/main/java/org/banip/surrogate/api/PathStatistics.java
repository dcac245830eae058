package org.banip.surrogate.api;

import java.util.OptionalLong;

/**
 * What came by one path of an interconnect since it was activated, as far as the host knows (docs/paths.md).
 *
 * @param name the MBU's name of the path, {@code unnamed} if it gave none, or {@code other} for all beyond the 16th
 * @param openDataRequests data requests open now
 * @param bodyBytes bytes of request bodies
 * @param packets packets and gaps that came, also twice
 * @param again of these, came by this path before
 * @param redundant of these, had come by another path before
 * @param lost packets and gaps that came by another path instead
 * @param silentNanos how long nothing has come by it, though a data request is open, if that is longer than one and a half keep-alive
 *     intervals; empty otherwise
 * @param delayNanos one-way delay of the last time request above the smallest of all paths lately; empty if there was none
 */
public record PathStatistics(
        String name,
        int openDataRequests,
        long bodyBytes,
        long packets,
        long again,
        long redundant,
        long lost,
        OptionalLong silentNanos,
        OptionalLong delayNanos) {}
