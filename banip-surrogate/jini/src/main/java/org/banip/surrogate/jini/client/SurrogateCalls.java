package org.banip.surrogate.jini.client;

import java.rmi.RemoteException;
import java.time.Duration;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RemoteStatistics;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.transport.Transport;

/** Asks surrogates what they represent and what they have got. One thread. */
public final class SurrogateCalls implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final AccessToken token;
    private final LimitedCalls calls;

    /**
     * Calls to any host.
     *
     * @param transport how hosts are called
     * @param token presented with each call
     */
    public SurrogateCalls(Transport transport, AccessToken token) {
        this.token = token;
        calls = new LimitedCalls(transport.client(), LONGEST, transport.deadlines());
    }

    /**
     * What a surrogate represents, and what went through its interconnect.
     *
     * @throws RemoteException if the call does not get through within ten seconds; {@link org.banip.surrogate.jini.remote.RefusedException} if the
     *     host refuses it
     */
    public Answer ask(ListedSurrogate surrogate) throws RemoteException {
        RemoteSurrogate stub = calls.stub(RemoteSurrogate.class, surrogate.at());
        return new Answer(stub.description(token).description(), stub.statistics(token));
    }

    /**
     * What a surrogate says of itself.
     *
     * @param description which BAN it represents
     * @param statistics what went through its interconnect
     */
    public record Answer(SurrogateDescription description, RemoteStatistics statistics) {}

    @Override
    public void close() {
        calls.close();
    }
}
