package org.banip.surrogate.interconnect;

/**
 * Whether a request has stayed open through a silence of the MBU, and what may be trusted to it afterwards. What the system of the MBU had still to
 * send comes also when the MBU itself has closed the connection: only later the end shows. Owned by the interconnect's serial executor.
 */
final class Suspension {
    private boolean suspended;
    private boolean held;
    private long heldUntilNanos;

    /** The MBU has fallen silent: the connection may be dead. */
    void begin() {
        suspended = true;
    }

    /** A request that stayed open goes on. If this one is still open at the given time, the MBU has not closed it. */
    void end(long heldUntil) {
        held |= suspended;
        heldUntilNanos = heldUntil;
        suspended = false;
    }

    boolean isSuspended() {
        return suspended;
    }

    /** Whether a command would perhaps go to a connection that the MBU has closed. */
    boolean holdsCommands(long nowNanos) {
        held &= nowNanos - heldUntilNanos < 0;
        return suspended || held;
    }
}
