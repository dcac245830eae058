package org.banip.surrogate.jini.remote;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A subscriber in another JVM than the host's. The host calls it, one call at a time. */
public interface RemoteSubscriber extends Remote {
    /**
     * What happened to the surrogate since the last call, in order. The host sends the next batch when this returned.
     *
     * @param batch at most {@link EventBatch#MAX_BYTES} bytes of sensor sets
     */
    void deliver(EventBatch batch) throws RemoteException;
}
