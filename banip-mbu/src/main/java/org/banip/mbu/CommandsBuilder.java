package org.banip.mbu;

import org.banip.core.alert.AlertListener;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.mbu.command.BuiltInCommands;
import org.banip.mbu.command.DeclaredCommand;
import org.banip.mbu.spi.CommandAction;
import org.banip.mbu.spi.CommandHandler;

/**
 * The part of an MBU's configuration that is about commands of the host (docs/control.md). One thread at a time.
 *
 * @param <B> the whole builder
 */
abstract class CommandsBuilder<B> extends GroupsBuilder<B> {
    final CommandSettings commands = new CommandSettings();

    CommandsBuilder() {}

    /**
     * A command that the host is told of: its people may send it, if they have a role that the declaration names. Host and MBU check the arguments
     * before the action is run. At most 32, BANip's own included: one of {@link #identifiedBy}, two or three of {@link #switchGroups}.
     *
     * @throws IllegalArgumentException if the name begins with {@code banip.}
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if another command has the name, or if there are 32. The other two
     *     methods throw it as well
     */
    public B command(CommandDeclaration declaration, CommandAction action) {
        commands.add(DeclaredCommand.ofApp(declaration, action));
        return self();
    }

    /**
     * The handler of commands that are not declared. Only code in the host can send these, such as a surrogate of the app's own, and
     * those who have the host's token for commands over Jini. Without a handler they fail. Names that begin with {@code banip.} do not come here.
     */
    public B commands(CommandHandler handler) {
        commands.handler(handler);
        return self();
    }

    /**
     * Lets the host's people find the device ({@code banip.identify}).
     *
     * @param show makes the device blink or beep for a moment; called on the thread {@code banip-command}. What it throws is told to the sender
     */
    public B identifiedBy(Runnable show) {
        commands.add(BuiltInCommands.identify(show));
        return self();
    }

    /**
     * Lets the host's people stop and start groups ({@code banip.stop}, {@code banip.start}), as {@link MobileBaseUnit#retireGroup} and {@link
     * MobileBaseUnit#resumeGroup} do. A stopped group is not watched by detectors either. The newest stop or start counts, be it of the app
     * or of the host. Groups that are added can be stopped as soon as the host has them. After a restart of the MBU no group is stopped.
     *
     * <p>If a group has a lower rate ({@link #lowerRate}), they can order it ({@code banip.rate}), also while the link carries everything. The order holds
     * until the next one or the end of the process. In the same way they can change those parameters of a group's chain that the host need not know
     * ({@code banip.chain}), if there is room for this command.
     *
     * @param first a role whose people may do this
     * @param more further roles
     */
    public B switchGroups(CommandRole first, CommandRole... more) {
        CommandRole[] roles = new CommandRole[more.length + 1];
        roles[0] = first;
        System.arraycopy(more, 0, roles, 1, more.length);
        commands.switchGroups(roles);
        return self();
    }

    /**
     * The listener that tells the wearer of alerts that the host sends (docs/graded-alerts.md, "The wearer"). It is called on the thread {@code
     * banip-alert}, so no command delays it; when it returns, the host counts the step as told. Without a listener the host gives steps for the wearer
     * up.
     */
    public B alerts(AlertListener tells) {
        commands.alerts(tells);
        return self();
    }
}
