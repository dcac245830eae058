package org.banip.gateway.session;

import java.util.Optional;
import java.util.function.Supplier;
import org.banip.gateway.settings.Acknowledge;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.MobileBaseUnitBuilder;

/**
 * What all BANs of a gateway have in common.
 *
 * @param builders makes an MBU's configuration without BAN and groups: broker, credentials, paths
 * @param who how the gateway logs in at the broker, behind a BAN's id in the log: empty, or {@code as user home-3} behind a blank
 * @param acknowledge what an acknowledgement tells a device
 * @param spool keeps what the host has not stored; empty if only the memory does
 */
public record SessionSetup(
        Supplier<MobileBaseUnitBuilder> builders, String who, Acknowledge acknowledge, Optional<DurableSpool> spool) {
    /** Whether devices wait until the directory has their messages. */
    boolean waitsForDirectory() {
        return spool.isPresent() && acknowledge == Acknowledge.SPOOL;
    }

    /** Whether devices are told at once. */
    boolean waitsForNothing() {
        return spool.isEmpty() && acknowledge == Acknowledge.SPOOL;
    }
}
