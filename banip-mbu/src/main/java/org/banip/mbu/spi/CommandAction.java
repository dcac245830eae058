package org.banip.mbu.spi;

import org.banip.core.command.CommandArguments;

/** Executes a command that the MBU declares. */
@FunctionalInterface
public interface CommandAction {
    /**
     * Executes the command, on the thread {@code banip-command}, one at a time. It is not called again for the same command, whatever happens.
     *
     * @param arguments fit the declaration
     * @return what the sender is told: a text, or a JSON object, at most 16,384 bytes in UTF-8; may be empty
     * @throws Exception if the command fails; the sender is told the message
     */
    String run(CommandArguments arguments) throws Exception;
}
