package org.banip.app.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.Checked;
import org.banip.app.option.TrustOption;
import org.banip.app.watch.CommandClient;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip command}. */
@Command(
        name = "command",
        header = "Sends a command to a BAN, or lists what the BAN takes.",
        description =
                "Ends with 0 if the BAN has carried it out, with 1 if it was refused or not delivered, with 2 if nothing was sent because"
                        + " of a wrong option or argument, and with 3 if nobody knows whether the BAN has carried it out.")
final class BanCommand implements Callable<Integer> {
    private static final int UNKNOWN = 3;
    private static final int LONGEST_TEXT = 20_000;

    @Parameters(index = "0", paramLabel = "BAN", description = "The BAN's id.")
    private String ban = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The command. Without it, all commands of the BAN are listed.")
    private @Nullable String name;

    @Parameters(index = "2..*", paramLabel = "ARGUMENT=VALUE", description = "Its arguments.")
    private List<String> given = new ArrayList<>();

    @Mixin
    private final HostOptions host = new HostOptions();

    @Option(
            names = "--confirm",
            description = "Send a command that acts on something outside of the MBU, such as a pump. Default: no.")
    private boolean confirmed;

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Mixin
    private final ViewerOptions viewer;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    BanCommand(Map<String, String> environment) {
        viewer = new ViewerOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandClient client = Checked.options(spec, () -> {
            return new CommandClient(viewer.at(host.checked(), trust.tls()));
        });
        CommandClient.Session session = client.session(ban);
        String wanted = name;
        if (wanted == null) {
            session.commands().forEach(this::print);
            if (session.commands().isEmpty()) {
                spec.commandLine().getErr().println("BAN " + ban + " declares no commands");
            }
            return ExitCode.OK;
        }
        CommandArguments arguments = Checked.options(spec, () -> arguments(session.commands(), wanted));
        return told(client.send(session, wanted, arguments));
    }

    private CommandArguments arguments(List<CommandDeclaration> commands, String wanted) {
        CommandDeclaration command = commands.stream()
                .filter(known -> known.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("BAN " + ban + " does not declare a command "
                        + Quoted.of(wanted) + ", it declares "
                        + commands.stream().map(CommandDeclaration::name).toList()));
        Map<String, Object> values = new LinkedHashMap<>();
        try {
            for (String argument : given) {
                put(values, command, argument);
            }
            CommandArguments arguments = CommandArguments.of(command, values);
            if (command.actuator().isPresent() && !confirmed) {
                throw new IllegalArgumentException("command " + wanted + " acts on: "
                        + shown(command.actuator().get()) + "; give --confirm if it is meant");
            }
            return arguments;
        } catch (BanipException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static void put(Map<String, Object> values, CommandDeclaration command, String argument) {
        int equals = argument.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(
                    Quoted.of(argument) + " is no argument of a command; write ARGUMENT=VALUE");
        }
        String key = argument.substring(0, equals);
        String text = argument.substring(equals + 1);
        Object value = command.arguments().stream()
                .filter(known -> known.name().equals(key))
                .findFirst()
                .map(known -> known.parsed(text))
                .orElse(text); // the check names those that there are
        if (values.put(key, value) != null) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "argument " + Quoted.of(key) + " is given twice");
        }
    }

    private int told(CommandAnswer answer) {
        if (answer.state() == CommandAnswer.State.SUCCEEDED) {
            if (!answer.text().isEmpty()) {
                spec.commandLine().getOut().println(shown(answer.text()));
            }
            spec.commandLine().getErr().println("succeeded: the MBU of BAN " + ban + " says so");
            return ExitCode.OK;
        }
        spec.commandLine().getErr().println(answer.state().token() + ": " + shown(answer.text()));
        return answer.state() == CommandAnswer.State.UNKNOWN ? UNKNOWN : ExitCode.SOFTWARE;
    }

    private void print(CommandDeclaration command) {
        PrintWriter out = spec.commandLine().getOut();
        String roles = command.roles().stream().map(CommandRole::token).collect(Collectors.joining(" or "));
        out.println(command.name() + "  " + shown(command.description()));
        out.println("    "
                + command.actuator()
                        .map(target -> "acts on: " + shown(target) + "; needs --confirm; ")
                        .orElse("") + "by " + roles + ", within "
                + command.timeout().toSeconds() + " s");
        for (CommandArgument argument : command.arguments()) {
            out.println("    " + argument.name() + "=…  " + shown(argument.values())
                    + argument.standard()
                            .map(value -> ", default " + shown(String.valueOf(value)))
                            .orElse(argument.required() ? "" : ", optional"));
        }
    }

    /** Safe for a terminal, whatever the BAN sent. */
    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }
}
