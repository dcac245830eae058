package org.banip.app.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Secrets;
import org.banip.server.password.PasswordStrength;
import org.banip.wsb.authentication.PasswordFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip wsb passwd}. */
@Command(
        name = "passwd",
        header = "Sets a user's password in a broker's password file.",
        description =
                "The file is created if it does not exist. The password is read from the console or from standard input. It has at"
                        + " least 8 characters and at most 72 bytes. Passwords that are guessed early are refused.")
final class PasswdCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The password file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "The user: 1 to 64 of A-Z a-z 0-9 . _ @ -.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String user;

    @Option(names = "--remove", description = "Remove the user instead. Default: no.")
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

    @Override
    public Integer call() throws IOException {
        PasswordFile passwords = new PasswordFile(file);
        if (remove) {
            boolean removed = Checked.options(spec, () -> passwords.remove(user));
            spec.commandLine().getErr().println(user + (removed ? " removed from " : " is not in ") + file);
            return removed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        char[] password = Secrets.askForNew();
        try {
            boolean added = Checked.options(spec, () -> {
                PasswordStrength.check(user, password);
                return passwords.set(user, password, cost);
            });
            spec.commandLine().getErr().println(user + (added ? " added to " : " changed in ") + file);
        } finally {
            Arrays.fill(password, ' ');
        }
        return ExitCode.OK;
    }
}
