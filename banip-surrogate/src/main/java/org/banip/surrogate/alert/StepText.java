package org.banip.surrogate.alert;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A step as the text of an event in an export (docs/graded-alerts.md, "In the record"). */
final class StepText {
    private StepText() {}

    /** Fields with U+0009 between them. A text over the limit, in bytes, loses its end. */
    static String of(AlertStep step, int mostBytes) {
        Alert alert = step.alert();
        Cause cause = alert.cause();
        String text = Stream.of(
                        step.step().token(),
                        step.who().name(),
                        cause.by(),
                        cause.detector(),
                        cause.kind(),
                        cause.group(),
                        Instant.ofEpochSecond(0, cause.sinceNanos()).toString(),
                        Double.toString(cause.measured()),
                        cause.unit(),
                        alert.id().toString(),
                        cause.channel())
                .map(StepText::plain)
                .collect(Collectors.joining("\t"));
        return cut(text, mostBytes);
    }

    /** Without control characters and halves of characters, which an event's text cannot have or a table would take for its own. */
    private static String plain(String field) {
        String whole = new String(field.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return whole.replaceAll("\\p{Cntrl}", "?");
    }

    private static String cut(String text, int mostBytes) {
        int end = text.length();
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }
}
