package org.banip.transcoders.rice;

import java.util.Collections;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code rice}. */
public final class RiceProvider implements TranscoderProvider {
    /** For {@link java.util.ServiceLoader}. */
    public RiceProvider() {}

    @Override
    public String name() {
        return "rice";
    }

    @Override
    public String description() {
        return "codes differences of samples, each packet alone; cheap enough for any device";
    }

    @Override
    public List<Parameter> parameters() {
        return Collections.emptyList();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Rice();
    }
}
