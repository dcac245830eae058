package org.banip.surrogate.webapp;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoreSettings;

/**
 * The settings of a host that a container runs: of the first source that has one, under the names of docs/configuration.md,
 * "Surrogate host". A setting that is unknown or empty is an error in every source. Immutable.
 */
final class HostConfiguration {
    private static final String PREFIX = "banip.host.";
    private static final String VARIABLE_PREFIX = "BANIP_HOST_";
    private static final Set<String> NAMES = new TreeSet<>(List.of(
            "config",
            "store",
            "store-user",
            "store-password",
            "store-password-file",
            "broker-token",
            "broker-token-file",
            "viewer-token",
            "viewer-token-file",
            "keep-alive-millis",
            "missed-keep-alives",
            "grace-millis",
            "reorder-window",
            "interconnects",
            "interconnects-per-identity",
            "groups",
            "data-requests",
            "reverse-channels",
            "waiting-commands",
            "document-bytes",
            "viewers",
            "held-bytes",
            "held-bytes-per-identity",
            "bytes-per-day",
            "sessions-per-day",
            "signal-hours-per-day",
            "minimum-free-bytes"));
    /** Kubernetes makes these variables for a service that is called {@code banip-host}. */
    private static final Pattern OF_KUBERNETES = Pattern.compile("BANIP_HOST_(SERVICE_.*|PORT(_.*)?)");

    private final List<Source> sources = new ArrayList<>();

    /** Where settings come from: their values under the source's own names, and how a setting is called there. */
    private record Source(Map<String, String> values, UnaryOperator<String> called) {}

    /** Settings from system properties, then environment variables, then a properties file, then context parameters. */
    HostConfiguration(Map<String, String> properties, Map<String, String> environment, Map<String, String> parameters) {
        sources.add(checked("system property", withPrefix(properties, PREFIX), name -> PREFIX + name));
        Map<String, String> variables = withPrefix(environment, VARIABLE_PREFIX);
        variables.keySet().removeIf(name -> OF_KUBERNETES.matcher(name).matches());
        sources.add(checked("environment variable", variables, HostConfiguration::variable));
        sources.add(checked("context parameter", withPrefix(parameters, PREFIX), name -> PREFIX + name));
        text("config").ifPresent(file -> sources.add(2, propertiesFile(file)));
    }

    private static Map<String, String> withPrefix(Map<String, String> all, String prefix) {
        Map<String, String> ours = new TreeMap<>(all);
        ours.keySet().removeIf(name -> !name.startsWith(prefix));
        return ours;
    }

    private static Source checked(String kind, Map<String, String> values, UnaryOperator<String> called) {
        Set<String> known = new TreeSet<>();
        NAMES.forEach(name -> known.add(called.apply(name)));
        values.forEach((name, value) -> {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(kind + " " + name + " is no setting; known are " + known);
            }
            if (value.isBlank()) {
                throw new IllegalArgumentException(kind + " " + name + " is empty");
            }
        });
        return new Source(values, called);
    }

    /** {@code broker-token} is {@code BANIP_HOST_BROKER_TOKEN} in the environment. */
    private static String variable(String name) {
        return VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static Source propertiesFile(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + "config: " + file + " cannot be read", e);
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        return checked(file + ":", values, name -> name);
    }

    private Optional<String> text(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalStateException("setting " + name + " is missing in the list of names");
        }
        return sources.stream()
                .flatMap(source ->
                        Optional.ofNullable(source.values().get(source.called().apply(name))).stream())
                .map(String::trim)
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
        StoreLocation location = new StoreLocation(
                where, text("store-user").orElse(""), secret("store-password").orElse(""));
        return JdbcStore.open(location, StoreSettings.DEFAULT);
    }

    AccessSettings access() {
        return new AccessSettings(secret("broker-token"), secret("viewer-token"));
    }

    /** The value itself, or the first line of the file that {@code …-file} names. */
    private Optional<String> secret(String name) {
        Optional<String> file = text(name + "-file");
        return file.isPresent() ? Optional.of(firstLine(PREFIX + name + "-file", file.get())) : text(name);
    }

    private static String firstLine(String setting, String file) {
        String line;
        try {
            line = Files.readString(Path.of(file))
                    .lines()
                    .findFirst()
                    .orElse("")
                    .trim();
        } catch (IOException e) {
            throw new IllegalArgumentException(setting + ": " + file + " cannot be read", e);
        }
        if (line.isEmpty()) {
            throw new IllegalArgumentException(setting + ": the first line of " + file + " is empty");
        }
        return line;
    }

    LivenessSettings liveness() {
        LivenessSettings byDefault = LivenessSettings.DEFAULT;
        return new LivenessSettings(
                millis("keep-alive-millis", byDefault.keepAlive()),
                number("missed-keep-alives", byDefault.missedKeepAlives()),
                millis("grace-millis", byDefault.grace()));
    }

    QuotaSettings quotas() {
        QuotaSettings byDefault = QuotaSettings.DEFAULT;
        return new QuotaSettings(
                bytes("bytes-per-day", byDefault.bytesPerDay()),
                bytes("sessions-per-day", byDefault.sessionsPerDay()),
                Duration.ofHours(
                        bytes("signal-hours-per-day", byDefault.signalPerDay().toHours())),
                bytes("minimum-free-bytes", byDefault.minimumFreeBytes()));
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
