package org.banip.app.command;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.app.option.Checked;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.people.PeopleFile.Rights;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip host passwd}. */
@Command(
        name = "passwd",
        header = "Names a person in a host's viewers' file, and sets the password, or a token.",
        description =
                "The file is created if it does not exist. The password is read from the console or from standard input. It has at"
                        + " least 8 characters and at most 72 bytes. Passwords that are guessed early are refused. A person who is there"
                        + " keeps roles and BANs that are not named.")
final class PersonCommand extends SecretFileCommand {
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
                            + " @self for the BAN named like the person. Default: none for a new person, unchanged otherwise.")
    private @Nullable String bans;

    @Option(
            names = "--token",
            description = "Make a token instead of a password, and print it; for programs and monitoring. Default: no.")
    private boolean token;

    @Option(
            names = "--oidc",
            description =
                    "Let the OpenID Connect provider prove this person, instead of a password (docs/people.md). Default: no.")
    private boolean external;

    @Option(
            names = "--oidc-group",
            description =
                    "USER is the name of a group at the OpenID Connect provider: all its members may do this. Default: no.")
    private boolean group;

    @Option(names = "--keep", description = "Change only roles and BANs, and keep the password or token. Default: no.")
    private boolean keep;

    @Override
    boolean remove() {
        return new PeopleFile(file()).remove(user());
    }

    @Override
    void set() throws IOException {
        PeopleFile people = new PeopleFile(file());
        Rights rights =
                Checked.options(spec(), () -> new Rights(Optional.ofNullable(roles), Optional.ofNullable(bans)));
        if (Stream.of(keep, token, external, group).filter(set -> set).count() > 1) {
            throw new ParameterException(
                    spec().commandLine(), "--keep, --token, --oidc and --oidc-group exclude each other");
        }
        if (keep) {
            Checked.options(spec(), () -> {
                people.setRights(user(), rights);
                return user();
            });
            say(" changed in ");
        } else if (external || group) {
            boolean added = Checked.options(spec(), () -> people.setExternal(user(), group, rights));
            say(added ? " added to " : " changed in ");
        } else if (token) {
            spec().commandLine().getOut().println(Checked.options(spec(), () -> people.setToken(user(), rights)));
            say(" has the token above in ");
        } else {
            askAndSet(password -> people.setPassword(user(), password, cost(), rights));
        }
        if (!people.mayHaveBans(user())) {
            spec().commandLine()
                    .getErr()
                    .println(user() + " sees no BAN"
                            + (people.mayReadMetrics(user()) ? ", which is enough for /metrics only" : "")
                            + "; --bans grants BANs");
        }
    }
}
