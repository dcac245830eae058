package org.banip.core.transcoding.spi;

import java.nio.file.Path;
import java.util.List;

/** One kind of chain component, for example {@code deflate}. {@link java.util.ServiceLoader} finds it. */
public interface TranscoderProvider {
    /** The name in chain texts, {@code [a-z][a-z0-9-]*}. */
    String name();

    /** One sentence for help texts. */
    String description();

    /** Its parameters, in the order of the canonical text. */
    List<Parameter> parameters();

    /**
     * This kind, with a folder of private keys for its decoders. A kind that needs no keys returns itself.
     *
     * @param folder of the key files; it need not exist yet
     */
    default TranscoderProvider withKeys(Path folder) {
        return this;
    }

    /**
     * A configured component. The arguments were checked against {@link #parameters()} and have a value for each.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} if values exclude each other
     */
    Transcoder create(Arguments arguments);
}
