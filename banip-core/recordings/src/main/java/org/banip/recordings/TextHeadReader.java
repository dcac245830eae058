package org.banip.recordings;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** Finds out which form of text file this is, and what it says before its rows (docs/recordings.md, "Text files"). */
final class TextHeadReader {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern LABEL_UNIT = Pattern.compile("([^\\[]*)\\[(.*)\\]");
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private final RecordingOptions options;
    private final TextInput input;
    private final TextDirectives directives;

    /** Position of the line that was read last. */
    private long lineByte;

    private long lineNumber;

    private TextHeadReader(Path file, RecordingOptions options, TextInput input) {
        this.file = file;
        this.options = options;
        this.input = input;
        directives = new TextDirectives(file);
    }

    /**
     * Reads the head of this file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static TextHead read(Path file, RecordingOptions options) {
        try (TextInput input = new TextInput(file, 0, 1)) {
            return new TextHeadReader(file, options, input).read();
        }
    }

    private TextHead read() {
        String first = nextRow().orElseThrow(() -> Malformed.recording(file, "has no rows"));
        char delimiter = delimiter(first);
        List<String> cells = cells(first, delimiter);
        checkCount(cells.size());
        if (!areNumbers(cells)) {
            char between = delimiter == NumberRows.BLANKS ? '\t' : delimiter;
            List<TextColumn> columns = headings(cells(first, between));
            String row = nextRow().orElse("");
            return head(
                    columns, between == '\t' ? delimiter(row) : between, directives.frequency(), directives.start());
        }
        Optional<Frequency> stated = directives.frequency();
        if (stated.isPresent()) {
            return head(named(directives.labels(), cells.size()), delimiter, stated, directives.start());
        }
        return withoutHeadings(cells, delimiter);
    }

    /** Either an Empatica file or bare rows, whose frequency only the caller knows. */
    private TextHead withoutHeadings(List<String> first, char delimiter) {
        long firstByte = lineByte;
        long firstLine = lineNumber;
        List<String> second = cells(nextRow().orElse(""), delimiter);
        if (areNumbers(second) && Empatica.matches(first, second)) {
            List<TextColumn> columns = Empatica.columns(FileNames.stem(file), first.size());
            Optional<Frequency> frequency = Optional.of(parseFrequency(second.get(0)));
            nextRow();
            return head(columns, delimiter, frequency, Optional.of(epoch(first.get(0))));
        }
        lineByte = firstByte;
        lineNumber = firstLine;
        return head(named(directives.labels(), first.size()), delimiter, Optional.empty(), directives.start());
    }

    private TextHead head(
            List<TextColumn> columns, char delimiter, Optional<Frequency> stated, Optional<LocalDateTime> start) {
        checkCount(columns.size());
        return new TextHead(
                new RecordingHeader(FileNames.stem(file), TextHead.FORMAT, start, directives.values()),
                frequency(stated),
                directives.resolution(),
                columns,
                delimiter,
                lineByte,
                lineNumber);
    }

    private Frequency frequency(Optional<Frequency> stated) {
        Optional<Frequency> given = options.frequency();
        if (stated.isPresent() && given.isPresent() && !stated.equals(given)) {
            throw Malformed.recording(
                    file,
                    "its sampling frequency is " + stated.get() + " Hz, not " + given.get() + " Hz as the caller says");
        }
        return stated.orElseGet(() -> given.orElseThrow(() -> Malformed.unusable(
                file, "states no sampling frequency: add a line '# hz: 250' before its rows, or " + options.remedy())));
    }

    /** The next line that is neither blank nor a directive. */
    private Optional<String> nextRow() {
        while (true) {
            lineByte = input.position();
            lineNumber = input.line();
            Optional<String> line = input.nextLine();
            if (!line.isPresent()) {
                return line;
            }
            String content = line.get().trim();
            if (lineByte == 0 && content.startsWith(BYTE_ORDER_MARK)) {
                content = content.substring(1).trim();
            }
            if (content.startsWith("#")) {
                directives.add(content);
            } else if (!content.isEmpty()) {
                return Optional.of(content);
            }
        }
    }

    private static char delimiter(String row) {
        for (char delimiter : new char[] {',', ';'}) {
            if (row.indexOf(delimiter) >= 0) {
                return delimiter;
            }
        }
        return NumberRows.BLANKS;
    }

    private static List<String> cells(String row, char delimiter) {
        String between = delimiter == NumberRows.BLANKS ? "[ \t]+" : Pattern.quote(String.valueOf(delimiter));
        List<String> cells = new ArrayList<>();
        for (String cell : row.split(between, -1)) {
            cells.add(cell.trim());
        }
        return cells;
    }

    private static boolean areNumbers(List<String> cells) {
        return cells.stream().allMatch(cell -> NUMBER.matcher(cell).matches());
    }

    private void checkCount(int columns) {
        if (columns > SensorGroup.MAX_CHANNELS) {
            throw Malformed.recording(file, columns + " columns, allowed are 1 to " + SensorGroup.MAX_CHANNELS);
        }
    }

    /** {@code ECG II[mV]}: label, then unit in brackets. */
    private static List<TextColumn> headings(List<String> cells) {
        List<TextColumn> columns = new ArrayList<>();
        for (String cell : cells) {
            String heading = cell.replaceAll("^\"|\"$", "");
            Matcher matcher = LABEL_UNIT.matcher(heading);
            boolean hasUnit = matcher.matches();
            String label = hasUnit ? matcher.group(1) : heading;
            columns.add(column(label, hasUnit ? matcher.group(2) : "", columns.size()));
        }
        return columns;
    }

    private static List<TextColumn> named(List<String> labels, int count) {
        List<TextColumn> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(column(labels.size() == count ? labels.get(i) : "", "", i));
        }
        return columns;
    }

    private static TextColumn column(String label, String unit, int index) {
        return new TextColumn(Labels.of(label, "ch" + (index + 1)), unit, 1);
    }

    private Frequency parseFrequency(String text) {
        try {
            return Frequency.parse(text);
        } catch (BanipException e) {
            throw Malformed.description(file, e);
        }
    }

    private static LocalDateTime epoch(String seconds) {
        long millis = Math.round(Double.parseDouble(seconds) * 1000);
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
