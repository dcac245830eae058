package org.banip.recordings;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;

/** The {@code # key: value} and {@code # key:= value} lines before the rows of a text file. */
final class TextDirectives {
    private final Path file;
    private final Map<String, String> values = new LinkedHashMap<>();

    TextDirectives(Path file) {
        this.file = file;
    }

    /** Takes a line that begins with {@code #}; one without a colon is a remark. */
    void add(String line) {
        String content = line.substring(1);
        int colon = content.indexOf(':');
        if (colon >= 0) {
            String value = content.substring(colon + 1);
            values.put(content.substring(0, colon).trim(), (value.startsWith("=") ? value.substring(1) : value).trim());
        }
    }

    /** All of them by key, as spelled. */
    Map<String, String> values() {
        return values;
    }

    /** {@code # hz: 250}, or the Simple Text Format's {@code # Sampling Rate (Hz):= 1000.00}. */
    Optional<Frequency> frequency() {
        return value("hz", "sampling rate (hz)").map(text -> {
            try {
                return Frequency.parse(text);
            } catch (BanipException e) {
                throw Malformed.description(file, e);
            }
        });
    }

    /** {@code # start: 2026-11-20T08:00:00Z}, or {@code # Date:=}; without an offset it is taken for UTC. */
    Optional<LocalDateTime> start() {
        return value("start", "date").flatMap(TextDirectives::instant);
    }

    private static Optional<LocalDateTime> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text)
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .toLocalDateTime());
        } catch (DateTimeException e) {
            // Without an offset?
        }
        try {
            return Optional.of(LocalDateTime.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** {@code # Resolution:= 12}. */
    OptionalInt resolution() {
        Optional<String> text = value("resolution");
        if (!text.isPresent()) {
            return OptionalInt.empty();
        }
        try {
            int bits = Integer.parseInt(text.get());
            if (bits >= 1 && bits <= 32) {
                return OptionalInt.of(bits);
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw Malformed.recording(file, "resolution is " + Malformed.quote(text.get()) + ", allowed are 1 to 32 bits");
    }

    /** {@code # Labels:= ECG\tEDA}; none if absent. */
    List<String> labels() {
        List<String> labels = new ArrayList<>();
        value("labels").ifPresent(text -> {
            for (String label : text.split("[\t,;]", -1)) {
                labels.add(label);
            }
        });
        return labels;
    }

    private Optional<String> value(String... keys) {
        for (Map.Entry<String, String> entry : values.entrySet()) {
            for (String key : keys) {
                if (entry.getKey().toLowerCase(Locale.ROOT).equals(key)) {
                    return Optional.of(entry.getValue());
                }
            }
        }
        return Optional.empty();
    }
}
