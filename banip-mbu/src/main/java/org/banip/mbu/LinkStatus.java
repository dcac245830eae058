package org.banip.mbu;

/**
 * The connection's counters since the start.
 *
 * @param registrations registrations answered
 * @param resumes times that sending went on after a break
 * @param connections TCP connections made
 * @param bytesUplink bytes written to sockets: HTTP and, where the platform layers it over our sockets, TLS included
 * @param bytesDownlink bytes read from sockets
 * @param keepAlives keep-alive frames sent
 * @param commands commands that came
 * @param eventsLost events that the listener was too slow to take
 */
public record LinkStatus(
        long registrations,
        long resumes,
        long connections,
        long bytesUplink,
        long bytesDownlink,
        long keepAlives,
        long commands,
        long eventsLost) {}
