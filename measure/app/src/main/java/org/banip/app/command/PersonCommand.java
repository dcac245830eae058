package org.banip.app.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Secrets;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.people.PeopleFile.Rights;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code banip host passwd}. */
@Command(
        name = "passwd",
        header = "Names a person in a host's viewers' file, and sets the password, or a token.",
        description =
                "The file is created if it does not exist. The password is read from the console or from standard input. It has at"
                        + " least 8 characters and at most 72 bytes. Passwords that are guessed early are refused. A person who is there"
                        + " keeps roles and BANs that are not named.")
final class PersonCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The viewers' file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "The person: 1 to 64 of A-Z a-z 0-9 . _ @ -.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String user;

    @Option(
            names = "--roles",
            paramLabel = "ROLES",
            description =
                    "What the person is, with commas between: viewer, clinician, operator, exporter (docs/people.md). A new"
                            + " person needs this. Default: unchanged.")
    private @Nullable String roles;

    @Option(
            names = "--bans",
            paramLabel = "BANS",
            description =
                    "Which BANs the person may see, with commas between: ids, beginnings of ids followed by *, * for all,"
                            + " @self for the BAN named like the person. Default for a new person: none.")
    private @Nullable String bans;

    @Option(
            names = "--token",
            description = "Make a token instead of a password, and print it; for programs and monitoring. Default: no.")
    private boolean token;

    @Option(names = "--keep", description = "Change only roles and BANs, and keep the password or token. Default: no.")
    private boolean keep;

    @Option(names = "--remove", description = "Remove the person instead. Default: no.")
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
        PeopleFile people = new PeopleFile(file);
        Rights rights = new Rights(Optional.ofNullable(roles), Optional.ofNullable(bans));
        if (remove) {
            boolean removed = Checked.options(spec, () -> people.remove(user));
            say(removed ? " removed from " : " is not in ");
            return removed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        if (keep) {
            if (token) {
                throw new ParameterException(spec.commandLine(), "--keep and --token exclude each other");
            }
            Checked.options(spec, () -> {
                people.setRights(user, rights);
                return user;
            });
            say(" changed in ");
        } else if (token) {
            spec.commandLine().getOut().println(Checked.options(spec, () -> people.setToken(user, rights)));
            say(" has the token above in ");
        } else {
            setPassword(people, rights);
        }
        return ExitCode.OK;
    }

    private void setPassword(PeopleFile people, Rights rights) throws IOException {
        char[] password = Secrets.askForNew();
        try {
            boolean added = Checked.options(spec, () -> people.setPassword(user, password, cost, rights));
            say(added ? " added to " : " changed in ");
        } finally {
            Arrays.fill(password, ' ');
        }
    }

    private void say(String did) {
        spec.commandLine().getErr().println(user + did + file);
    }
}
