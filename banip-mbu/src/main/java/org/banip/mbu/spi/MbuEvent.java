package org.banip.mbu.spi;

import java.time.Duration;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;

/** Something that happened to an MBU. */
public sealed interface MbuEvent {
    /**
     * The host holds the interconnect.
     *
     * @param session the session's, and so the interconnect's, UUID
     */
    record Registered(UUID session) implements MbuEvent {}

    /** The host answered for the first time. */
    record Connected() implements MbuEvent {}

    /** The host answered again after a break; sending went on at the first packet not acknowledged. */
    record Resumed() implements MbuEvent {}

    /**
     * The connection broke, or could not be made.
     *
     * @param reason for people
     * @param retryIn how long until the next try
     */
    record Disconnected(String reason, Duration retryIn) implements MbuEvent {}

    /**
     * The host has stored more of a group.
     *
     * @param group the group's name
     * @param nextSequence everything before it is stored
     */
    record Acknowledged(String group, long nextSequence) implements MbuEvent {}

    /**
     * The broker or the host reported an error; {@link Disconnected} or {@link Failed} follows.
     *
     * @param code what
     * @param message for people
     */
    record Refused(ErrorCode code, String message) implements MbuEvent {}

    /**
     * Sensor sets were given up, and the host will be told.
     *
     * @param groupName the group's name
     * @param gap which
     */
    record GapDeclared(String groupName, Gap gap) implements MbuEvent {}

    /**
     * The host would not go on with the session; a new one was begun with what was not acknowledged.
     *
     * @param session the new session
     */
    record SessionBegun(UUID session) implements MbuEvent {}

    /**
     * A sensor has no more.
     *
     * @param group the group's name
     */
    record SensorEnded(String group) implements MbuEvent {}

    /**
     * A sensor cannot be read on; what it delivered before is delivered.
     *
     * @param group the group's name
     * @param failure why
     */
    record SensorFailed(String group, BanipException failure) implements MbuEvent {}

    /**
     * The MBU gave up.
     *
     * @param failure why
     */
    record Failed(BanipException failure) implements MbuEvent {}

    /** The app closed the MBU; the last event. */
    record Closed() implements MbuEvent {}
}
