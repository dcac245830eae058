package org.banip.transcoders.predict;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.transcoders.predict.high.HighPredict;

/** Makes {@code predict(effort=normal|high,key=1s..1h)}. */
public final class PredictProvider implements TranscoderProvider {
    private static final String HIGH_WORD = "high";
    private static final Parameter EFFORT = Parameter.word(
            "effort",
            "normal: adaptive filters in whole numbers; high: mixed least-squares predictors, shorter and much slower",
            "normal",
            HIGH_WORD);
    private static final Parameter KEY = Parameter.duration(
            "key",
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "signal time after which the predictor starts anew");

    /** For {@link java.util.ServiceLoader}. */
    public PredictProvider() {}

    @Override
    public String name() {
        return "predict";
    }

    @Override
    public String description() {
        return "predicts each sample from those before it in all channels, and codes what is left";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(EFFORT, KEY);
    }

    @Override
    public Transcoder create(Arguments arguments) {
        Duration key = arguments.duration(KEY.name());
        return arguments.word(EFFORT.name()).equals(HIGH_WORD) ? new HighPredict(key) : new Predict(key);
    }
}
