package org.banip.transcoders.auto;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** What is wrong with bytes that do not decode. */
final class Undecodable {
    private Undecodable() {}

    static BanipException because(String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, "auto: " + what);
    }
}
