package org.banip.wsb.webapp;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.authentication.SecretFile;
import org.jspecify.annotations.Nullable;

/**
 * A broker's settings by name, from the first source that has them: system property {@code banip.wsb.NAME}, environment variable
 * {@code BANIP_WSB_NAME}, line {@code NAME=} of the properties file that the setting {@code config} names, context parameter
 * {@code banip.wsb.NAME}. docs/configuration.md lists the names.
 */
final class Settings {
    private static final Set<String> NAMES = new TreeSet<>(List.of(
            "surrogate-host",
            "password-file",
            "grants-file",
            "token",
            "token-file",
            "requests",
            "requests-per-identity",
            "interconnects",
            "buffer-bytes",
            "socket-buffer-bytes",
            "connect-millis",
            "idle-millis",
            "document-millis",
            "silence-millis",
            "linger-millis"));

    private final List<UnaryOperator<@Nullable String>> sources;

    private Settings(List<UnaryOperator<@Nullable String>> sources) {
        this.sources = sources;
    }

    /** The settings of a process and of one web application in it. */
    static Settings of(UnaryOperator<@Nullable String> contextParameter) {
        UnaryOperator<@Nullable String> property = name -> System.getProperty("banip.wsb." + name);
        UnaryOperator<@Nullable String> variable = name ->
                System.getenv("BANIP_WSB_" + name.toUpperCase(Locale.ROOT).replace('-', '_'));
        UnaryOperator<@Nullable String> parameter = name -> contextParameter.apply("banip.wsb." + name);
        Properties file = new Settings(List.of(property, variable, parameter))
                .text("config")
                .map(path -> read(Path.of(path)))
                .orElseGet(Properties::new);
        return new Settings(List.of(property, variable, file::getProperty, parameter));
    }

    private static Properties read(Path path) {
        Properties file = new Properties();
        try (Reader reader = Files.newBufferedReader(path)) {
            file.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String name : file.stringPropertyNames()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(path + ": unknown setting '" + name + "', known are " + NAMES);
            }
        }
        return file;
    }

    BrokerConfiguration configuration() {
        BrokerConfiguration.Builder builder = BrokerConfiguration.builder().limits(limits());
        text("surrogate-host").map(URI::create).ifPresent(builder::surrogateHost);
        text("password-file").map(Path::of).ifPresent(builder::passwordFile);
        text("grants-file").map(Path::of).ifPresent(builder::grantsFile);
        text("token-file").map(Path::of).map(Settings::token).ifPresent(builder::token);
        text("token").map(BearerToken::new).ifPresent(builder::token);
        return builder.build();
    }

    private BrokerLimits limits() {
        BrokerLimits.Builder limits = BrokerLimits.builder();
        number("requests", limits::requests);
        number("requests-per-identity", limits::requestsPerIdentity);
        number("interconnects", limits::interconnects);
        number("buffer-bytes", limits::bufferBytes);
        number("socket-buffer-bytes", limits::socketBufferBytes);
        number("connect-millis", millis -> limits.connect(Duration.ofMillis(millis)));
        number("idle-millis", millis -> limits.idle(Duration.ofMillis(millis)));
        number("document-millis", millis -> limits.document(Duration.ofMillis(millis)));
        number("silence-millis", millis -> limits.silence(Duration.ofMillis(millis)));
        number("linger-millis", millis -> limits.linger(Duration.ofMillis(millis)));
        return limits.build();
    }

    private static BearerToken token(Path path) {
        SecretFile.warnIfOpen(path);
        try {
            return new BearerToken(Files.readString(path).trim());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<String> text(String name) {
        for (UnaryOperator<@Nullable String> source : sources) {
            String value = source.apply(name);
            if (value != null && !value.isBlank()) {
                return Optional.of(value.trim());
            }
        }
        return Optional.empty();
    }

    private void number(String name, Consumer<Integer> setter) {
        text(name).ifPresent(value -> {
            try {
                setter.accept(Integer.parseInt(value));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("setting " + name + " is '" + value + "', must be a number", e);
            }
        });
    }
}
