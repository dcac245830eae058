package org.banip.measure.cpi;

import org.banip.core.json.JsonObject;

/**
 * Counters of the MBU.
 *
 * @param packets made
 * @param bytesRaw of sensor sets
 * @param bytesEncoded of payload
 * @param bytesFramed of frames
 * @param bytesUplink written to sockets
 * @param bytesDownlink read from sockets
 * @param connections made
 * @param resumes after breaks
 * @param retransmissions of packets, after breaks
 */
record MbuCount(
        long packets,
        long bytesRaw,
        long bytesEncoded,
        long bytesFramed,
        long bytesUplink,
        long bytesDownlink,
        long connections,
        long resumes,
        long retransmissions) {
    static MbuCount read(JsonObject event) {
        return new MbuCount(
                number(event, "packets"),
                number(event, "bytesRaw"),
                number(event, "bytesEncoded"),
                number(event, "bytesFramed"),
                number(event, "bytesUplink"),
                number(event, "bytesDownlink"),
                number(event, "connections"),
                number(event, "resumes"),
                number(event, "retransmissions"));
    }

    private static long number(JsonObject event, String name) {
        return event.integer(name, 0, Long.MAX_VALUE);
    }

    MbuCount minus(MbuCount before) {
        return new MbuCount(
                packets - before.packets,
                bytesRaw - before.bytesRaw,
                bytesEncoded - before.bytesEncoded,
                bytesFramed - before.bytesFramed,
                bytesUplink - before.bytesUplink,
                bytesDownlink - before.bytesDownlink,
                connections - before.connections,
                resumes - before.resumes,
                retransmissions - before.retransmissions);
    }
}
