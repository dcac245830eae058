package org.banip.surrogate.jini.attribute;

import net.jini.entry.AbstractEntry;
import org.jspecify.annotations.Nullable;

/**
 * Which BAN a surrogate represents, and where. In a template, a field that is null matches every value (Jini Entry Specification, section
 * EN.1.1).
 */
@SuppressWarnings({"serial", "EqualsHashCode"}) // AbstractEntry compares and hashes the public fields
public final class Ban extends AbstractEntry {
    private static final long serialVersionUID = 1L;

    /** The BAN's id. */
    public @Nullable String id;
    /** The host that has it, by the name that the host's operator gave it. */
    public @Nullable String host;
    /** The MBU's session, a UUID as text. */
    public @Nullable String session;
    /** The type of surrogate. */
    public @Nullable String surrogateType;
    /** Since when the surrogate has been active, nanoseconds since the epoch. */
    public @Nullable Long activatedNanos;

    /** Matches every BAN. */
    public Ban() {}

    /** All there is to know. */
    public Ban(String id, String host, String session, String surrogateType, long activatedNanos) {
        this.id = id;
        this.host = host;
        this.session = session;
        this.surrogateType = surrogateType;
        this.activatedNanos = activatedNanos;
    }
}
