package org.banip.app.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.banip.app.option.BrokerOptions;
import org.banip.app.option.Secrets;
import org.banip.app.watch.HostViewer;
import org.banip.server.settings.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who a viewer is at a surrogate host. */
final class ViewerOptions {
    private final Map<String, String> environment;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description =
                    "File whose first line is the token that the host requires of viewers, or a person's own. Default: no token.")
    private @Nullable Secret token;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The person of the host's viewers' file. Default: nobody is named.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password of --user. Default: the value of "
                    + BrokerOptions.PASSWORD_VARIABLE + "; without it the password is asked for.")
    private @Nullable Secret password;

    /** Options that take the password from this environment, if no file has it. */
    ViewerOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The token.
     *
     * @throws IllegalArgumentException if a user is named, too, or a password without a user
     */
    Optional<String> token() {
        if (user != null && token != null) {
            throw new IllegalArgumentException("--user and --token-file exclude each other");
        }
        if (user == null && password != null) {
            throw new IllegalArgumentException("--password-file needs --user");
        }
        return Optional.ofNullable(token).map(Secret::value);
    }

    /**
     * The viewer of a host.
     *
     * @throws IllegalArgumentException if options exclude each other, or no password is given
     */
    HostViewer at(URI host, Optional<SSLContext> tls) {
        Optional<String> shown = token();
        return user == null ? new HostViewer(host, shown, tls) : HostViewer.named(host, user, password(user), tls);
    }

    private String password(String of) {
        if (password != null) {
            return password.value();
        }
        @Nullable String known = environment.get(BrokerOptions.PASSWORD_VARIABLE);
        try {
            return known == null ? new String(Secrets.ask("Password of " + of + ": ")) : known;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
