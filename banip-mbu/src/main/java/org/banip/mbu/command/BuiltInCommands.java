package org.banip.mbu.command;

import java.util.List;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;

/** The commands that BANip itself defines (docs/control.md). An MBU has those that its app has switched on. */
public final class BuiltInCommands {
    private static final String GROUP = "group";

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
                        CommandDeclaration.RESERVED + "stop",
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
        CommandDeclaration declaration = CommandDeclaration.of(
                        CommandDeclaration.RESERVED + "start", "Starts a group that was stopped", group(names))
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            groups.set(arguments.text(GROUP), true);
            return "";
        });
    }

    private static CommandArgument group(List<String> names) {
        return CommandArgument.choice(GROUP, names.toArray(new String[0]));
    }
}
