package org.banip.app.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.app.source.SignalSource;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the signal to stream. */
public final class SourceOptions {
    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description =
                    "A recording to stream: a WFDB header (.hea), EDF, BDF or text file. Default: a generated ECG.")
    private @Nullable Path recording;

    @Option(
            names = "--hz",
            paramLabel = "HZ",
            converter = Hertz.class,
            description =
                    "Sampling frequency of a text file without one: 360, 31.25 or 1/60. Default: the frequency in the file.")
    private @Nullable Frequency frequency;

    /** The recording, or a generated ECG, at most of this length. */
    public SignalSource source(Optional<Duration> length) {
        return recording == null
                ? SignalSource.generated(length)
                : SignalSource.recording(recording, Optional.ofNullable(frequency), length);
    }

    public boolean generated() {
        return recording == null;
    }

    /** The recording; empty for a generated ECG. */
    public Optional<Path> recording() {
        return Optional.ofNullable(recording);
    }

    /** The sampling frequency, if given. */
    public Optional<Frequency> frequency() {
        return Optional.ofNullable(frequency);
    }

    /** Reads a frequency. */
    public static final class Hertz implements ITypeConverter<Frequency> {
        @Override
        public Frequency convert(String value) {
            try {
                return Frequency.parse(value);
            } catch (BanipException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
