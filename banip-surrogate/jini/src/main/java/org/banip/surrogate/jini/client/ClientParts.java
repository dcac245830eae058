package org.banip.surrogate.jini.client;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.SocketFactory;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.remote.AccessToken;

/**
 * What all BANs of a subscriber share.
 *
 * @param interest which BANs, and what hears of them
 * @param token presented with each call
 * @param objects where the host calls back
 * @param sockets makes connections to hosts
 * @param queueBytes sensor sets that may wait at the host for one BAN
 * @param reduction what of a BAN's data it wants
 * @param callLimit longest time of a call to a host
 * @param clock breaks off calls that take longer
 */
record ClientParts(
        SurrogateInterest interest,
        AccessToken token,
        RemoteObjects objects,
        SocketFactory sockets,
        long queueBytes,
        Reduction reduction,
        Duration callLimit,
        ScheduledExecutorService clock) {}
