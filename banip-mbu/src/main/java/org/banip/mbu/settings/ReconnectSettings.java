package org.banip.mbu.settings;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.banip.core.error.ErrorCode;

/**
 * How long an MBU waits between attempts, and when it fails.
 *
 * <p>The first retry does not wait. Before try n + 1 the MBU waits a uniformly random time up to {@code min(longest, first · 2ⁿ)}
 * (docs/protocol.md, "Liveness"). The MBU never fails because the network is lost. It fails because of an error that the protocol calls final
 * (wrong credentials, an unknown chain), after {@code finalAttempts} such answers in a row (docs/protocol.md, "Errors"), and only if
 * {@code givingUp} has the error. With several paths each path counts for itself, and the MBU fails only if every path whose network is there has such
 * an error (docs/paths.md).
 *
 * @param first half of the maximum wait before the second try; above zero
 * @param longest the bound of all waits; at least {@code first}
 * @param finalAttempts how many times in a row, each on a new connection, the same error makes it final; at least 2, because a damaged byte may
 *     cause one
 * @param finalAfter how long the error must also have lasted after the host has answered a registration; not negative
 * @param givingUp which final errors end the MBU
 */
public record ReconnectSettings(
        Duration first, Duration longest, int finalAttempts, Duration finalAfter, GivingUp givingUp) {
    /** 0.5 s and 10 s; three times in a row and for 30 s; only before the host has answered a registration. */
    public static final ReconnectSettings DEFAULT =
            new ReconnectSettings(Duration.ofMillis(500), Duration.ofSeconds(10));

    /** These waits; errors are final as in {@link #DEFAULT}. */
    public ReconnectSettings(Duration first, Duration longest) {
        this(first, longest, 3, Duration.ofSeconds(30), GivingUp.BEFORE_REGISTRATION);
    }

    /** The same with another choice of the errors that end the MBU. */
    public ReconnectSettings withGivingUp(GivingUp other) {
        return new ReconnectSettings(first, longest, finalAttempts, finalAfter, other);
    }

    /** Checks the values. */
    public ReconnectSettings {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("reconnecting: first wait " + first
                    + " must be above zero and at most the longest wait " + longest);
        }
        if (finalAttempts < 2 || finalAfter.isNegative()) {
            throw new IllegalArgumentException("reconnecting: an error is final after " + finalAttempts
                    + " attempts and " + finalAfter + ", must be at least 2 attempts and not a negative time");
        }
    }

    /**
     * Which errors end an MBU. Only those can that the protocol calls final (docs/protocol.md, "Errors"), and only when they are repeated; of other
     * errors a set may have any without effect. An MBU that is not ended by a final error keeps all packets, tries again with back-off, and tells the
     * app. An I/O error of the spool's directory is none of them: it always ends the MBU (docs/delivery.md, "Which errors end an MBU").
     *
     * @param unregistered those that end an MBU before the host has answered a registration
     * @param registered those that end it afterwards, when it has data to lose
     */
    public record GivingUp(Set<ErrorCode> unregistered, Set<ErrorCode> registered) {
        /** Every final error before the host has answered a registration, and none afterwards. */
        public static final GivingUp BEFORE_REGISTRATION =
                new GivingUp(EnumSet.allOf(ErrorCode.class), EnumSet.noneOf(ErrorCode.class));
        /** Every final error at any time. */
        public static final GivingUp ALWAYS =
                new GivingUp(EnumSet.allOf(ErrorCode.class), EnumSet.allOf(ErrorCode.class));
        /** None. */
        public static final GivingUp NEVER =
                new GivingUp(EnumSet.noneOf(ErrorCode.class), EnumSet.noneOf(ErrorCode.class));

        /** Copies the sets. */
        public GivingUp {
            unregistered = Set.copyOf(unregistered);
            registered = Set.copyOf(registered);
        }
    }
}
