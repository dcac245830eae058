package org.banip.measure.http.client;

/**
 * A finished load.
 *
 * @param nanos from the beginning of the first connection to the last byte of the last answer
 * @param bytes of all answers
 * @param connections that were opened
 * @param offeredEarly whether the first request was sent as early data
 * @param tookEarly whether the server had it before the handshake was complete
 */
public record LoadResult(long nanos, long bytes, int connections, boolean offeredEarly, boolean tookEarly) {}
