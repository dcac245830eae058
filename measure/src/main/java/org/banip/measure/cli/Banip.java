package org.banip.measure.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code banip} command; every part of BANip that can be started is a subcommand of it. */
@Command(
        name = "banip",
        description = "Streams body area networks over IP: from worn sensors, through a broker, to a surrogate host.",
        mixinStandardHelpOptions = true,
        versionProvider = Banip.Version.class,
        subcommands = {})
public final class Banip implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private Banip() {}

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args subcommand and options as typed
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Banip()).execute(args));
    }

    /** Without a subcommand: says which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
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
