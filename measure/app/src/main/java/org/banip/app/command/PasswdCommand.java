package org.banip.app.command;

import java.io.IOException;
import org.banip.server.password.PasswordStrength;
import org.banip.wsb.authentication.PasswordFile;
import picocli.CommandLine.Command;

/** {@code banip wsb passwd}. */
@Command(
        name = "passwd",
        header = "Sets a user's password in a broker's password file.",
        description =
                "The file is created if it does not exist. The password is read from the console or from standard input. It has at"
                        + " least 8 characters and at most 72 bytes. Passwords that are guessed early are refused.")
final class PasswdCommand extends SecretFileCommand {
    @Override
    boolean remove() {
        return new PasswordFile(file()).remove(user());
    }

    @Override
    void set() throws IOException {
        askAndSet(password -> {
            PasswordStrength.check(user(), password);
            return new PasswordFile(file()).set(user(), password, cost());
        });
    }
}
