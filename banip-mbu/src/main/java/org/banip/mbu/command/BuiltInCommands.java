package org.banip.mbu.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.transcoding.TranscodingChain;

/** The commands that BANip itself defines (docs/control.md). An MBU has those that its app has switched on. */
public final class BuiltInCommands {
    private static final String GROUP = "group";
    private static final String HERTZ = "rate";
    /** The full rate, whatever it is. */
    private static final String FULL = "0";

    private static final int LONGEST_DESCRIPTION = 200;
    private static final String CHAIN = CommandDeclaration.RESERVED + "chain";
    private static final String TEXT = "chain";
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
            groups.present(arguments.text(GROUP), false);
            return "";
        });
    }

    /** {@code banip.start}: a group that was retired is back. */
    public static DeclaredCommand start(List<String> names, CommandRole first, CommandRole... more) {
        CommandDeclaration declaration = CommandDeclaration.of(START, "Starts a group that was stopped", group(names))
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            groups.present(arguments.text(GROUP), true);
            return "";
        });
    }

    /**
     * {@code banip.rate}: a group is sent at its lower rate, or at its full rate again.
     *
     * @param rates of the groups that may be thinned; at least one
     */
    public static DeclaredCommand rate(List<GroupRates> rates, CommandRole first, CommandRole... more) {
        Map<String, GroupRates> byName =
                rates.stream().collect(Collectors.toMap(GroupRates::group, Function.identity()));
        List<String> names = rates.stream().map(GroupRates::group).collect(Collectors.toList());
        CommandDeclaration declaration = CommandDeclaration.of(
                        CommandDeclaration.RESERVED + "rate", describeRates(rates), group(names), rate(rates))
                .actingOn("rate of the group in the record")
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            GroupRates of = Objects.requireNonNull(byName.get(arguments.text(GROUP)), "the argument is a choice");
            boolean lower = of.isLowest(Double.parseDouble(
                    Objects.requireNonNull(arguments.values().get(HERTZ)).toString()));
            groups.lowerRate(of.group(), lower);
            return of.group() + " at " + GroupRates.shown(lower ? of.lowest() : of.full()) + " Hz"
                    + (lower ? "" : ", or less while the link does not carry everything");
        });
    }

    /** The rates that there are, those of all groups and 0, to choose from; any number if they are too many for that. */
    private static CommandArgument rate(List<GroupRates> rates) {
        Set<String> shown = new LinkedHashSet<>();
        for (GroupRates of : rates) {
            shown.add(GroupRates.shown(of.lowest()));
            shown.add(GroupRates.shown(of.full()));
        }
        shown.add(FULL);
        if (shown.size() <= CommandArgument.MAX_CHOICES) {
            return CommandArgument.choice(HERTZ, shown.toArray(new String[0]));
        }
        double highest = rates.stream().mapToDouble(GroupRates::most).max().orElse(0);
        return CommandArgument.number(HERTZ, "Hz", 0, highest);
    }

    /** {@code banip.chain}: a group is encoded with other parameters. */
    public static DeclaredCommand chain(List<String> names, CommandRole first, CommandRole... more) {
        CommandDeclaration declaration = CommandDeclaration.of(
                        CHAIN,
                        "Changes how a group is packed: those parameters of its chain that the host need not know",
                        group(names),
                        CommandArgument.text(TEXT, TranscodingChain.MAX_TEXT))
                .by(first, more);
        return new DeclaredCommand(declaration, (arguments, groups) -> {
            String name = arguments.text(GROUP);
            return name + " by " + groups.encodeBy(name, arguments.text(TEXT));
        });
    }

    /** With the rates, if there is room for all of them. */
    private static String describeRates(List<GroupRates> rates) {
        String what =
                "Sends a group at its lower rate, at which the host's detectors do not watch it, or at its full rate again (0)";
        String all = what + ": "
                + rates.stream()
                        .map(of -> of.group() + " at " + GroupRates.shown(of.lowest()) + " or "
                                + GroupRates.shown(of.full()) + " Hz")
                        .collect(Collectors.joining("; "));
        return all.length() <= LONGEST_DESCRIPTION ? all : what;
    }

    /** The declarations of a BAN to which groups were added: those commands that are for a group are for these as well. */
    public static List<CommandDeclaration> withGroups(List<CommandDeclaration> declared, List<String> names) {
        return declared.stream().map(one -> withGroups(one, names)).collect(Collectors.toList());
    }

    private static CommandDeclaration withGroups(CommandDeclaration declared, List<String> names) {
        if (!declared.name().equals(STOP)
                && !declared.name().equals(START)
                && !declared.name().equals(CHAIN)) {
            return declared;
        }
        Set<String> all = new LinkedHashSet<>(declared.arguments().get(0).choices());
        all.addAll(names);
        List<CommandArgument> arguments = new ArrayList<>(declared.arguments());
        arguments.set(0, group(new ArrayList<>(all)));
        return new CommandDeclaration(
                declared.name(),
                declared.description(),
                arguments,
                declared.actuator(),
                declared.roles(),
                declared.timeout());
    }

    private static CommandArgument group(List<String> names) {
        return CommandArgument.choice(GROUP, names.toArray(new String[0]));
    }
}
