package org.banip.transcoders.sample;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The errors of bytes that cannot be decoded. */
public final class Undecodable {
    private Undecodable() {}

    /** An error {@code UNDECODABLE_PACKET} of this component. */
    public static BanipException because(String component, String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, component + ": " + what);
    }
}
