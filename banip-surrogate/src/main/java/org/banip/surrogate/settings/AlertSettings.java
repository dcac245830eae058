package org.banip.surrogate.settings;

import static org.banip.server.settings.SettingType.existingFile;
import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;

/**
 * Who is told of alerts, and how.
 *
 * @param contacts the file of contacts and rules; without it nobody is told
 * @param allowPlain whether plain HTTP may leave this machine
 * @param authorities by which HTTPS webhooks are verified; empty: those of this Java
 * @param timeout of one attempt, its answer included
 * @param mostWaiting deliveries that may wait for each contact; for the wearer, of each BAN
 * @param mail the mail server; empty: no contact has an e-mail address
 */
public record AlertSettings(
        Optional<Path> contacts,
        boolean allowPlain,
        Optional<Path> authorities,
        Duration timeout,
        int mostWaiting,
        Optional<MailSettings> mail) {
    /** Nobody is told. */
    public static final AlertSettings DEFAULT =
            new AlertSettings(Optional.empty(), false, Optional.empty(), Duration.ofSeconds(5), 100_000);

    static final Setting<Path> CONTACTS = Setting.optional(
            "alert-contacts-file",
            existingFile(),
            "nobody is told",
            "contacts, and rules which alerts go to whom (docs/graded-alerts.md); read again when it changes");
    /** Whether alerts may leave this machine without TLS. */
    public static final Setting<Boolean> ALLOW_PLAIN = Setting.of(
            "alert-allow-plain",
            flag(),
            false,
            "post alerts by plain HTTP to another machine, because something else protects the network");

    static final Setting<Path> AUTHORITIES = Setting.optional(
            "alert-authorities-file",
            existingFile(),
            "those of this Java",
            "certificate authorities in PEM form by which https webhooks and the mail server are verified; read again when it changes");
    static final Setting<Duration> TIMEOUT = Setting.of(
            "alert-timeout-millis",
            millis(Duration.ofMillis(10), Duration.ofMinutes(1)),
            DEFAULT.timeout(),
            "how long one attempt to post an alert may take, its answer included, and each answer of a mail server");
    static final Setting<Integer> MOST_WAITING = Setting.of(
            "alert-outbox",
            number("deliveries", 1, 10_000_000),
            DEFAULT.mostWaiting(),
            "deliveries of alerts that may wait in the store for each contact, for the wearer of each BAN; further ones are given up, which health, log and metrics tell");

    /** All of them, in the order of docs/configuration.md. */
    public static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(CONTACTS, ALLOW_PLAIN, AUTHORITIES, TIMEOUT, MOST_WAITING), MailSettings.ALL.stream())
            .toList();

    /** Without a mail server. */
    public AlertSettings(
            Optional<Path> contacts,
            boolean allowPlain,
            Optional<Path> authorities,
            Duration timeout,
            int mostWaiting) {
        this(contacts, allowPlain, authorities, timeout, mostWaiting, Optional.empty());
    }

    /**
     * As the operator set them.
     *
     * @throws IllegalArgumentException if there is a mail server, and something that belongs to it is missing or wrong
     */
    public static AlertSettings of(Settings settings) {
        return new AlertSettings(
                settings.find(CONTACTS),
                settings.get(ALLOW_PLAIN),
                settings.find(AUTHORITIES),
                settings.get(TIMEOUT),
                settings.get(MOST_WAITING),
                MailSettings.of(settings, settings.find(AUTHORITIES), settings.get(TIMEOUT)));
    }
}
