package org.banip.wsb.relay;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.server.request.AsyncRequest;
import org.banip.wsb.host.Hosts;
import org.banip.wsb.host.ServingHost;

/**
 * The hosts that have registrations which are not answered yet. An MBU with several paths registers on all of them at once: if two hosts got these, each
 * would take the session from the other. Bounded by the number of requests. Any thread.
 */
final class RegistrationsUnderWay {
    private final Hosts hosts;
    private final Map<String, Sent> sent = new HashMap<>();

    private static final class Sent {
        final String host;
        int requests;

        Sent(String host) {
            this.host = host;
        }
    }

    RegistrationsUnderWay(Hosts hosts) {
        this.hosts = hosts;
    }

    /**
     * Chooses the host for a registration: the one that has another registration of this session, if it may get registrations. It counts until the
     * call ends.
     *
     * @param last the host that the session had last, as far as that is known
     */
    ServingHost host(AsyncRequest call, String session, Optional<String> last) {
        ServingHost chosen = choose(session, last);
        call.atEnd(() -> ended(session));
        return chosen;
    }

    private synchronized ServingHost choose(String session, Optional<String> last) {
        Sent other = sent.get(session);
        ServingHost chosen = hosts.ofRegistration(other == null ? last : Optional.of(other.host));
        sent.computeIfAbsent(session, unused -> new Sent(chosen.known().id())).requests++;
        return chosen;
    }

    private synchronized void ended(String session) {
        sent.computeIfPresent(session, (unused, other) -> --other.requests == 0 ? null : other);
    }
}
