package org.banip.transcoders.packetizer;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code packetizer(units=1..255,hold=0..1h or auto)}. */
public final class PacketizerProvider implements TranscoderProvider {
    private static final Parameter UNITS =
            Parameter.number("units", 255, 1, 255, "most sensor sets in a packet; fewer where they exceed 128 KiB");
    private static final String AUTO = "auto";
    private static final Parameter HOLD = Parameter.durationOr(
            AUTO,
            "hold",
            Duration.ofMillis(500),
            Duration.ZERO,
            Duration.ofHours(1),
            "a packet spans less sampling time than this, in slow groups half the latency bound; 0: no limit; auto: as the link allows");

    /** For {@link java.util.ServiceLoader}. */
    public PacketizerProvider() {}

    @Override
    public String name() {
        return "packetizer";
    }

    @Override
    public String description() {
        return "groups sensor sets into packets, by count and by time";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(UNITS, HOLD);
    }

    @Override
    public Transcoder create(Arguments arguments) {
        int units = arguments.number(UNITS.name());
        return arguments.word(HOLD.name()).equals(AUTO)
                ? Packetizer.adaptive(units)
                : new Packetizer(units, arguments.duration(HOLD.name()).toNanos());
    }
}
