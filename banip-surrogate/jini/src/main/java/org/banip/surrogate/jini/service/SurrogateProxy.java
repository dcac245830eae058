package org.banip.surrogate.jini.service;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.Objects;
import java.util.UUID;
import org.banip.surrogate.jini.export.Stubs;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteAnswer;
import org.banip.surrogate.jini.remote.RemoteCommands;
import org.banip.surrogate.jini.remote.RemoteDescription;
import org.banip.surrogate.jini.remote.RemoteOutcome;
import org.banip.surrogate.jini.remote.RemoteStatistics;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
import org.banip.surrogate.jini.transport.ReceiversSockets;

/** What the lookup service keeps of a surrogate: an address. Where it is read, it becomes a stub with that JVM's own sockets. Any thread. */
public final class SurrogateProxy implements RemoteSurrogate, Serializable {
    private static final long serialVersionUID = 1L;

    private final ObjectAddress at;
    private transient RemoteSurrogate stub;

    /** The surrogate at this address. */
    public SurrogateProxy(ObjectAddress at) {
        this.at = at;
        stub = stub(at);
    }

    private static RemoteSurrogate stub(ObjectAddress at) {
        return Stubs.of(RemoteSurrogate.class, at, new ReceiversSockets());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        stub = stub(Objects.requireNonNull(at));
    }

    /** Where it is. */
    public ObjectAddress at() {
        return at;
    }

    @Override
    public RemoteDescription description(AccessToken token) throws RemoteException {
        return stub.description(token);
    }

    @Override
    public RemoteStatistics statistics(AccessToken token) throws RemoteException {
        return stub.statistics(token);
    }

    @Override
    public SubscriptionTicket subscribe(AccessToken token, SubscriberReference subscriber, SubscriptionTerms terms)
            throws RemoteException {
        return stub.subscribe(token, subscriber, terms);
    }

    @Override
    public SubscriptionTicket renew(AccessToken token, UUID subscription) throws RemoteException {
        return stub.renew(token, subscription);
    }

    @Override
    public void unsubscribe(AccessToken token, UUID subscription) throws RemoteException {
        stub.unsubscribe(token, subscription);
    }

    @Override
    public RemoteOutcome sendCommand(AccessToken token, String name, byte[] argument) throws RemoteException {
        return stub.sendCommand(token, name, argument);
    }

    @Override
    public RemoteCommands commands(AccessToken token) throws RemoteException {
        return stub.commands(token);
    }

    @Override
    public RemoteAnswer call(AccessToken token, String name, byte[] arguments) throws RemoteException {
        return stub.call(token, name, arguments);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SurrogateProxy proxy && proxy.at.equals(at);
    }

    @Override
    public int hashCode() {
        return at.hashCode();
    }

    @Override
    public String toString() {
        return "SurrogateProxy[" + at + "]";
    }
}
