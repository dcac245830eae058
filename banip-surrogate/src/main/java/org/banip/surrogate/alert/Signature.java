package org.banip.surrogate.alert;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs what is posted to a webhook, with the instant, so that a receiver can refuse what somebody recorded (docs/graded-alerts.md, "Signature"). */
final class Signature {
    /** The header's name. */
    static final String HEADER = "Banip-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /** The header: {@code t=SECONDS,v1=HEX}, the HMAC-SHA-256 of the seconds, a full stop and the body. */
    static String of(String key, long epochSeconds, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            byte[] signed = mac.doFinal((epochSeconds + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
