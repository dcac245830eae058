package org.banip.surrogate.api;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** An active surrogate as the host's API shows it. Any thread. */
public interface SurrogateHandle {
    /** Which surrogate it is. */
    SurrogateDescription description();

    /** How its interconnect is. */
    SurrogateState state();

    /** What went through it so far. */
    SurrogateStatistics statistics();

    /**
     * Sends a command to the BAN: delivered at most once, when there is a way. For commands that the BAN declares, see {@link #call(String, Map)}.
     *
     * @param name what to do, 1 to 64 bytes in UTF-8
     * @param argument bytes the command defines, at most 16,384; copied
     * @return completed with what became of it; fails with {@code UNKNOWN_INTERCONNECT} if the interconnect ends first, with
     *     {@code LIMIT_REACHED} if too many commands wait, with {@code SILENT} if it was sent and no result came: within an hour, or, once the
     *     connection on which it was sent has ended, within the time after which a silent interconnect expires. Whether the BAN carried it out is
     *     not known then. If the caller completes or cancels it before the command was sent, the command is not sent any more.
     * @throws BanipException {@code TOO_LONG} if name or argument are, {@code MALFORMED_FRAME} if there is no name
     */
    CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument);

    /**
     * The same in the name of somebody else.
     *
     * @param sender for the audit log
     */
    default CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument, CommandSender sender) {
        return sendCommand(name, argument);
    }

    /** The commands that the BAN declares (docs/control.md), as its MBU said when it registered last; empty if it declares none. */
    default List<CommandDeclaration> commands() {
        return List.of();
    }

    /**
     * Sends a command that the BAN declares, in the name of the host. See {@link #call(String, Map, CommandSender)}.
     *
     * @throws BanipException {@code MALFORMED_REQUEST}, {@code TOO_LONG}
     */
    default CompletableFuture<CommandAnswer> call(String name, Map<String, ?> arguments) {
        return call(name, arguments, CommandSender.HOST);
    }

    /**
     * Sends a command that the BAN declares: at most once, and only within the time-out of its declaration. Whether the sender has a role that the
     * declaration names is for the caller to check.
     *
     * @param name of a declared command
     * @param arguments by name numbers, texts and truth values
     * @param sender for the audit log
     * @return completed with what became of it, at the latest some seconds after the time-out; never fails
     * @throws BanipException {@code MALFORMED_REQUEST} if the BAN does not declare the command or an argument does not fit, {@code
     *     TOO_LONG} if the arguments do not fit a command; the message says what was seen and what is allowed. Nothing was sent then
     */
    default CompletableFuture<CommandAnswer> call(String name, Map<String, ?> arguments, CommandSender sender) {
        throw new BanipException(ErrorCode.MALFORMED_REQUEST, "this surrogate takes no commands");
    }

    /** Ends the interconnect at once, as the MBU's deregistration does; what is stored stays. */
    void deregister();
}
