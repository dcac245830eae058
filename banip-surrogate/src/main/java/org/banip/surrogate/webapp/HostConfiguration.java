package org.banip.surrogate.webapp;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreSettings;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a host that a container runs: of the first source that has one, under the names of docs/configuration.md,
 * "Surrogate host". Immutable.
 */
final class HostConfiguration {
    private static final String PREFIX = "banip.host.";

    private final List<UnaryOperator<@Nullable String>> sources = new ArrayList<>();

    /** Settings from system properties, then environment variables, then a properties file, then context parameters. */
    HostConfiguration(
            UnaryOperator<@Nullable String> properties,
            UnaryOperator<@Nullable String> environment,
            UnaryOperator<@Nullable String> parameters) {
        sources.add(name -> properties.apply(PREFIX + name));
        sources.add(name -> environment.apply(variable(name)));
        sources.add(name -> parameters.apply(PREFIX + name));
        text("config").ifPresent(file -> sources.add(2, propertiesFile(file)));
    }

    /** {@code broker-token} is {@code BANIP_HOST_BROKER_TOKEN} in the environment. */
    private static String variable(@Nullable String name) {
        return (PREFIX + name).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static UnaryOperator<@Nullable String> propertiesFile(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + "config: " + file + " cannot be read", e);
        }
        return name -> properties.getProperty(Objects.requireNonNull(name));
    }

    private Optional<String> text(String name) {
        return sources.stream()
                .map(source -> source.apply(name))
                .filter(Objects::nonNull)
                .map(String::trim)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private int number(String name, int byDefault) {
        Optional<String> value = text(name);
        try {
            return value.map(Integer::parseInt).orElse(byDefault);
        } catch (NumberFormatException e) {
            throw refused(name, value.orElse(""), "a whole number", e);
        }
    }

    private long bytes(String name, long byDefault) {
        Optional<String> value = text(name);
        try {
            return value.map(Long::parseLong).orElse(byDefault);
        } catch (NumberFormatException e) {
            throw refused(name, value.orElse(""), "a whole number", e);
        }
    }

    private static IllegalArgumentException refused(
            String name, String value, String wanted, NumberFormatException cause) {
        return new IllegalArgumentException(PREFIX + name + " is '" + value + "', must be " + wanted, cause);
    }

    private Duration millis(String name, Duration byDefault) {
        return Duration.ofMillis(number(name, (int) byDefault.toMillis()));
    }

    Store openStore() {
        String where = text("store")
                .orElseThrow(() -> new IllegalArgumentException(PREFIX
                        + "store is not set: it names the SQLite file, or the JDBC URL, that keeps what is received"));
        if (where.startsWith("jdbc:")) {
            return JdbcStore.open(
                    where,
                    text("store-user").orElse(""),
                    secret("store-password").orElse(""),
                    StoreSettings.DEFAULT);
        }
        return JdbcStore.open(Path.of(where));
    }

    AccessSettings access() {
        return new AccessSettings(secret("broker-token"), secret("viewer-token"));
    }

    /** The value itself, or the first line of the file that {@code …-file} names. */
    private Optional<String> secret(String name) {
        Optional<String> file = text(name + "-file");
        if (file.isEmpty()) {
            return text(name);
        }
        try {
            return Files.readString(Path.of(file.get())).lines().findFirst().map(String::trim);
        } catch (IOException e) {
            throw new IllegalArgumentException(PREFIX + name + "-file: " + file.get() + " cannot be read", e);
        }
    }

    LivenessSettings liveness() {
        LivenessSettings byDefault = LivenessSettings.DEFAULT;
        return new LivenessSettings(
                millis("keep-alive-millis", byDefault.keepAlive()),
                number("missed-keep-alives", byDefault.missedKeepAlives()),
                millis("grace-millis", byDefault.grace()));
    }

    int reorderWindow() {
        return number("reorder-window", 64);
    }

    HostLimits limits() {
        HostLimits byDefault = HostLimits.DEFAULT;
        return HostLimits.builder()
                .interconnects(number("interconnects", byDefault.interconnects()))
                .interconnectsPerIdentity(number("interconnects-per-identity", byDefault.interconnectsPerIdentity()))
                .groups(number("groups", byDefault.groups()))
                .dataRequests(number("data-requests", byDefault.dataRequests()))
                .reverseChannels(number("reverse-channels", byDefault.reverseChannels()))
                .waitingCommands(number("waiting-commands", byDefault.waitingCommands()))
                .documentBytes(number("document-bytes", byDefault.documentBytes()))
                .viewers(number("viewers", byDefault.viewers()))
                .heldBytes(bytes("held-bytes", byDefault.heldBytes()))
                .heldBytesPerIdentity(bytes("held-bytes-per-identity", byDefault.heldBytesPerIdentity()))
                .build();
    }
}
