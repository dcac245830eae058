package org.banip.thresholds;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is watched, and who is told. A program that builds its own host offers one of these to it; otherwise it is read from a properties file
 * ({@link #FILE_PROPERTY}, {@link #FILE_VARIABLE}). docs/surrogates.md lists the settings of the file.
 *
 * @param rules what is watched
 * @param webhook where alerts are posted, if anywhere
 * @param command the command that tells the MBU of an alert; empty: it is not told
 */
public record ThresholdSettings(List<Rule> rules, Optional<WebhookSettings> webhook, String command) {
    /** System property that names the file. */
    public static final String FILE_PROPERTY = "banip.thresholds.settings";
    /** Environment variable that names the file. */
    public static final String FILE_VARIABLE = "BANIP_THRESHOLDS_SETTINGS";
    /** The command, unless another one is set. */
    public static final String DEFAULT_COMMAND = "notify";

    private static final String RULE = "rule.";

    /** Copies the list. */
    public ThresholdSettings {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("no rule is set: add for example rule.fast-heart.channel=HR");
        }
    }

    /**
     * Reads a properties file in UTF-8.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if something in it is wrong
     */
    public static ThresholdSettings read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        try {
            return of(properties);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** The file that the operator named. */
    static Optional<Path> file() {
        return Optional.ofNullable(System.getProperty(FILE_PROPERTY))
                .or(() -> Optional.ofNullable(System.getenv(FILE_VARIABLE)))
                .map(Path::of);
    }

    static ThresholdSettings of(Properties properties) {
        Source source = new Source(properties);
        List<Rule> rules = new ArrayList<>();
        for (String name : source.ruleNames()) {
            rules.add(source.rule(name));
        }
        Optional<WebhookSettings> webhook = source.webhook();
        String command = source.text("mbu-command").orElse(DEFAULT_COMMAND);
        source.checkAllUsed();
        return new ThresholdSettings(rules, webhook, command);
    }

    /** A file's settings; notes which are used, so that a misspelt one is an error. */
    private static final class Source {
        private final Properties properties;
        private final Set<String> used = new TreeSet<>();

        Source(Properties properties) {
            this.properties = properties;
        }

        Set<String> ruleNames() {
            Set<String> names = new TreeSet<>();
            for (String key : properties.stringPropertyNames()) {
                if (key.startsWith(RULE)) {
                    int end = key.lastIndexOf('.');
                    String name = end <= RULE.length() ? "" : key.substring(RULE.length(), end);
                    if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
                        throw new IllegalArgumentException("setting " + key
                                + " must be rule.NAME.WHAT; a name has a to z, 0 to 9 and -, and begins with a letter");
                    }
                    names.add(name);
                }
            }
            return names;
        }

        Rule rule(String name) {
            String prefix = RULE + name + ".";
            Rule.Place place = new Rule.Place(
                    text(prefix + "group"),
                    text(prefix + "channel")
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "setting " + prefix + "channel is missing: the label of a channel")));
            Optional<Double> above = number(prefix + "above");
            Optional<Double> below = number(prefix + "below");
            Optional<Double> change = number(prefix + "change");
            if (above.stream().count()
                            + below.stream().count()
                            + change.stream().count()
                    != 1) {
                throw new IllegalArgumentException("rule " + name + " must have one of above, below and change");
            }
            if (change.isPresent()) {
                Duration within = millis(prefix + "within-millis")
                        .orElseThrow(
                                () -> new IllegalArgumentException("setting " + prefix + "within-millis is missing"));
                return new Rule.Change(name, place, change.get(), within);
            }
            return new Rule.Limit(
                    name,
                    place,
                    above.isPresent(),
                    above.or(() -> below).orElseThrow(),
                    number(prefix + "hysteresis").orElse(0.0),
                    millis(prefix + "lasting-millis").orElse(Duration.ZERO));
        }

        Optional<WebhookSettings> webhook() {
            Optional<String> to = text("webhook");
            if (to.isEmpty()) {
                return Optional.empty();
            }
            boolean plain = flag("webhook-allow-plain").orElse(false);
            WebhookSettings byDefault = WebhookSettings.of(URI.create("https://localhost/"));
            return Optional.of(new WebhookSettings(
                    URI.create(to.get()),
                    plain,
                    millis("webhook-timeout-millis").orElse(byDefault.timeout()),
                    whole("webhook-attempts").map(Math::toIntExact).orElse(byDefault.attempts()),
                    millis("webhook-retry-millis").orElse(byDefault.retry()),
                    whole("webhook-queue").map(Math::toIntExact).orElse(byDefault.queue())));
        }

        Optional<String> text(String key) {
            used.add(key);
            return Optional.ofNullable(properties.getProperty(key)).map(String::trim);
        }

        private Optional<Double> number(String key) {
            return text(key).map(text -> {
                try {
                    return Double.valueOf(text);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException("setting " + key + " is '" + text + "', must be a number", e);
                }
            });
        }

        private Optional<Integer> whole(String key) {
            return text(key).map(text -> {
                try {
                    return Integer.valueOf(text);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            "setting " + key + " is '" + text + "', must be a whole number", e);
                }
            });
        }

        private Optional<Boolean> flag(String key) {
            return text(key).map(text -> {
                if (!text.equals("true") && !text.equals("false")) {
                    throw new IllegalArgumentException("setting " + key + " is '" + text + "', must be true or false");
                }
                return text.equals("true");
            });
        }

        private Optional<Duration> millis(String key) {
            return whole(key).map(Duration::ofMillis);
        }

        void checkAllUsed() {
            Set<String> unknown = new TreeSet<>(properties.stringPropertyNames());
            unknown.removeAll(used);
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("settings " + unknown + " are not known here");
            }
        }
    }
}
