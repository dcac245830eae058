package org.banip.surrogate.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|min|h)");

    private final List<UnaryOperator<@Nullable String>> sources;

    /** Settings from context parameters, then system properties, then environment variables. */
    HostConfiguration(
            UnaryOperator<@Nullable String> parameters,
            UnaryOperator<@Nullable String> properties,
            UnaryOperator<@Nullable String> environment) {
        sources = List.of(parameters, properties, name -> environment.apply(variable(name)));
    }

    /** {@code banip.host.broker-token} is {@code BANIP_HOST_BROKER_TOKEN} in the environment. */
    private static String variable(@Nullable String name) {
        return Objects.requireNonNull(name)
                .toUpperCase(Locale.ROOT)
                .replace('.', '_')
                .replace('-', '_');
    }

    private Optional<String> text(String name) {
        return sources.stream()
                .map(source -> source.apply(PREFIX + name))
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

    private Duration duration(String name, Duration byDefault) {
        Optional<String> value = text(name);
        if (value.isEmpty()) {
            return byDefault;
        }
        Matcher matcher = DURATION.matcher(value.get());
        if (!matcher.matches()) {
            throw refused(name, value.get(), "a duration such as 500ms, 5s, 1min or 1h", null);
        }
        long count = Long.parseLong(matcher.group(1));
        switch (matcher.group(2)) {
            case "ms":
                return Duration.ofMillis(count);
            case "s":
                return Duration.ofSeconds(count);
            case "min":
                return Duration.ofMinutes(count);
            default:
                return Duration.ofHours(count);
        }
    }

    private static IllegalArgumentException refused(
            String name, String value, String wanted, @Nullable NumberFormatException cause) {
        return new IllegalArgumentException(PREFIX + name + " is '" + value + "', must be " + wanted, cause);
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
                duration("keep-alive", byDefault.keepAlive()),
                number("missed-keep-alives", byDefault.missedKeepAlives()),
                duration("grace", byDefault.grace()));
    }

    int reorderWindow() {
        return number("reorder-window", 64);
    }

    HostLimits limits() {
        HostLimits byDefault = HostLimits.DEFAULT;
        return HostLimits.builder()
                .interconnects(number("max-interconnects", byDefault.interconnects()))
                .interconnectsPerIdentity(
                        number("max-interconnects-per-identity", byDefault.interconnectsPerIdentity()))
                .groups(number("max-groups", byDefault.groups()))
                .dataRequests(number("max-data-requests", byDefault.dataRequests()))
                .reverseChannels(number("max-reverse-channels", byDefault.reverseChannels()))
                .waitingCommands(number("max-waiting-commands", byDefault.waitingCommands()))
                .documentBytes(number("max-document-bytes", byDefault.documentBytes()))
                .viewers(number("max-viewers", byDefault.viewers()))
                .build();
    }
}
