package org.banip.mbu.settings;

import java.util.EnumSet;
import java.util.Set;
import org.banip.core.error.ErrorCode;

/**
 * Which errors end an MBU. Only those can that the protocol calls final (docs/protocol.md, "Errors"), and only when they are repeated; of other
 * errors a set may have any without effect. An MBU that is not ended by a final error keeps all packets, tries again with back-off, and tells the
 * app.
 *
 * @param unregistered those that end an MBU before the host has answered a registration
 * @param registered those that end it afterwards, when it has data to lose
 */
public record GivingUp(Set<ErrorCode> unregistered, Set<ErrorCode> registered) {
    /** Every final error before the host has answered a registration, and none afterwards. */
    public static final GivingUp BEFORE_REGISTRATION =
            new GivingUp(EnumSet.allOf(ErrorCode.class), EnumSet.noneOf(ErrorCode.class));
    /** Every final error at any time. */
    public static final GivingUp ALWAYS = new GivingUp(EnumSet.allOf(ErrorCode.class), EnumSet.allOf(ErrorCode.class));
    /** None. */
    public static final GivingUp NEVER = new GivingUp(EnumSet.noneOf(ErrorCode.class), EnumSet.noneOf(ErrorCode.class));

    /** Copies the sets. */
    public GivingUp {
        unregistered = Set.copyOf(unregistered);
        registered = Set.copyOf(registered);
    }
}
