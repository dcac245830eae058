package org.banip.measure.peer.process;

import java.time.Duration;
import org.banip.core.json.JsonWriter;
import org.banip.measure.peer.reception.Reception;

/**
 * The process at the fixed end. Prints its port; requests: {@code state}, {@code end UNITS}, {@code end} without a number if it ended
 * before all was delivered.
 */
public final class ReceivingProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ReceivingProcess() {}

    /** Runs until it is told to end. */
    public static void main(String[] words) throws Exception {
        Dialogue dialogue = new Dialogue();
        try (Receiving receiving = Receiving.start(RunArguments.parse(words))) {
            dialogue.say("ready " + receiving.port());
            dialogue.run((word, rest) -> answer(receiving, word, rest));
        }
        dialogue.say("closed");
        System.exit(0); // even if threads are left
    }

    private static String answer(Receiving receiving, String word, String rest) throws InterruptedException {
        if ("state".equals(word)) {
            long cpuNanos = Dialogue.cpuNanos() + receiving.helpersCpu().toNanos();
            return new ReceivingState(cpuNanos, receiving.doubled(), receiving.stored()).toLine();
        }
        Reception.Counters did =
                rest.isEmpty() ? receiving.counters() : receiving.finish(Long.parseLong(rest), PATIENCE);
        return new JsonWriter()
                .beginObject()
                .field("arrived", did.arrived())
                .field("doubled", did.doubled())
                .field("lost", did.lost())
                .field("problem", did.problem())
                .endObject()
                .toString();
    }
}
