package org.banip.measure.faults.machine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.emulator.EmulatedHost;

/** A surrogate host or a broker: the product's command in a process of its own, which ends when this process ends. */
public final class ServerPart extends Part {
    /** Runs a command, and ends with its standard input. */
    private static final String MAIN = "org.banip.app.DemoChild";

    private static final Pattern READY = Pattern.compile("ready at (http[^\\s,]+)");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long LOOK_MILLIS = 20;

    private final List<String> command;
    private final Optional<ShiftedClock> clock;
    private final Consumer<URI> whenReady;

    /**
     * A server that does not run yet.
     *
     * @param folder takes its logs
     * @param command of the product
     * @param clock its time of day, if that is not the machine's
     * @param whenReady learns its URL after each start
     */
    public ServerPart(
            String name, Path folder, List<String> command, Optional<ShiftedClock> clock, Consumer<URI> whenReady) {
        super(name, folder);
        this.command = List.copyOf(command);
        this.clock = clock;
        this.whenReady = whenReady;
    }

    @Override
    void launch() throws IOException, InterruptedException {
        ProcessBuilder builder = EmulatedHost.jvm(Jvm.FLAGS, MAIN, command)
                .redirectOutput(out().toFile())
                .redirectError(log().toFile());
        Jvm.environment(builder, clock);
        runs(builder.start());
        whenReady.accept(awaitReady());
    }

    private URI awaitReady() throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            Matcher ready = READY.matcher(Files.readString(out()));
            if (ready.find()) {
                return URI.create(ready.group(1));
            }
            if (endsWithin(LOOK_MILLIS)) {
                throw new IOException("the " + name() + " ended at its start with code " + exitCode() + ": "
                        + Files.readString(log()).strip());
            }
        }
        throw new IOException(
                "the " + name() + " is not ready after " + PATIENCE.toSeconds() + " s, its log is " + log());
    }
}
