package org.banip.mbu.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;

/** The commands that BANip itself defines (docs/control.md). An MBU has those that its app has switched on. */
public final class BuiltInCommands {
    private static final String GROUP = "group";
    private static final String STOP = CommandDeclaration.RESERVED + "stop";
    private static final String START = CommandDeclaration.RESERVED + "start";

    private BuiltInCommands() {}

    /** {@code banip.identify}: the device shows which one it is. */
    public static DeclaredCommand identify(Runnable show) {
        CommandDeclaration declaration = CommandDeclaration.of(
                        CommandDeclaration.RESERVED + "identify",
                        "Makes the device blink or beep, so that it can be found")
                .by(CommandRole.CLINICIAN, CommandRole.OPERATOR);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            show.run();
            return "";
        });
    }

    /** {@code banip.stop}: a group is retired. */
    public static DeclaredCommand stop(List<String> names, CommandRole first, CommandRole... more) {
        CommandDeclaration declaration = CommandDeclaration.of(
                        STOP,
                        "Stops a group: nothing of it is measured, sent or watched until it is started",
                        group(names))
                .actingOn("sensors of the group")
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            groups.set(arguments.text(GROUP), false);
            return "";
        });
    }

    /** {@code banip.start}: a group that was retired is back. */
    public static DeclaredCommand start(List<String> names, CommandRole first, CommandRole... more) {
        CommandDeclaration declaration = CommandDeclaration.of(START, "Starts a group that was stopped", group(names))
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            groups.set(arguments.text(GROUP), true);
            return "";
        });
    }

    /** The declarations of a BAN to which groups were added: those commands that are for a group are for these as well. */
    public static List<CommandDeclaration> withGroups(List<CommandDeclaration> declared, List<String> names) {
        return declared.stream().map(one -> withGroups(one, names)).collect(Collectors.toList());
    }

    private static CommandDeclaration withGroups(CommandDeclaration declared, List<String> names) {
        if (!declared.name().equals(STOP) && !declared.name().equals(START)) {
            return declared;
        }
        Set<String> all = new LinkedHashSet<>(declared.arguments().get(0).choices());
        all.addAll(names);
        return new CommandDeclaration(
                declared.name(),
                declared.description(),
                Collections.singletonList(group(new ArrayList<>(all))),
                declared.actuator(),
                declared.roles(),
                declared.timeout());
    }

    private static CommandArgument group(List<String> names) {
        return CommandArgument.choice(GROUP, names.toArray(new String[0]));
    }
}
