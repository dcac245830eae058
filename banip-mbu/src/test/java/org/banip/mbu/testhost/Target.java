package org.banip.mbu.testhost;

import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** What a request is for, by its method and path. */
final class Target {
    private Target() {}

    static TestHost.Kind kind(HttpIn in) {
        if (in.method().equals("POST")) {
            return in.path().endsWith("/data") || isDuplex(in) ? TestHost.Kind.DATA : TestHost.Kind.REGISTER;
        }
        switch (in.method()) {
            case "GET":
                return TestHost.Kind.REVERSE;
            case "DELETE":
                return TestHost.Kind.DELETE;
            default:
                throw new BanipException(ErrorCode.MALFORMED_REQUEST, "method " + in.method());
        }
    }

    static boolean isDuplex(HttpIn in) {
        return in.path().endsWith("/duplex");
    }

    static UUID session(HttpIn in) {
        String[] parts = in.path().split("/", -1);
        for (String part : parts) {
            if (part.length() == 36 && part.matches("[-0-9a-f]*")) {
                return uuid(part);
            }
        }
        throw new BanipException(ErrorCode.MALFORMED_REQUEST, "path " + in.path());
    }

    private static UUID uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "session " + text, e);
        }
    }
}
