package org.banip.mbu;

import java.util.OptionalLong;

/**
 * Counters of the connections since the start; of several paths together.
 *
 * @param registrations answered registrations
 * @param resumes how often sending continued after a break
 * @param connections TCP connections made
 * @param bytesUplink bytes written to sockets: HTTP, and TLS where the platform puts it on top of the library's sockets
 * @param bytesDownlink bytes read from sockets
 * @param keepAlives keep-alive frames sent
 * @param commands commands received
 * @param bytesUnderWay bytes of frames that were sent and are not acknowledged, on the present connections
 * @param sendWindowBytes how many the send window allows, as measured; empty without a connection, and while there is no limit
 * @param eventsLost events that were lost because the listener was too slow
 */
public record LinkStatus(
        long registrations,
        long resumes,
        long connections,
        long bytesUplink,
        long bytesDownlink,
        long keepAlives,
        long commands,
        long bytesUnderWay,
        OptionalLong sendWindowBytes,
        long eventsLost) {}
