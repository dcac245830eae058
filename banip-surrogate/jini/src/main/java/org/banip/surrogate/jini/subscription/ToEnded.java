package org.banip.surrogate.jini.subscription;

import java.net.InetAddress;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
import org.banip.surrogate.jini.service.RemoteSubscriptions;

/**
 * Subscriptions to a surrogate that has ended: what is stored of it, and then its end.
 *
 * @param all takes and bounds them
 * @param ended the surrogate
 * @param reason why it has ended
 */
record ToEnded(Subscriptions all, SurrogateHandle ended, Disappearance reason) implements RemoteSubscriptions {
    @Override
    public SubscriptionTicket subscribe(
            UUID session, InetAddress caller, SubscriberReference subscriber, SubscriptionTerms terms) {
        if (!terms.reduction().isNone() || !(terms.from() instanceof StartPoint.Stored from)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "session " + session + " has ended: only all that is stored of it can be subscribed to");
        }
        try {
            return all.replay(ended, reason, caller, subscriber, from);
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public SubscriptionTicket renew(UUID session, UUID subscription) {
        return all.renew(session, subscription);
    }

    @Override
    public void unsubscribe(UUID session, UUID subscription) {
        all.unsubscribe(session, subscription);
    }
}
