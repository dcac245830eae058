package org.banip.mbu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.alert.AlertListener;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.command.BuiltInCommands;
import org.banip.mbu.command.CommandPlan;
import org.banip.mbu.command.DeclaredCommand;
import org.banip.mbu.spi.CommandHandler;

/** The commands that the app has chosen. One thread at a time. */
final class CommandSettings {
    /** How many commands {@link #switchGroups} adds. */
    private static final int GROUP_COMMANDS = 2;

    private final List<DeclaredCommand> declared = new ArrayList<>();
    private Optional<CommandHandler> undeclared = Optional.empty();
    private Optional<AlertListener> alerts = Optional.empty();
    private Optional<CommandRole[]> groupRoles = Optional.empty();

    void handler(CommandHandler handler) {
        undeclared = Optional.of(handler);
    }

    void alerts(AlertListener listener) {
        alerts = Optional.of(listener);
    }

    void add(DeclaredCommand command) {
        declared.add(command);
        check();
    }

    private void check() {
        int own = groupRoles.isPresent() ? GROUP_COMMANDS : 0;
        if (own > 0 && declared.size() + own > CommandDeclaration.MAX_COMMANDS) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    declared.size() + own + " commands are declared, banip.stop and banip.start of switchGroups"
                            + " included, allowed are at most " + CommandDeclaration.MAX_COMMANDS);
        }
        CommandDeclaration.checked(
                declared.stream().map(DeclaredCommand::declaration).collect(Collectors.toList()));
    }

    void switchGroups(CommandRole[] roles) {
        groupRoles = Optional.of(roles.clone());
        check();
    }

    /** All of them, for a BAN to which the app has added these groups. */
    CommandPlan plan(List<SensorGroup> groups) {
        List<DeclaredCommand> all = new ArrayList<>(declared);
        List<String> names = groups.stream().map(SensorGroup::name).collect(Collectors.toList());
        groupRoles.ifPresent(roles -> {
            all.add(BuiltInCommands.stop(names, roles[0], roles));
            all.add(BuiltInCommands.start(names, roles[0], roles));
        });
        return new CommandPlan(all, undeclared, alerts);
    }
}
