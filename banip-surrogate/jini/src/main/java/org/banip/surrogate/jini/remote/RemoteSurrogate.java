package org.banip.surrogate.jini.remote;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.UUID;

/**
 * A surrogate as other JVMs see it, a Jini service. Each call presents a token: viewers' rights are those of the live page, commands need a right
 * of their own.
 *
 * <p>Each method throws {@link RefusedException} if the host refuses the call, another {@link RemoteException} if the call does not get through
 * or its answer does not come back. A stub sets no limit of time: {@code BanSubscriber} and {@code SurrogateCalls} do, and interrupting the thread
 * ends a call.
 */
public interface RemoteSurrogate extends Remote {
    /** Which BAN it represents, and what the BAN measures. */
    RemoteDescription description(AccessToken token) throws RemoteException;

    /** What went through its interconnect so far. */
    RemoteStatistics statistics(AccessToken token) throws RemoteException;

    /**
     * Begins to call a subscriber with the BAN's data.
     *
     * @param subscriber exported by the caller; its address must be a literal one that the host may call
     * @param terms from where on, and how much may wait
     * @return which subscription it is, and how long it lasts without {@link #renew}
     */
    SubscriptionTicket subscribe(AccessToken token, SubscriberReference subscriber, SubscriptionTerms terms)
            throws RemoteException;

    /** Makes a subscription last longer; refused with {@code unknown-interconnect} if it has ended. */
    SubscriptionTicket renew(AccessToken token, UUID subscription) throws RemoteException;

    /** Ends a subscription; does nothing if it has ended already. */
    void unsubscribe(AccessToken token, UUID subscription) throws RemoteException;

    /**
     * Sends a command that the BAN does not declare, and waits for its result. One that it declares, and one whose name begins with {@code banip.}, is
     * refused ({@code malformed-request}).
     *
     * @param name what to do, 1 to 64 bytes in UTF-8
     * @param argument bytes the command defines, at most 16,384
     */
    RemoteOutcome sendCommand(AccessToken token, String name, byte[] argument) throws RemoteException;

    /** The commands that the BAN declares (docs/control.md); for those who may view. */
    RemoteCommands commands(AccessToken token) throws RemoteException;

    /**
     * Sends a command that the BAN declares, and waits until it is known what became of it: until the command's time-out, and for a minute at most.
     * Whoever may send commands may send all that are declared: a token has no role.
     *
     * @param name of a declared command
     * @param arguments a JSON object in UTF-8, at most 16,384 bytes; no bytes are an object without fields
     */
    RemoteAnswer call(AccessToken token, String name, byte[] arguments) throws RemoteException;
}
