package org.banip.alerts.spi;

import java.util.List;
import java.util.OptionalDouble;
import org.banip.alerts.finding.Severity;
import org.banip.core.error.BanipException;

/**
 * The fields of a detector's declaration. Each method throws a {@link BanipException} with {@code INVALID_DESCRIPTION} that says where the field is,
 * what was seen and what is allowed.
 */
public interface Parameters {
    /** The detector's name. */
    String name();

    /** A text that must be there. */
    String text(String field);

    /** A list of texts that must be there, with {@code min} to {@code max} of them, all different. */
    List<String> texts(String field, int min, int max);

    /** A number from {@code min} to {@code max}. */
    double number(String field, double min, double max, double byDefault);

    /** A number from {@code min} to {@code max}, or none. */
    OptionalDouble number(String field, double min, double max);

    /** A time in whole milliseconds from {@code min} to {@code max}; in nanoseconds. */
    long millis(String field, long min, long max, long byDefault);

    /** A time in whole milliseconds that must be there; in nanoseconds. */
    long millis(String field, long min, long max);

    /** One of these words. */
    String word(String field, List<String> allowed, String byDefault);

    /** {@code low}, {@code medium} or {@code high}. */
    Severity severity(String field, Severity byDefault);

    /**
     * An error about this declaration, to be thrown after all fields were asked for.
     *
     * @throws BanipException instead, if the declaration has a field that was not asked for: it is unknown, perhaps misspelt
     */
    BanipException invalid(String what);
}
