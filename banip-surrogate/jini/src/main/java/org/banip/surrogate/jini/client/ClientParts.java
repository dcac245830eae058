package org.banip.surrogate.jini.client;

import java.time.Duration;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.transport.Transport;

/**
 * What all BANs of a subscriber share.
 *
 * @param interest which BANs, and what hears of them
 * @param token presented with each call
 * @param objects where the host calls back
 * @param transport how hosts are called
 * @param queueBytes sensor sets that may wait at the host for one BAN
 * @param reduction what of a BAN's data it wants
 * @param callLimit longest time of a call to a host
 */
record ClientParts(
        SurrogateInterest interest,
        AccessToken token,
        RemoteObjects objects,
        Transport transport,
        long queueBytes,
        Reduction reduction,
        Duration callLimit) {}
