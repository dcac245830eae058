package org.banip.mbu.journal;

import java.nio.file.Path;
import java.util.Arrays;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.SteadyClock;

/** A process that puts a day's packets into a spool and is killed, or that goes on with them and sends them. */
final class DayOfBacklog {
    /** Packets of 200 ms in 24 hours. */
    static final int PACKETS = 432_000;
    /** A quarter of what 12 leads of 16 bits have at 500 Hz in 200 ms. */
    static final int PAYLOAD = 600;

    private static final int SEGMENT = 1 << 20;

    private DayOfBacklog() {}

    /** Puts or sends. */
    public static void main(String[] args) {
        Path directory = Path.of(args[1]);
        JournalledSpool process = JournalledSpool.open(
                directory, JournalledSpool.SELDOM, SEGMENT, JournalledSpool.BOOT, SteadyClock.system());
        if (args[0].equals("put")) {
            for (int i = 0; i < PACKETS; i++) {
                process.spool.put(JournalledSpool.MOTION, 0, 10L * i, 10, true, payload(i));
            }
            System.out.println("put " + process.spool.packets());
            System.out.flush();
            Runtime.getRuntime().halt(137);
        }
        System.out.println("sent " + send(process));
        process.close();
    }

    private static long send(JournalledSpool process) {
        long next = 0;
        for (Sequenced item = process.spool.claim(0, 64); item != null; item = process.spool.claim(0, 64)) {
            byte[] payload = ((Packet) item).payload();
            if (item.sequence() != next || !Arrays.equals(payload, payload((int) next))) {
                throw new AssertionError(item + " in the place of " + next);
            }
            next++;
            process.spool.release(item.group(), next);
        }
        return next;
    }

    private static byte[] payload(int number) {
        byte[] payload = new byte[PAYLOAD];
        for (int i = 0; i < PAYLOAD; i += 4) {
            payload[i] = (byte) (number >>> 24);
            payload[i + 1] = (byte) (number >>> 16);
            payload[i + 2] = (byte) (number >>> 8);
            payload[i + 3] = (byte) (number + i);
        }
        return payload;
    }
}
