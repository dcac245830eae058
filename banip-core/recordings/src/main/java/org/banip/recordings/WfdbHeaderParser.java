package org.banip.recordings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** Reads the text of a WFDB header (WFDB Applications Guide, header(5)). */
final class WfdbHeaderParser {
    private static final int MOST_SIGNALS = BanDescription.MAX_GROUPS * SensorGroup.MAX_CHANNELS;
    private static final Pattern SPACE = Pattern.compile("[ \t]+");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9._-]{1,64})(?:/(.*))?");
    private static final Pattern FREQUENCY = Pattern.compile("([^/(]+)(?:/([^(]+)(?:\\(([^)]+)\\))?)?");
    /** "If this field is missing, a sampling frequency of 250 samples per second per signal is assumed." */
    private static final String DEFAULT_FREQUENCY = "250";

    private final Path file;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    private WfdbHeaderParser(Path file, String text) {
        this.file = file;
        StringBuilder info = new StringBuilder();
        for (String line : text.split("\r?\n", -1)) {
            String content = line.trim();
            if (content.startsWith("#")) {
                info.append(info.length() == 0 ? "" : "\n")
                        .append(content.substring(1).trim());
            } else if (!content.isEmpty()) {
                lines.add(content);
            }
        }
        if (info.length() > 0) {
            attributes.put(RecordingHeader.COMMENTS, info.toString());
        }
    }

    /**
     * Parses the text of this header file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static WfdbHeader parse(Path file, String text) {
        return new WfdbHeaderParser(file, text).parse();
    }

    private WfdbHeader parse() {
        if (lines.isEmpty()) {
            throw Malformed.recording(file, "has no record line, only blank lines and comments");
        }
        String[] fields = SPACE.split(lines.get(0));
        String name = name(fields[0]);
        int signalCount = signalCount(fields);
        Frequency frequency = frequency(fields.length > 2 ? fields[2] : DEFAULT_FREQUENCY);
        OptionalLong frames = fields.length > 3 ? frames(fields[3]) : OptionalLong.empty();
        if (lines.size() - 1 != signalCount) {
            throw Malformed.recording(
                    file, (lines.size() - 1) + " signal lines, the record line promises " + signalCount);
        }
        WfdbStart start = WfdbStart.of(fields, 4);
        attributes.putAll(start.attributes());
        List<WfdbSignal> signals = new ArrayList<>();
        for (int i = 0; i < signalCount; i++) {
            signals.add(new WfdbSignalParser(file, name, i).parse(lines.get(i + 1)));
        }
        RecordingHeader recording = new RecordingHeader(name, WfdbHeader.FORMAT, start.time(), attributes);
        return new WfdbHeader(recording, frequency, frames, signals);
    }

    private String name(String field) {
        Matcher matcher = NAME.matcher(field);
        if (!matcher.matches()) {
            throw Malformed.recording(
                    file,
                    "record line begins with " + Malformed.quote(field)
                            + ", allowed is a name of 1 to 64 of A-Z a-z 0-9 . _ -: this is not a WFDB header");
        }
        if (matcher.group(2) != null) {
            throw Malformed.recording(
                    file,
                    "is a multi-segment record (" + Malformed.quote(field)
                            + "), which is not supported: open its segments one by one");
        }
        return matcher.group(1);
    }

    private int signalCount(String[] fields) {
        if (fields.length < 2) {
            throw Malformed.recording(file, "the number of signals is missing, allowed are 1 to " + MOST_SIGNALS);
        }
        String field = fields[1];
        try {
            int count = Integer.parseInt(field);
            if (count >= 1 && count <= MOST_SIGNALS) {
                return count;
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw Malformed.recording(file, Malformed.quote(field) + " signals, allowed are 1 to " + MOST_SIGNALS);
    }

    private Frequency frequency(String field) {
        Matcher matcher = FREQUENCY.matcher(field);
        if (!matcher.matches()) {
            throw Malformed.recording(
                    file, "frequency " + Malformed.quote(field) + " must be like 360, 360/125 or 360/125(0)");
        }
        attributes.put("frequency", matcher.group(1));
        if (matcher.group(2) != null) {
            attributes.put("counter frequency", matcher.group(2));
        }
        if (matcher.group(3) != null) {
            attributes.put("base counter value", matcher.group(3));
        }
        try {
            return Frequency.parse(matcher.group(1));
        } catch (BanipException e) {
            throw Malformed.description(file, e);
        }
    }

    private OptionalLong frames(String field) {
        try {
            long frames = Long.parseLong(field);
            if (frames >= 0) {
                return frames == 0 ? OptionalLong.empty() : OptionalLong.of(frames);
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw Malformed.recording(file, Malformed.quote(field) + " samples per signal, allowed is a whole number");
    }
}
