package org.banip.transcoders.events;

import java.util.Collections;
import java.util.List;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code events}. */
public final class EventsProvider implements TranscoderProvider {
    /** For {@link java.util.ServiceLoader}. */
    public EventsProvider() {}

    @Override
    public String name() {
        return "events";
    }

    @Override
    public String description() {
        return "codes events, which have their own instants and may have texts; each packet alone";
    }

    @Override
    public List<Parameter> parameters() {
        return Collections.emptyList();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Events();
    }
}
