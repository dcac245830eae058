package org.banip.wsb.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Writes a long body as fast as it goes, on a thread of its own, and tells how far it got. */
final class Flood {
    private static final int CHUNK = 1000;
    private static final long SEED = 4711;

    private final int length;
    private final AtomicLong sent = new AtomicLong();

    Flood(HttpWire to, int length) {
        this.length = length / CHUNK * CHUNK;
        Thread writer = new Thread(() -> write(to), "flood");
        writer.setDaemon(true);
        writer.start();
    }

    private void write(HttpWire to) {
        Random random = new Random(SEED);
        byte[] chunk = new byte[CHUNK];
        try {
            while (sent.get() < length) {
                random.nextBytes(chunk);
                to.writeChunk(chunk);
                sent.addAndGet(CHUNK);
            }
            to.writeLastChunk();
        } catch (IOException e) {
            // The test breaks the connection.
        }
    }

    /** How many bytes went before it could go no further. Too small a number if this machine is slow, never too large. */
    long sentWhenStuck() {
        AtomicLong last = new AtomicLong(-1);
        HttpWire.await().pollInterval(Duration.ofMillis(300)).until(() -> {
            long now = sent.get();
            return now > 0 && last.getAndSet(now) == now;
        });
        return sent.get();
    }

    /** Whether exactly the body comes out at the other end. */
    boolean isWhatArrives(HttpWire from) throws IOException {
        Random random = new Random(SEED);
        byte[] expected = new byte[length];
        byte[] chunk = new byte[CHUNK];
        for (int at = 0; at < length; at += CHUNK) {
            random.nextBytes(chunk);
            System.arraycopy(chunk, 0, expected, at, CHUNK);
        }
        return Arrays.equals(from.readChunked(length), expected) && from.readChunk().length == 0;
    }
}
