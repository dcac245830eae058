package org.banip.app.option;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --acknowledge-within}: how long acknowledgements may wait. */
public final class AcknowledgeOption {
    private static final int MOST_MILLIS = 10_000;

    @Option(
            names = "--acknowledge-within",
            paramLabel = "MILLIS",
            converter = Millis.class,
            description =
                    "How long the host may let an acknowledgement wait for others, 0 to 10000 ms: each costs the uplink of a"
                            + " slow link about 50 bytes. 0 is at once. Default: the shortest latency bound, at most 1000.")
    private Optional<Duration> within = Optional.empty();

    /** The time; empty for the MBU's own default. */
    public Optional<Duration> within() {
        return within;
    }

    /** Reads the option. */
    static final class Millis implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            try {
                int millis = Integer.parseInt(value);
                if (millis >= 0 && millis <= MOST_MILLIS) {
                    return Duration.ofMillis(millis);
                }
            } catch (NumberFormatException e) {
                throw wrong(value);
            }
            throw wrong(value);
        }

        private static TypeConversionException wrong(String value) {
            return new TypeConversionException("'" + value + "' is no number of milliseconds from 0 to 10000");
        }
    }
}
