package org.banip.transcoders.deflate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code deflate(level=1..9,context=packet|stream,key=1s..1h)}. */
public final class DeflateProvider implements TranscoderProvider {
    private static final String STREAM_WORD = "stream";
    private static final Parameter LEVEL =
            Parameter.number("level", 6, 1, 9, "effort: 1 is fastest, 9 makes the shortest packets");
    private static final Parameter CONTEXT = Parameter.word(
            "context",
            "packet: each packet decodes alone; stream: earlier packets serve as dictionary",
            "packet",
            STREAM_WORD);
    private static final Parameter KEY = Parameter.duration(
            "key",
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "signal time after which the dictionary starts anew, with context=stream");

    /** For {@link java.util.ServiceLoader}. */
    public DeflateProvider() {}

    @Override
    public String name() {
        return "deflate";
    }

    @Override
    public String description() {
        return "general compression (RFC 1951), per packet or with earlier packets as dictionary";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(LEVEL, CONTEXT, KEY);
    }

    @Override
    public Transcoder create(Arguments arguments) {
        int level = arguments.number(LEVEL.name());
        return arguments.word(CONTEXT.name()).equals(STREAM_WORD)
                ? new StreamDeflate(level, arguments.duration(KEY.name()))
                : new PacketDeflate(level);
    }
}
