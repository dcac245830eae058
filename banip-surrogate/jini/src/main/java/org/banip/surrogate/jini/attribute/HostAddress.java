package org.banip.surrogate.jini.attribute;

import net.jini.entry.AbstractEntry;
import org.jspecify.annotations.Nullable;

/**
 * Which host it is, and where brokers reach it. In a template, a field that is null matches every value (Jini Entry Specification, section EN.1.1).
 */
@SuppressWarnings({"serial", "EqualsHashCode"}) // AbstractEntry compares and hashes the public fields
public final class HostAddress extends AbstractEntry {
    private static final long serialVersionUID = 1L;

    /** The name that the host's operator gave it. */
    public @Nullable String name;
    /** The base URL at which brokers reach it. */
    public @Nullable String url;

    /** Matches every host. */
    public HostAddress() {}

    /** All there is to know. */
    public HostAddress(String name, String url) {
        this.name = name;
        this.url = url;
    }
}
