package org.banip.surrogate.jini.attribute;

import net.jini.entry.AbstractEntry;
import org.jspecify.annotations.Nullable;

/**
 * How long a surrogate stays registered without renewal. A lookup service tells nobody when the lease of another's registration ends, so the host
 * says how long it is.
 */
@SuppressWarnings("serial")
public final class RegistrationLease extends AbstractEntry {
    private static final long serialVersionUID = 1L;

    /** What the host asks for at each renewal, milliseconds; a lookup service may grant less. */
    public @Nullable Long millis;

    /** Matches every lease. */
    public RegistrationLease() {}

    /** A lease of this length. */
    public RegistrationLease(long millis) {
        this.millis = millis;
    }
}
