package org.banip.app.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.surrogate.api.reduction.Reduction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for a part of a BAN's data: a mixin. */
public final class ReductionOptions {
    @Option(
            names = "--channel",
            paramLabel = "CHANNEL",
            description = "Only this channel: LABEL, GROUP/LABEL or GROUP/#INDEX; may be repeated. Default: all.")
    private List<String> channels = new ArrayList<>();

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            converter = Rate.class,
            description = "At most so many sensor sets a second of each group. Default: all.")
    private @Nullable Frequency rate;

    @Option(
            names = "--numerics",
            description = "Only groups that are sampled at most once a second. Default: all groups.")
    private boolean numerics;

    /**
     * What is wanted.
     *
     * @throws IllegalArgumentException if too many channels are named
     */
    public Reduction reduction() {
        return new Reduction(channels, Optional.ofNullable(rate), numerics);
    }

    /** Reads a frequency in hertz. */
    static final class Rate implements ITypeConverter<Frequency> {
        @Override
        public Frequency convert(String value) {
            try {
                return Frequency.parse(value);
            } catch (BanipException e) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed is a frequency in Hz, for example 30, 12.5 or 1/60");
            }
        }
    }
}
