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
import org.banip.mbu.command.GroupRates;
import org.banip.mbu.spi.CommandHandler;

/** The commands that the app has chosen. One thread at a time. */
final class CommandSettings {
    /** How many commands {@link #switchGroups} adds, if no group has a lower rate. */
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
            throw tooMany(declared.size() + own, "banip.stop and banip.start");
        }
        CommandDeclaration.checked(
                declared.stream().map(DeclaredCommand::declaration).collect(Collectors.toList()));
    }

    private static BanipException tooMany(int commands, String own) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                commands + " commands are declared, " + own + " of switchGroups included, allowed are at most "
                        + CommandDeclaration.MAX_COMMANDS);
    }

    void switchGroups(CommandRole[] roles) {
        groupRoles = Optional.of(roles.clone());
        check();
    }

    /**
     * All of them, for a BAN to which the app has added these groups.
     *
     * @param rates of those that have a lower rate
     * @throws BanipException {@code INVALID_DESCRIPTION} if there are too many
     */
    CommandPlan plan(List<SensorGroup> groups, List<GroupRates> rates) {
        List<DeclaredCommand> all = new ArrayList<>(declared);
        List<String> names = groups.stream().map(SensorGroup::name).collect(Collectors.toList());
        groupRoles.ifPresent(roles -> {
            all.add(BuiltInCommands.stop(names, roles[0], roles));
            all.add(BuiltInCommands.start(names, roles[0], roles));
            if (!rates.isEmpty()) {
                all.add(BuiltInCommands.rate(rates, roles[0], roles));
            }
        });
        if (all.size() > CommandDeclaration.MAX_COMMANDS) {
            throw tooMany(all.size(), "banip.stop, banip.start and banip.rate");
        }
        // banip.chain came later than the others: an app may have declared 30 commands of its own
        if (all.size() < CommandDeclaration.MAX_COMMANDS) {
            groupRoles.ifPresent(roles -> all.add(BuiltInCommands.chain(names, roles[0], roles)));
        }
        return new CommandPlan(all, undeclared, alerts);
    }
}
