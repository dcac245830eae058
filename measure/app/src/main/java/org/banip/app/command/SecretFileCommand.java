package org.banip.app.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.banip.app.option.Checked;
import org.banip.app.option.Secrets;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands have in common that set passwords in a file: of users of a broker, or of people of a host. */
abstract class SecretFileCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "The name: 1 to 64 of A-Z a-z 0-9 . _ @ -.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String user;

    @Option(names = "--remove", description = "Remove this name instead. Default: no.")
    private boolean remove;

    @Option(
            names = "--cost",
            paramLabel = "N",
            defaultValue = "10",
            description = "bcrypt cost, 4 to 15; each step doubles the time. Default: ${DEFAULT-VALUE}.")
    private int cost;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    final CommandLine.Model.CommandSpec spec() {
        return spec;
    }

    final Path file() {
        return file;
    }

    final String user() {
        return user;
    }

    final int cost() {
        return cost;
    }

    @Override
    public Integer call() throws IOException {
        if (remove) {
            boolean removed = Checked.options(spec, this::remove);
            say(removed ? " removed from " : " is not in ");
            return removed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        set();
        return ExitCode.OK;
    }

    /** Removes the name; returns whether it was there. */
    abstract boolean remove();

    /** Sets what the options say. */
    abstract void set() throws IOException;

    /**
     * Asks for a password and sets it.
     *
     * @param setter gets the password; returns whether the name is new
     */
    final void askAndSet(Predicate<char[]> setter) throws IOException {
        char[] password = Secrets.askForNew();
        try {
            boolean added = Checked.options(spec, () -> setter.test(password));
            say(added ? " added to " : " changed in ");
        } finally {
            Arrays.fill(password, ' ');
        }
    }

    /** Says what was done with the name in the file. */
    final void say(String did) {
        spec.commandLine().getErr().println(user + did + file);
    }
}
