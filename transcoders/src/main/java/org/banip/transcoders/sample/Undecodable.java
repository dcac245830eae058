package org.banip.transcoders.sample;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** What is wrong with bytes that do not decode. */
public final class Undecodable {
    private Undecodable() {}

    /** An error {@code UNDECODABLE_PACKET} of this component. */
    public static BanipException because(String component, String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, component + ": " + what);
    }
}
