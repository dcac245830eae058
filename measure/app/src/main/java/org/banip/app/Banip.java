package org.banip.app;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.banip.app.command.ProductCommands;
import org.banip.app.option.Choice;
import org.banip.app.option.Converters;
import org.banip.app.option.SourcedOptions;
import org.banip.app.spi.CommandProvider;
import org.banip.app.terminal.Stop;
import org.banip.app.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code banip} command; every part of BANip that can be started is a subcommand. */
@Command(
        name = "banip",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Banip.Version.class,
        header = Banip.WHAT,
        abbreviateSynopsis = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "banip COMMAND --help explains a command."})
public final class Banip implements Runnable {
    static final String WHAT =
            "BANip streams body area networks over IP: from worn sensors, through a broker, to a surrogate host.";

    /** The command of another module, which is not always on the class path. */
    static final String MEASURE = "measure";

    /** System property that {@code logback.xml} reads. */
    private static final String LOG_LEVEL = "banip.log";

    private static final String LOG_TRACES = "banip.log.traces";
    private static final String LOG_LINKS = "banip.log.links";
    /** It logs the links of its BANs by their names. */
    private static final String GATEWAY = "gateway";

    private static final String SHORT_VERBOSE = "-v";
    private static final String LONG_VERBOSE = "--verbose";
    private static final List<String> VERBOSE = List.of(SHORT_VERBOSE, LONG_VERBOSE);

    private final Stop stop;
    private final Map<String, String> environment;
    private boolean verbose;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /**
     * The command.
     *
     * @param stop tells the subcommands that the user asked them to end
     */
    public Banip(Stop stop) {
        this(stop, System.getenv());
    }

    /** The command, with these environment variables. */
    Banip(Stop stop, Map<String, String> environment) {
        this.stop = stop;
        this.environment = environment;
    }

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args subcommand and options as typed
     */
    public static void main(String[] args) {
        Banip banip = new Banip(new Stop());
        // Before there are commands: they have loggers, and the first logger reads the level.
        banip.setVerbose(asksForMore(args));
        if (hidesLinks(args)) {
            System.setProperty(LOG_LINKS, "ERROR");
        }
        int code = banip.execute(args);
        banip.stop.close();
        System.exit(code); // even if threads are left
    }

    private static boolean asksForMore(String... args) {
        return VERBOSE.stream().anyMatch(List.of(args)::contains);
    }

    /** Whether the links are told by another logger, and nobody asks for more. */
    static boolean hidesLinks(String... args) {
        return !asksForMore(args)
                && Stream.of(args)
                        .filter(word -> !word.startsWith("-"))
                        .findFirst()
                        .filter(GATEWAY::equals)
                        .isPresent();
    }

    private int execute(String... args) {
        CommandLine commandLine = commandLine();
        try {
            return commandLine.execute(args);
        } catch (Error e) { // picocli handles exceptions
            return new Failures(this).report(e, commandLine);
        }
    }

    /** The parser, with all subcommands. */
    public CommandLine commandLine() {
        Failures failures = new Failures(this);
        CommandLine commandLine = new CommandLine(this);
        add(new ProductCommands(environment), commandLine);
        ServiceLoader.load(CommandProvider.class, Banip.class.getClassLoader())
                .forEach(provider -> add(provider, commandLine));
        if (!commandLine.getSubcommands().containsKey(MEASURE)) {
            commandLine
                    .getCommandSpec()
                    .usageMessage()
                    .footer(
                            "",
                            "banip " + MEASURE + " measures coding, speed and links; it has libraries of its own.",
                            "banip COMMAND --help explains a command.");
        }
        commandLine
                .setOut(writer(System.out))
                .setErr(writer(System.err))
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
        commandLine.addSubcommand(new CommandLine.HelpCommand());
        SourcedOptions.install(commandLine, environment);
        Choice.register(commandLine);
        Converters.register(commandLine);
        return commandLine;
    }

    private void add(CommandProvider provider, CommandLine commandLine) {
        provider.commands(stop).forEach(commandLine::addSubcommand);
    }

    private static PrintWriter writer(PrintStream stream) {
        Charset charset = Terminal.showsUnicode() ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
        return new PrintWriter(new OutputStreamWriter(stream, charset), true);
    }

    @Option(
            names = {SHORT_VERBOSE, LONG_VERBOSE},
            scope = ScopeType.INHERIT,
            description = "Log the activity of all parts, and print stack traces of errors.")
    void setVerbose(boolean on) {
        verbose |= on;
        if (on) {
            System.setProperty(LOG_LEVEL, "INFO");
            System.setProperty(LOG_TRACES, "%ex");
        }
    }

    boolean verbose() {
        return verbose;
    }

    /** Without a subcommand: prints some first commands. */
    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(WHAT);
        out.println();
        out.println("First commands:");
        out.println("  banip demo                   a generated ECG through all parts, on this machine");
        out.println("  banip demo --recording FILE  the same with a recording: WFDB, EDF, BDF or text");
        out.println();
        out.println("All commands: banip --help");
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(Banip.class.getPackage().getImplementationVersion())
                    .orElse("unpackaged");
            return new String[] {"banip " + version, "Java ${java.version} (${java.vm.name})"};
        }
    }
}
