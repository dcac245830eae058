package org.banip.surrogate.interconnect;

import org.banip.core.transcoding.Transcoders;
import org.banip.server.audit.Audit;
import org.banip.surrogate.activation.SurrogateTypes;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.detection.BanDetectors;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.subscriber.Subscribers;

/**
 * What all interconnects of a host share; put together once, by the host.
 *
 * @param store keeps what comes
 * @param transcoders the components chains may be made of
 * @param types the surrogates that may be activated
 * @param offers what the host offers to surrogates; its {@code cancelActivation} does nothing
 * @param subscribers see what is live
 * @param liveness when an interconnect is silent and when it ends
 * @param limits bounds
 * @param reorder how much of one session may wait for earlier numbers
 * @param clock the host's clocks
 * @param workers the host's threads
 * @param quotas what identities may bring in a day
 * @param storageLog says that the store failed
 * @param memory what MBUs may make the host hold
 * @param counters what all interconnects did
 * @param audit who did what
 * @param detectors watch what comes
 */
public record HostParts(
        Store store,
        Transcoders transcoders,
        SurrogateTypes types,
        HostContext offers,
        Subscribers subscribers,
        LivenessSettings liveness,
        HostLimits limits,
        ReorderLimits reorder,
        HostClock clock,
        Workers workers,
        Quotas quotas,
        StorageLog storageLog,
        MemoryQuota memory,
        HostCounters counters,
        Audit audit,
        BanDetectors detectors) {}
