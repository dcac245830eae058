package org.banip.mbu.command;

import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.mbu.spi.CommandAction;

/**
 * A command of the app or of BANip itself, and what is done for it.
 *
 * @param declaration what the host is told of it
 * @param action what is done
 */
public record DeclaredCommand(CommandDeclaration declaration, Action action) {
    /** What is done for a command. */
    @FunctionalInterface
    public interface Action {
        /** As {@link CommandAction#run} says; may switch groups. */
        String run(CommandArguments arguments, GroupSwitch groups) throws Exception;
    }

    /**
     * A command of the app.
     *
     * @throws IllegalArgumentException if the name is reserved
     */
    public static DeclaredCommand ofApp(CommandDeclaration declaration, CommandAction action) {
        if (CommandDeclaration.isReserved(declaration.name())) {
            throw new IllegalArgumentException("command " + declaration.name() + ": names that begin with '"
                    + CommandDeclaration.RESERVED + "' are BANip's own; choose another one");
        }
        return new DeclaredCommand(declaration, (arguments, groups) -> action.run(arguments));
    }
}
