package org.banip.mbu.spi;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;

/** An event of an MBU. */
public sealed interface MbuEvent {
    /**
     * The host has accepted the registration.
     *
     * @param session the UUID of the session and of the interconnect
     */
    record Registered(UUID session) implements MbuEvent {}

    /**
     * The host has accepted a registration of a BAN that declares detectors for it. Comes after {@link Registered}, each time.
     *
     * @param declared how many the BAN declares, at least 1
     * @param taken how many of them the host takes, the first ones; 0 if its operator allows none, or if it is of an older version
     */
    record HostDetectors(int declared, int taken) implements MbuEvent {}

    /**
     * There was no room to tell the host that something which the MBU's own detectors found begins, or ends: the host never hears of it. The listener
     * of findings was called.
     *
     * @param detector the detector's name
     * @param kind what it found
     * @param begins whether it begins; otherwise it ends
     */
    record FindingDropped(String detector, String kind, boolean begins) implements MbuEvent {}

    /**
     * The host does not know the default chain, because it is of an older version. It is asked for another one, by which it decodes the same packets.
     * Comes only if the app has not set the chain.
     *
     * @param chain the chain that the host has refused
     * @param instead the one that it is asked for
     */
    record ChainReplaced(String chain, String instead) implements MbuEvent {}

    /**
     * The host answered on a path for the first time. Each path has its own {@code Connected}, {@link Resumed} and {@link Disconnected}: of several
     * paths the others may be connected, or not. Whether the host answers on any path is {@code MobileBaseUnit.status().state()}; a listener may ask
     * for it.
     *
     * @param path the path's name; {@code default} if the app has configured no path
     */
    record Connected(String path) implements MbuEvent {}

    /**
     * The host answered again on a path after a break. Sending continues with the first packet that is not acknowledged.
     *
     * @param path the path's name, as of {@link Connected}
     */
    record Resumed(String path) implements MbuEvent {}

    /**
     * All paths use another broker from now on. If it has the store of the former one, nothing else happens. Otherwise {@link GapDeclared} says what went
     * to the former one, or {@link SessionBegun} that another session begins there. An MBU with a single broker has no such event.
     *
     * @param from the base URL of the former one; empty if this is the first
     * @param to that of the present one
     * @param reason for people
     */
    record BrokerChanged(Optional<URI> from, URI to, String reason) implements MbuEvent {}

    /**
     * The connection of a path broke, or could not be made. Other paths may be connected: none is left if {@code MobileBaseUnit.status().state()} is
     * not {@code CONNECTED}.
     *
     * @param path the path's name, as of {@link Connected}
     * @param reason the reason, for people
     * @param retryIn time until the next attempt on this path
     */
    record Disconnected(String path, String reason, Duration retryIn) implements MbuEvent {}

    /**
     * The network of a path is not there. If the path was connected, its connection has ended. The path does not try to connect until {@link
     * NetworkBack}.
     *
     * @param path the path's name
     * @param reason the reason, for people
     */
    record NetworkGone(String path, String reason) implements MbuEvent {}

    /**
     * The network of a path is there again, perhaps with another address. The path connects at once.
     *
     * @param path the path's name
     * @param address the local address of the next connection
     */
    record NetworkBack(String path, InetAddress address) implements MbuEvent {}

    /**
     * The host has stored more of a group.
     *
     * @param group the group's name
     * @param nextSequence all items before this number are stored
     */
    record Acknowledged(String group, long nextSequence) implements MbuEvent {}

    /**
     * The broker or the host reported an error. {@link Disconnected} or {@link Failed} follows.
     *
     * @param code the error
     * @param message the reason, for people
     */
    record Refused(ErrorCode code, String message) implements MbuEvent {}

    /**
     * Sensor sets were given up, and the gap will be declared to the host. With the reason {@code RETIRED} none were: the group is retired.
     *
     * @param groupName the group's name
     * @param gap the gap
     */
    record GapDeclared(String groupName, Gap gap) implements MbuEvent {}

    /**
     * The link does not carry everything, or the host orders it, so a group is sent at its lower rate from now on.
     *
     * @param group the group's name
     * @param as the name of the group that has its signal meanwhile
     */
    record ThinningBegan(String group, String as) implements MbuEvent {}

    /**
     * A group is sent at its full rate again.
     *
     * @param group the group's name
     * @param unitsGivenUp sensor sets of the full rate that were given up since {@link ThinningBegan}
     * @param unitsOfLowerRate sensor sets that were sent instead
     */
    record ThinningEnded(String group, long unitsGivenUp, long unitsOfLowerRate) implements MbuEvent {}

    /**
     * The app offered sensor sets that were not later than the group's last ones. The MBU refused them, and they are lost. The first of them are told
     * at once, later ones at most once a minute for each group.
     *
     * @param group the group's name
     * @param units number of sensor sets since the last such event
     */
    record OutOfOrder(String group, long units) implements MbuEvent {}

    /**
     * The host refused to continue the session. A new session has begun with the items that were not acknowledged.
     *
     * @param session the new session
     */
    record SessionBegun(UUID session) implements MbuEvent {}

    /**
     * A sensor has ended.
     *
     * @param group the group's name
     */
    record SensorEnded(String group) implements MbuEvent {}

    /**
     * A sensor failed. The sensor sets that it returned before are delivered.
     *
     * @param group the group's name
     * @param failure the failure
     */
    record SensorFailed(String group, BanipException failure) implements MbuEvent {}

    /**
     * The MBU failed.
     *
     * @param failure the reason
     */
    record Failed(BanipException failure) implements MbuEvent {}

    /** The app closed the MBU. This is the last event. */
    record Closed() implements MbuEvent {}
}
