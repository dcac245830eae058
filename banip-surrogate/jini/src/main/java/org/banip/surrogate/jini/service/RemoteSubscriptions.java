package org.banip.surrogate.jini.service;

import java.net.InetAddress;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;

/** The subscribers in other JVMs. Called after the caller's right to view was checked. Any thread. */
public interface RemoteSubscriptions {
    /**
     * Begins to call a subscriber.
     *
     * @param session of the surrogate
     * @param caller the address that the call came from; the subscriber's own must be judged against it
     * @throws BanipException if it is refused
     */
    SubscriptionTicket subscribe(
            UUID session, InetAddress caller, SubscriberReference subscriber, SubscriptionTerms terms);

    /**
     * Makes a subscription last longer.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if it has ended
     */
    SubscriptionTicket renew(UUID session, UUID subscription);

    /** Ends a subscription; does nothing if it has ended already. */
    void unsubscribe(UUID session, UUID subscription);

    /** Refuses every subscriber: a host that takes none. */
    static RemoteSubscriptions none() {
        return new RemoteSubscriptions() {
            @Override
            public SubscriptionTicket subscribe(
                    UUID session, InetAddress caller, SubscriberReference subscriber, SubscriptionTerms terms) {
                throw refusal();
            }

            @Override
            public SubscriptionTicket renew(UUID session, UUID subscription) {
                throw refusal();
            }

            @Override
            public void unsubscribe(UUID session, UUID subscription) {}
        };
    }

    private static BanipException refusal() {
        return new BanipException(ErrorCode.FORBIDDEN, "this host takes no subscribers over Jini");
    }
}
