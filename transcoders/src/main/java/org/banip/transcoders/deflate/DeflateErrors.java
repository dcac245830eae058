package org.banip.transcoders.deflate;

import java.util.zip.DataFormatException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The errors of bytes that cannot be decoded. */
final class DeflateErrors {
    private DeflateErrors() {}

    static BanipException because(String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, "deflate: " + what);
    }

    static BanipException tooLong(int limit) {
        return because("more than the " + limit + " bytes that the packet's sensor sets allow");
    }

    static BanipException malformed(DataFormatException cause) {
        return new BanipException(
                ErrorCode.UNDECODABLE_PACKET, "deflate: not as RFC 1951 demands: " + cause.getMessage(), cause);
    }
}
