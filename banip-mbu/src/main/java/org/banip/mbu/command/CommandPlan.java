package org.banip.mbu.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.banip.core.alert.AlertListener;
import org.banip.core.command.CommandDeclaration;
import org.banip.mbu.spi.CommandHandler;

/**
 * What the MBU does for commands.
 *
 * @param declared commands with a declaration, those of BANip itself included
 * @param undeclared the app's handler of all other commands, if it has one
 * @param alerts the app's listener of alerts for the wearer, if it has one
 */
public record CommandPlan(
        List<DeclaredCommand> declared, Optional<CommandHandler> undeclared, Optional<AlertListener> alerts) {
    /** Copies the list. */
    public CommandPlan {
        declared = Collections.unmodifiableList(new ArrayList<>(declared));
    }

    /** What the host is told at the start. */
    public List<CommandDeclaration> declarations() {
        return declared.stream().map(DeclaredCommand::declaration).collect(Collectors.toList());
    }

    /**
     * Executes commands other than {@code banip.alert}; empty if the MBU takes none.
     *
     * @param newest what the host is told now: with the groups that were added
     */
    public Optional<CommandHandler> handler(GroupSwitch groups, Supplier<List<CommandDeclaration>> newest) {
        return declared.isEmpty() && !undeclared.isPresent()
                ? Optional.empty()
                : Optional.of(new CommandDispatch(this, groups, newest));
    }
}
