package org.banip.measure.http.transfer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/** An alarm: a message of 200 bytes, and the answer that it has arrived. */
public final class Alarm {
    /** Where alarms are posted. */
    public static final String PATH = "/alarm";

    /** Bytes of an alarm. */
    public static final int BYTES = 200;

    private Alarm() {}

    /** The request. */
    public static Request request(long seed) {
        byte[] body = new byte[BYTES];
        new Random(seed).nextBytes(body);
        byte[] answer = answer(body.length, Checksum.of(body));
        return new Request(PATH, body, answer.length, Checksum.of(answer));
    }

    /** The answer to what arrived. */
    public static byte[] answer(long bytes, int checksum) {
        return String.format(Locale.ROOT, "stored %d bytes, checksum %08x", bytes, checksum)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
