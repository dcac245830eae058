package org.banip.surrogate.api;

import java.util.concurrent.CompletableFuture;

/** An active surrogate as the host's API shows it. Any thread. */
public interface SurrogateHandle {
    /** Which surrogate it is. */
    SurrogateDescription description();

    /** How its interconnect is. */
    SurrogateState state();

    /** What went through it so far. */
    SurrogateStatistics statistics();

    /**
     * Sends a command to the BAN: delivered at most once, when there is a way.
     *
     * @param name what to do, 1 to 64 bytes in UTF-8
     * @param argument bytes the command defines, at most 16,384; copied
     * @return completed with what became of it; fails with {@code UNKNOWN_INTERCONNECT} if the interconnect ends first, with
     *     {@code LIMIT_REACHED} if too many commands wait, with {@code SILENT} if it was sent and no result came: within an hour, or, once the
     *     connection on which it was sent has ended, within the time after which a silent interconnect expires. Whether the BAN carried it out is
     *     not known then. If the caller completes or cancels it before the command was sent, the command is not sent any more.
     * @throws org.banip.core.error.BanipException {@code TOO_LONG} if name or argument are, {@code MALFORMED_FRAME} if there is no name
     */
    CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument);

    /** Ends the interconnect at once, as the MBU's deregistration does; what is stored stays. */
    void deregister();
}
