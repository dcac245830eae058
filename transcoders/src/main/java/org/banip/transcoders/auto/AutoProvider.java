package org.banip.transcoders.auto;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code auto(effort=normal|high,key=1s..1h)}. */
public final class AutoProvider implements TranscoderProvider {
    private static final String HIGH_WORD = "high";
    private static final Parameter EFFORT = Parameter.word(
            "effort",
            "normal: chooses between rice and predict; high: predict(effort=high) may be chosen too",
            "normal",
            HIGH_WORD);
    private static final Parameter KEY = Parameter.duration(
            "key",
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "signal time after which coders start anew");

    /** For {@link java.util.ServiceLoader}. */
    public AutoProvider() {}

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String description() {
        return "tries rice and predict on each group, and takes what saves more for what it costs";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(EFFORT, KEY);
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Auto(arguments.word(EFFORT.name()).equals(HIGH_WORD), arguments.duration(KEY.name()));
    }
}
