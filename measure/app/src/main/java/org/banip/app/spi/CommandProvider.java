package org.banip.app.spi;

import java.util.List;
import org.banip.app.terminal.Stop;
import picocli.CommandLine;

/**
 * Adds commands to {@code banip}. {@link java.util.ServiceLoader} finds implementations; they have a public constructor without parameters.
 * The commands of the product come first, then those of each provider.
 */
public interface CommandProvider {
    /**
     * The commands to add, each with its own subcommands. Called once per start, on the main thread, before the arguments are parsed.
     *
     * @param stop signals to a command that the user asked it to end
     */
    List<CommandLine> commands(Stop stop);
}
