package org.banip.measure.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.app.terminal.Stop;
import org.banip.core.ban.Frequency;
import org.banip.measure.load.LoadServers.ServerOptions;
import org.banip.surrogate.store.StoreLocation;

/** One step of load as fast as a host acknowledges, for another measurement. Immutable. */
public final class SaturatedHost {
    private static final Duration DRAIN = Duration.ofMinutes(1);
    private static final double REGISTRATIONS = 100;
    private static final int LEAST_COST = 4;

    private SaturatedHost() {}

    /**
     * What it found.
     *
     * @param packetsPerSecond acknowledged in the window
     * @param p50Millis from sending to the acknowledgement
     * @param p99Millis the same
     * @param bytesWritten to disk by the host for each packet
     * @param hostMicros processor time of the host for each packet
     * @param packets acknowledged in all
     * @param exact whether the store has each packet once and nothing else
     * @param problem what went wrong; empty if nothing did
     */
    public record Figures(
            double packetsPerSecond,
            double p50Millis,
            double p99Millis,
            double bytesWritten,
            double hostMicros,
            long packets,
            boolean exact,
            String problem) {}

    /**
     * Measures.
     *
     * @param mbus how many send
     * @param window packets of each that are not acknowledged
     * @param payloadBytes of a packet
     * @param store the host's; empty for SQLite
     * @param progress takes what goes on
     */
    public static Figures measure(
            int mbus,
            int window,
            int payloadBytes,
            Duration warmUp,
            Duration length,
            Optional<StoreLocation> store,
            Path folder,
            Stop stop,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        LoadSettings settings = new LoadSettings(
                List.of(mbus),
                Frequency.ofHz(1),
                payloadBytes,
                window,
                new LoadSettings.Times(Duration.ofSeconds(1), warmUp, length, DRAIN),
                false,
                false,
                new LoadSettings.Servers(Product.own(), "1g", List.of(), List.of(), List.of(), LEAST_COST, store),
                new LoadSettings.Clients(1, 1, REGISTRATIONS),
                false);
        LoadResult result = new LoadStep(settings, mbus, folder, stop, progress).run(ServerOptions.of(settings));
        return new Figures(
                result.achieved(),
                result.latencyMillis(50),
                result.latencyMillis(99),
                result.perPacket(result.use().host().bytesWritten()),
                result.microsPerPacket(result.use().host()),
                result.clients().number("acknowledged"),
                result.exact(),
                result.problem());
    }
}
