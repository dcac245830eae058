package org.banip.core.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * A command that a BAN takes (docs/control.md). A command with an actuator changes something outside of the MBU, so people are asked to confirm it.
 *
 * @param name 1 to 64 characters from {@code A-Z a-z 0-9 . _ -}
 * @param description what it does, in a line of 1 to 200 characters
 * @param arguments at most 16, with different names
 * @param actuator what it acts on, 1 to 64 characters; empty if on the MBU only
 * @param roles whose people may send it; at least one
 * @param timeout how long its sender waits for the answer, 1 s to 10 min
 */
public record CommandDeclaration(
        String name,
        String description,
        List<CommandArgument> arguments,
        Optional<String> actuator,
        Set<CommandRole> roles,
        Duration timeout) {
    /** The most commands that an MBU declares. */
    public static final int MAX_COMMANDS = 32;
    /** The most arguments of a command. */
    public static final int MAX_ARGUMENTS = 16;
    /** How names begin that apps cannot declare: those of commands that BANip itself defines. */
    public static final String RESERVED = "banip.";
    /** The time-out of a declaration that has none. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** The commands of BANip itself that an MBU may declare. */
    private static final Set<String> OWN = new HashSet<>(Arrays.asList(
            RESERVED + "identify", RESERVED + "stop", RESERVED + "start", RESERVED + "rate", RESERVED + "chain"));

    static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int MAX_DESCRIPTION = 200;
    private static final int MAX_ACTUATOR = 64;

    /** Checks every field and copies the collections. */
    public CommandDeclaration {
        if (!NAME.matcher(name).matches()) {
            throw invalid("command " + Quoted.of(name) + " must have a name of 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        String where = "command " + name + ": ";
        if (!DeclaredText.fits(description, 1, MAX_DESCRIPTION)) {
            throw invalid(where + "description " + Quoted.of(description) + " must have 1 to " + MAX_DESCRIPTION
                    + " characters, without control characters");
        }
        if (actuator.isPresent() && !DeclaredText.fits(actuator.get(), 1, MAX_ACTUATOR)) {
            throw invalid(where + "actuator " + Quoted.of(actuator.get()) + " must have 1 to " + MAX_ACTUATOR
                    + " characters, without control characters");
        }
        if (roles.isEmpty()) {
            throw invalid(where + "no role may send it, allowed are clinician, operator");
        }
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw invalid(where + "time-out of " + timeout.toMillis() + " ms, allowed are "
                    + SHORTEST_TIMEOUT.toMillis() + " to " + LONGEST_TIMEOUT.toMillis());
        }
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
        checkArguments(where, arguments);
    }

    private static void checkArguments(String where, List<CommandArgument> arguments) {
        if (arguments.size() > MAX_ARGUMENTS) {
            throw invalid(where + arguments.size() + " arguments, allowed are at most " + MAX_ARGUMENTS);
        }
        Set<String> names = new HashSet<>();
        for (CommandArgument argument : arguments) {
            if (!names.add(argument.name())) {
                throw invalid(where + "two arguments are named " + argument.name());
            }
        }
    }

    /** A command that clinicians may send, with the default time-out; it acts on the MBU only. */
    public static CommandDeclaration of(String name, String description, CommandArgument... arguments) {
        return new CommandDeclaration(
                name,
                description,
                Arrays.asList(arguments),
                Optional.empty(),
                EnumSet.of(CommandRole.CLINICIAN),
                DEFAULT_TIMEOUT);
    }

    /** The same, which acts on something outside of the MBU: {@code infusion pump}. */
    public CommandDeclaration actingOn(String target) {
        return new CommandDeclaration(name, description, arguments, Optional.of(target), roles, timeout);
    }

    /** The same for people of these roles. */
    public CommandDeclaration by(CommandRole first, CommandRole... more) {
        return new CommandDeclaration(name, description, arguments, actuator, EnumSet.of(first, more), timeout);
    }

    /** The same with another time-out. */
    public CommandDeclaration within(Duration longest) {
        return new CommandDeclaration(name, description, arguments, actuator, roles, longest);
    }

    /** Whether BANip itself defines this name, or will. */
    public static boolean isReserved(String name) {
        return name.startsWith(RESERVED);
    }

    /** Whether its meaning is known here: a command of an app, or one of BANip itself that an MBU of this version may declare. */
    public boolean isKnown() {
        return !isReserved(name) || OWN.contains(name);
    }

    /**
     * Checks a list of declarations: at most 32, with different names.
     *
     * @return a copy
     * @throws BanipException {@code INVALID_DESCRIPTION}
     */
    public static List<CommandDeclaration> checked(List<CommandDeclaration> declared) {
        if (declared.size() > MAX_COMMANDS) {
            throw invalid(declared.size() + " commands are declared, allowed are at most " + MAX_COMMANDS);
        }
        Set<String> names = new HashSet<>();
        for (CommandDeclaration command : declared) {
            if (!names.add(command.name())) {
                throw invalid("two commands are named " + command.name());
            }
        }
        return Collections.unmodifiableList(new ArrayList<>(declared));
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}
