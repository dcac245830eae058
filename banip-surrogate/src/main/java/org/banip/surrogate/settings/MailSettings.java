package org.banip.surrogate.settings;

import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.secret;
import static org.banip.server.settings.SettingType.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.banip.core.text.Quoted;
import org.banip.server.file.ReloadingFile;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;

/**
 * The mail server by which alerts are sent, and what e-mails say.
 *
 * @param server its name or address
 * @param port its port
 * @param protection how connections to it are protected
 * @param login who the host is there; empty: it does not log in
 * @param from address of the sender
 * @param full whether e-mails say which BAN and what was found; otherwise only the alert's id, step and priority
 * @param authorities by which the server is verified; empty: those of this Java
 * @param timeout of connecting, and of each answer; {@link #longestAttempt} is that of all together
 */
public record MailSettings(
        String server,
        int port,
        Protection protection,
        Optional<Login> login,
        String from,
        boolean full,
        Optional<Path> authorities,
        Duration timeout) {
    private static final int MOST_TIMEOUTS = 6;
    private static final int LONGEST_PASSWORD = 4096;

    /** How connections to a mail server are protected. */
    public enum Protection {
        /** By TLS after STARTTLS; a server without it is not used. */
        STARTTLS,
        /** By TLS from the beginning. */
        TLS,
        /** Not at all: to a server of this machine only. */
        NONE
    }

    /**
     * Who the host is for the mail server.
     *
     * @param user its name there
     * @param password proves it; as its file said at the start
     */
    public record Login(String user, Secret password) {
        /** The password, as its file says now. */
        public Supplier<Secret> reloading() {
            return new ReloadingFile<>(
                    password.file(), file -> Secret.read(file, 1, LONGEST_PASSWORD), System::nanoTime);
        }
    }

    /** An address that can stand in a header and in an SMTP command as it is. */
    public static final String ADDRESS =
            "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?";

    private static final int SUBMISSION = 587;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");
    private static final List<String> WORDS = List.of("starttls", "tls", "none");

    static final Setting<String> SERVER = Setting.optional(
            "alert-mail-server",
            text("host", "a name or an address, without a port (alert-mail-port has it)", MailSettings::isHost),
            "no e-mail",
            "mail server that takes alerts for contacts with an email");
    static final Setting<Integer> PORT =
            Setting.of("alert-mail-port", SettingType.port(), SUBMISSION, "port of the mail server");
    static final Setting<String> TLS = Setting.of(
            "alert-mail-tls",
            text("word", String.join(", ", WORDS), WORDS::contains),
            WORDS.get(0),
            "how the connection to the mail server is protected: after STARTTLS, from its beginning, or not at all, which only a server of this"
                    + " machine may");
    static final Setting<String> USER = Setting.optional(
            "alert-mail-user",
            text("name", "1 to 255 characters", value -> !value.isEmpty() && value.length() <= 255),
            "no log-in",
            "name by which the host logs in to the mail server; needs alert-mail-password-file");
    static final Setting<Secret> PASSWORD = Setting.optional(
            "alert-mail-password-file",
            secret(1, LONGEST_PASSWORD),
            "none",
            "its first line is the password for the mail server; read again when it changes");
    static final Setting<String> FROM = Setting.optional(
            "alert-mail-from",
            text("address", "an address such as banip@example.org", value -> value.matches(ADDRESS)),
            "none",
            "sender of e-mails; needed with alert-mail-server");
    static final Setting<Boolean> FULL = Setting.of(
            "alert-mail-full",
            flag(),
            false,
            "e-mails say which BAN and what was found, which each mail server on the way can read; otherwise only id, step and priority");

    /** All of them, in the order of docs/configuration.md. */
    public static final List<Setting<?>> ALL = List.of(SERVER, PORT, TLS, USER, PASSWORD, FROM, FULL);

    /** Checks what belongs together. */
    public MailSettings {
        if (protection == Protection.NONE && !LOOPBACK.contains(server)) {
            throw new IllegalArgumentException(TLS.name()
                    + " is none, which is allowed for a mail server of this machine only ("
                    + String.join(", ", LOOPBACK.stream().sorted().toList()) + "), not for " + Quoted.of(server));
        }
        if (!from.matches(ADDRESS)) {
            throw new IllegalArgumentException(FROM.name() + " is " + Quoted.of(from) + ", allowed is an address");
        }
    }

    /** A name or an IPv4 address, or an IPv6 address, which has two colons at least. */
    private static boolean isHost(String value) {
        return value.matches("[A-Za-z0-9._-]{1,255}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]{0,40}");
    }

    /** How long one attempt to send an e-mail may take in all. */
    public Duration longestAttempt() {
        return timeout.multipliedBy(MOST_TIMEOUTS);
    }

    /**
     * As the operator set them; empty without a server.
     *
     * @throws IllegalArgumentException if something is missing
     */
    static Optional<MailSettings> of(Settings settings, Optional<Path> authorities, Duration timeout) {
        return settings.find(SERVER)
                .map(server -> new MailSettings(
                        server,
                        settings.get(PORT),
                        Protection.valueOf(settings.get(TLS).toUpperCase(Locale.ROOT)),
                        login(settings),
                        settings.find(FROM).orElseThrow(() -> missing(FROM, SERVER)),
                        settings.get(FULL),
                        authorities,
                        timeout));
    }

    private static Optional<Login> login(Settings settings) {
        Optional<String> user = settings.find(USER);
        Optional<Secret> password = settings.find(PASSWORD);
        if (user.isPresent() != password.isPresent()) {
            throw user.isPresent() ? missing(PASSWORD, USER) : missing(USER, PASSWORD);
        }
        return user.flatMap(name -> password.map(secret -> new Login(name, secret)));
    }

    private static IllegalArgumentException missing(Setting<?> what, Setting<?> with) {
        return new IllegalArgumentException(with.name() + " is set, and " + what.name() + " is missing");
    }
}
