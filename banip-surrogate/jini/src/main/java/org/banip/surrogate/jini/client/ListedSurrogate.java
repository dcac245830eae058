package org.banip.surrogate.jini.client;

import java.util.UUID;
import org.banip.surrogate.jini.remote.ObjectAddress;

/**
 * A surrogate as a directory lists it. The attributes are what the host told the directory; the surrogate's own description is authoritative.
 *
 * @param session the MBU session it stands for
 * @param ban the BAN's id; empty if the host tells it only to callers with a token
 * @param host the name that the host's operator gave it
 * @param activatedNanos since when it has been active, nanoseconds since the epoch by the host's clock; the newest one of a session is asked first
 * @param at where it can be called
 * @param ended whether it has ended; what is stored of it can still be read
 */
public record ListedSurrogate(
        UUID session, String ban, String host, long activatedNanos, ObjectAddress at, boolean ended) {
    /** One that is active. */
    public ListedSurrogate(UUID session, String ban, String host, long activatedNanos, ObjectAddress at) {
        this(session, ban, host, activatedNanos, at, false);
    }

    /** In a few words: BAN, host, address and session. */
    public String words() {
        return "BAN " + ban + " at host " + host + " (" + at.address() + ":" + at.port() + "), session " + session;
    }

    /** The same with a BAN's id. */
    public ListedSurrogate withBan(String id) {
        return new ListedSurrogate(session, id, host, activatedNanos, at, ended);
    }
}
