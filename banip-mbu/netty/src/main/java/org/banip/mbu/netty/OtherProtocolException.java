package org.banip.mbu.netty;

import java.io.IOException;

/** The broker has chosen another protocol by ALPN than the one that is needed. Nothing was sent. */
final class OtherProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    OtherProtocolException(String message) {
        super(message);
    }
}
