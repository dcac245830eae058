package org.banip.core.transcoding.spi;

import java.util.List;

/** One kind of chain component, for example {@code deflate}; found by {@link java.util.ServiceLoader}. */
public interface TranscoderProvider {
    /** The name in chain texts, {@code [a-z][a-z0-9-]*}. */
    String name();

    /** One sentence for help texts. */
    String description();

    /** The parameters it takes, in the order of the canonical text. */
    List<Parameter> parameters();

    /**
     * A configured component. The arguments were checked against {@link #parameters()} and hold a value for each.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} if values exclude each other
     */
    Transcoder create(Arguments arguments);
}
