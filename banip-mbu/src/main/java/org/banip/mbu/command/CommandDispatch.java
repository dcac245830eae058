package org.banip.mbu.command;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.mbu.spi.CommandHandler;

/**
 * Finds out what is to be done for a command: a declared one gets checked arguments, any other goes to the app's handler, except those whose names
 * are BANip's own. Used by the thread {@code banip-command}.
 */
final class CommandDispatch implements CommandHandler {
    private final Map<String, DeclaredCommand> declared = new LinkedHashMap<>();
    private final Optional<CommandHandler> undeclared;
    private final GroupSwitch groups;
    private final Supplier<List<CommandDeclaration>> newest;

    CommandDispatch(CommandPlan plan, GroupSwitch groups, Supplier<List<CommandDeclaration>> newest) {
        plan.declared().forEach(command -> declared.put(command.declaration().name(), command));
        undeclared = plan.undeclared();
        this.groups = groups;
        this.newest = newest;
    }

    @Override
    public byte[] handle(String name, byte[] argument) throws Exception {
        DeclaredCommand command = declared.get(name);
        if (command != null) {
            // The host has checked them as well, but another host may not.
            CommandArguments arguments = CommandArguments.read(newest(command.declaration()), argument);
            return command.action().run(arguments, groups).getBytes(StandardCharsets.UTF_8);
        }
        if (CommandDeclaration.isReserved(name) || !undeclared.isPresent()) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "this MBU does not have the command " + Quoted.of(name) + "; it declares " + declared.keySet());
        }
        return undeclared.get().handle(name, argument);
    }

    private CommandDeclaration newest(CommandDeclaration first) {
        return newest.get().stream()
                .filter(each -> each.name().equals(first.name()))
                .findFirst()
                .orElse(first);
    }
}
