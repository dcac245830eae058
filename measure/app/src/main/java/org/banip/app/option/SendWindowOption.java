package org.banip.app.option;

import java.time.Duration;
import org.banip.mbu.MobileBaseUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --send-window}: what an MBU may have under way. */
public final class SendWindowOption {
    private static final String OFF = "off";
    private static final int LEAST_MILLIS = 10;
    private static final int MOST_MILLIS = 60_000;

    @Option(
            names = "--send-window",
            paramLabel = "MILLIS|off",
            defaultValue = "300",
            converter = Millis.class,
            description =
                    "What the MBU may have under way beyond the path's own round trip, as the time in which the path"
                            + " delivers it: 10 to 60000 ms; off is no limit. Default: ${DEFAULT-VALUE}.")
    private Duration beyond = MobileBaseUnit.DEFAULT_SEND_WINDOW;

    /** The time; zero without a limit. */
    public Duration beyond() {
        return beyond;
    }

    /** Reads the option. */
    static final class Millis implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            if (value.equals(OFF)) {
                return Duration.ZERO;
            }
            try {
                int millis = Integer.parseInt(value);
                if (millis >= LEAST_MILLIS && millis <= MOST_MILLIS) {
                    return Duration.ofMillis(millis);
                }
            } catch (NumberFormatException e) {
                throw wrong(value);
            }
            throw wrong(value);
        }

        private static TypeConversionException wrong(String value) {
            return new TypeConversionException(
                    "'" + value + "' is neither off nor a number of milliseconds from 10 to 60000");
        }
    }
}
