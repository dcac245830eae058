package org.banip.measure.load.client;

import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.jspecify.annotations.Nullable;

/**
 * A process of load clients. Specification: {@link LoadSpecification}. Registers its MBUs at once and reports counters as {@code progress}. Words:
 * {@code go TIMES}, {@code hold}, {@code reconnect}, {@code stop}, which it answers with {@code stopped}, and {@code end}, which it answers with
 * {@code ended}. With {@code watch PID} it learns of a server that it ends if its parent dies.
 */
public final class LoadProcess {
    private static final long PROGRESS_MILLIS = 200;
    private static final String GO = "go ";
    private static final String WATCH = "watch ";

    private LoadProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        try (MbuFleet fleet = MbuFleet.start(LoadSpecification.fromJson(specification))) {
            while (serve(console, fleet, console.hear(PROGRESS_MILLIS))) {
                console.say(fleet.counters().writeTo(Console.event("progress")));
            }
            console.say(fleet.end(Console.event("ended")));
        }
        System.exit(0);
    }

    /** Heeds a word; whether to go on. */
    private static boolean serve(Console console, MbuFleet fleet, @Nullable String word) {
        if (word == null) {
            return true;
        }
        if (word.startsWith(GO)) {
            fleet.go(LoadTimes.fromJson(word.substring(GO.length())));
        } else if (word.startsWith(WATCH)) {
            long pid = Long.parseLong(word.substring(WATCH.length()));
            console.whenOrphaned(() -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
        } else if (word.equals("hold")) {
            fleet.tell(ClientLoop::hold);
        } else if (word.equals("reconnect")) {
            fleet.tell(ClientLoop::reconnect);
        } else if (word.equals("stop")) {
            fleet.stop();
            console.say(fleet.counters().writeTo(Console.event("progress")));
            console.say(Console.event("stopped"));
        } else {
            return false;
        }
        return true;
    }
}
