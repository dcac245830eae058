package org.banip.surrogate.settings;

import static org.banip.server.settings.SettingType.existingFile;
import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.secret;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.PlainText;

/** The settings of a host about surrogate jars. */
final class JarSettings {
    static final Setting<Boolean> JARS = Setting.of(
            "surrogate-jars",
            flag(),
            false,
            "let MBUs name the URL of a signed jar as surrogate type; its code may do what the host may do (docs/surrogates.md)");
    static final Setting<List<JarOrigin>> JAR_ORIGINS = Setting.optional(
            "surrogate-jar-origins",
            new SettingType<>(
                    "origins",
                    "",
                    "origins such as https://jars.example, https://10.0.0.7:8443",
                    JarSettings::origins,
                    origins -> origins.stream().map(JarOrigin::toString).collect(Collectors.joining(", "))),
            "none",
            "where surrogate jars may come from: scheme, host and port");
    static final Setting<Path> JAR_TRUST_STORE = Setting.optional(
            "surrogate-jar-trust-store",
            existingFile(),
            "none",
            "certificates of those who may sign surrogate jars: a file in PEM form, PKCS#12 or JKS; read again when it changes");
    static final Setting<Secret> JAR_TRUST_STORE_PASSWORD = Setting.optional(
            "surrogate-jar-trust-store-password-file",
            secret(1, 4096),
            "none",
            "its first line is the password of that PKCS#12 or JKS file");
    static final Setting<Boolean> JAR_ALLOW_PLAIN = Setting.of(
            "surrogate-jar-allow-plain",
            flag(),
            false,
            "fetch surrogate jars by plain HTTP from another machine, because something else protects the network");
    static final Setting<Path> JAR_AUTHORITIES = Setting.optional(
            "surrogate-jar-authorities-file",
            existingFile(),
            "those of this Java",
            "certificate authorities in PEM form by which the https origins are verified; read again when it changes");
    static final Setting<Integer> JAR_BYTES = Setting.of(
            "surrogate-jar-bytes",
            number("bytes", 1, SurrogateJarSettings.MOST_BYTES),
            SurrogateJarSettings.DEFAULT_BYTES,
            "longest surrogate jar; unpacked it may have four times as many");
    static final Setting<Duration> JAR_TIME = Setting.of(
            "surrogate-jar-millis",
            millis(Duration.ofMillis(1), Duration.ofMinutes(10)),
            SurrogateJarSettings.DEFAULT_TIME,
            "how long fetching a surrogate jar may take in all; connecting takes 5,000 of these at most");
    static final Setting<Integer> JAR_FETCHES = Setting.of(
            "surrogate-jar-fetches",
            number("", 1, 100),
            SurrogateJarSettings.DEFAULT_FETCHES,
            "fetches from one origin at once; 64 more wait");

    static final List<Setting<?>> ALL = List.of(
            JARS,
            JAR_ORIGINS,
            JAR_TRUST_STORE,
            JAR_TRUST_STORE_PASSWORD,
            JAR_ALLOW_PLAIN,
            JAR_AUTHORITIES,
            JAR_BYTES,
            JAR_TIME,
            JAR_FETCHES);

    private JarSettings() {}

    private static List<JarOrigin> origins(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::trim)
                .map(JarOrigin::parse)
                .collect(Collectors.toList());
    }

    /**
     * Which surrogate jars the host fetches; empty if it fetches none.
     *
     * @throws IllegalArgumentException if it should fetch some and an origin or the trust store is missing, or an origin is plain HTTP without
     *     permission
     */
    static Optional<SurrogateJarSettings> of(Settings settings) {
        if (!settings.get(JARS)) {
            return Optional.empty();
        }
        List<JarOrigin> origins = settings.find(JAR_ORIGINS).orElseThrow(() -> missing(JAR_ORIGINS));
        Path trustStore = settings.find(JAR_TRUST_STORE).orElseThrow(() -> missing(JAR_TRUST_STORE));
        boolean plain = settings.get(JAR_ALLOW_PLAIN);
        origins.forEach(origin -> PlainText.check(
                "origin of surrogate jars", URI.create(origin.toString()), plain, JAR_ALLOW_PLAIN.name()));
        SurrogateJarSettings.Builder jars = SurrogateJarSettings.builder(origins, trustStore)
                .bytes(settings.get(JAR_BYTES))
                .time(settings.get(JAR_TIME))
                .fetches(settings.get(JAR_FETCHES));
        settings.find(JAR_TRUST_STORE_PASSWORD).ifPresent(jars::trustStorePassword);
        settings.find(JAR_AUTHORITIES).ifPresent(jars::authorities);
        return Optional.of(jars.build());
    }

    private static IllegalArgumentException missing(Setting<?> setting) {
        return new IllegalArgumentException(JARS.name() + " is on and needs " + setting.name() + ": " + setting.help());
    }
}
